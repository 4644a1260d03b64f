/* Allocation: device, pinned, managed, pooled; hints about where memory should live. */
#ifndef CUDALINT_RUNTIME_MEMORY_H
#define CUDALINT_RUNTIME_MEMORY_H

extern "C" {

/* device */
__host__ __device__ cudaError_t cudaMalloc(void **ptr, size_t bytes);
__host__ __device__ cudaError_t cudaFree(void *ptr);
cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *ptr, struct cudaExtent extent);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr);
cudaError_t cudaGetSymbolAddress(void **ptr, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);

/* pinned host memory */
cudaError_t cudaMallocHost(void **ptr, size_t bytes);
cudaError_t cudaHostAlloc(void **ptr, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void *ptr);
cudaError_t cudaHostRegister(void *ptr, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *ptr);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);

/* managed memory */
__host__ __device__ cudaError_t cudaMallocManaged(void **ptr, size_t bytes, unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMemPrefetchAsync(
	const void *ptr, size_t bytes, struct cudaMemLocation location, unsigned int flags, cudaStream_t stream = 0);
cudaError_t cudaMemPrefetchAsync_v2(
	const void *ptr, size_t bytes, struct cudaMemLocation location, unsigned int flags, cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(
	const void *ptr, size_t bytes, enum cudaMemoryAdvise advice, struct cudaMemLocation location);
cudaError_t cudaMemAdvise_v2(
	const void *ptr, size_t bytes, enum cudaMemoryAdvise advice, struct cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(
	void *data, size_t size, enum cudaMemRangeAttribute attribute, const void *ptr, size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes, size_t count,
	const void *ptr, size_t bytes);
cudaError_t cudaMemPrefetchBatchAsync(void **ptrs, size_t *sizes, size_t count, struct cudaMemLocation *locations,
	size_t *locationIdxs, size_t numLocations, unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardBatchAsync(
	void **ptrs, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **ptrs, size_t *sizes, size_t count,
	struct cudaMemLocation *locations, size_t *locationIdxs, size_t numLocations, unsigned long long flags,
	cudaStream_t stream);

/* stream-ordered allocation */
cudaError_t cudaMallocAsync(void **ptr, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaMemGetDefaultMemPool(
	cudaMemPool_t *pool, struct cudaMemLocation *location, enum cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location, enum cudaMemAllocationType type);
cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *descs, size_t count);
cudaError_t cudaMemPoolGetAccess(
	enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);
cudaError_t cudaMemPoolExportToShareableHandle(
	void *handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned int flags);
cudaError_t cudaMemPoolImportFromShareableHandle(
	cudaMemPool_t *pool, void *handle, enum cudaMemAllocationHandleType type, unsigned int flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *ptr);
cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data);
}

/* until 12: a device number where 13 takes a location */
cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t bytes, int device, cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(const void *ptr, size_t bytes, enum cudaMemoryAdvise advice, int device);

/* typed forms */
template <class T_> __host__ __device__ cudaError_t cudaMalloc(T_ **ptr, size_t bytes);
template <class T_> cudaError_t cudaMallocPitch(T_ **ptr, size_t *pitch, size_t width, size_t height);
template <class T_> cudaError_t cudaMallocHost(T_ **ptr, size_t bytes, unsigned int flags = cudaHostAllocDefault);
cudaError_t cudaMallocHost(void **ptr, size_t bytes, unsigned int flags);
template <class T_> cudaError_t cudaHostAlloc(T_ **ptr, size_t bytes, unsigned int flags);
template <class T_> cudaError_t cudaHostGetDevicePointer(T_ **device, void *host, unsigned int flags);
template <class T_> cudaError_t cudaMallocManaged(T_ **ptr, size_t bytes, unsigned int flags = cudaMemAttachGlobal);
template <class T_> cudaError_t cudaMallocAsync(T_ **ptr, size_t bytes, cudaStream_t stream);
template <class T_> cudaError_t cudaMallocAsync(T_ **ptr, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMallocAsync(void **ptr, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
template <class T_> cudaError_t cudaMallocFromPoolAsync(T_ **ptr, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
template <class T_> cudaError_t cudaGetSymbolAddress(void **ptr, const T_ &symbol);
template <class T_> cudaError_t cudaGetSymbolSize(size_t *size, const T_ &symbol);
template <class T_>
cudaError_t cudaMemPrefetchBatchAsync(T_ **ptrs, size_t *sizes, size_t count, struct cudaMemLocation *locations,
	size_t *locationIdxs, size_t numLocations, unsigned long long flags, cudaStream_t stream);
template <class T_>
cudaError_t cudaMemPrefetchBatchAsync(T_ **ptrs, size_t *sizes, size_t count, struct cudaMemLocation location,
	unsigned long long flags, cudaStream_t stream);
template <class T_>
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(T_ **ptrs, size_t *sizes, size_t count, struct cudaMemLocation *locations,
	size_t *locationIdxs, size_t numLocations, unsigned long long flags, cudaStream_t stream);
template <class T_>
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(T_ **ptrs, size_t *sizes, size_t count, struct cudaMemLocation location,
	unsigned long long flags, cudaStream_t stream);

#endif
