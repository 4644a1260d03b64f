/* Copies and fills. */
#ifndef CUDALINT_RUNTIME_COPY_H
#define CUDALINT_RUNTIME_COPY_H

extern "C" {

/* linear */
cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind);
__host__ __device__ cudaError_t cudaMemcpyAsync(
	void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(
	void *dst, int dstDevice, const void *src, int srcDevice, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset(void *ptr, int value, size_t bytes);
__host__ __device__ cudaError_t cudaMemsetAsync(void *ptr, int value, size_t bytes, cudaStream_t stream = 0);

/* symbols */
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t bytes, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t bytes, size_t offset,
	enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t bytes, size_t offset,
	enum cudaMemcpyKind kind, cudaStream_t stream = 0);

/* pitched */
cudaError_t cudaMemcpy2D(void *dst, size_t dstPitch, const void *src, size_t srcPitch, size_t width, size_t height,
	enum cudaMemcpyKind kind);
__host__ __device__ cudaError_t cudaMemcpy2DAsync(void *dst, size_t dstPitch, const void *src, size_t srcPitch,
	size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height);
__host__ __device__ cudaError_t cudaMemset2DAsync(
	void *ptr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parms);
__host__ __device__ cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parms, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parms);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parms, cudaStream_t stream = 0);
cudaError_t cudaMemset3D(struct cudaPitchedPtr ptr, int value, struct cudaExtent extent);
__host__ __device__ cudaError_t cudaMemset3DAsync(
	struct cudaPitchedPtr ptr, int value, struct cudaExtent extent, cudaStream_t stream = 0);

/* batches; 12.8 and 12.9 also had failIdx */
cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync(
	size_t count, struct cudaMemcpy3DBatchOp *ops, unsigned long long flags, cudaStream_t stream);

/* arrays */
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t srcPitch, size_t width,
	size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src, size_t srcPitch, size_t width,
	size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dstPitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
	size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dstPitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
	size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dstX, size_t dstY, cudaArray_const_t src, size_t srcX,
	size_t srcY, size_t width, size_t height, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
CUDALINT_DEPRECATED("10.1", "") cudaError_t cudaMemcpyToArray(
	cudaArray_t dst, size_t x, size_t y, const void *src, size_t bytes, enum cudaMemcpyKind kind);
CUDALINT_DEPRECATED("10.1", "") cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
	size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
CUDALINT_DEPRECATED("10.1", "") cudaError_t cudaMemcpyFromArray(
	void *dst, cudaArray_const_t src, size_t x, size_t y, size_t bytes, enum cudaMemcpyKind kind);
CUDALINT_DEPRECATED("10.1", "") cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x, size_t y,
	size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
CUDALINT_DEPRECATED("10.1", "") cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t dstX, size_t dstY,
	cudaArray_const_t src, size_t srcX, size_t srcY, size_t bytes,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
}

/* a device array or variable named as such; before 5.0 the symbol could be a string, which the C forms take */
template <class T_>
cudaError_t cudaMemcpyToSymbol(const T_ &symbol, const void *src, size_t bytes, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T_>
cudaError_t cudaMemcpyFromSymbol(void *dst, const T_ &symbol, size_t bytes, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class T_>
cudaError_t cudaMemcpyToSymbolAsync(const T_ &symbol, const void *src, size_t bytes, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0);
template <class T_>
cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T_ &symbol, size_t bytes, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0);

/* 12.8 and 12.9 */
cudaError_t cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *ops, size_t *failIdx,
	unsigned long long flags, cudaStream_t stream);

/* 13 */
template <class T_, class U_>
cudaError_t cudaMemcpyBatchAsync(T_ *const *dsts, U_ *const *srcs, const size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, cudaStream_t stream);
template <class T_, class U_>
cudaError_t cudaMemcpyBatchAsync(T_ *const *dsts, U_ *const *srcs, const size_t *sizes, size_t count,
	struct cudaMemcpyAttributes attrs, cudaStream_t stream);
template <class T_, class U_>
cudaError_t cudaMemcpyBatchAsync(T_ *const *dsts, U_ *const *srcs, const size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, cudaStream_t stream);

/* inline helpers of the toolkit */
inline __host__ __device__ struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d)
{
	struct cudaExtent e = {w, h, d};
	return e;
}
inline __host__ __device__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
	struct cudaPos p = {x, y, z};
	return p;
}
inline __host__ __device__ struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize)
{
	struct cudaPitchedPtr p = {ptr, pitch, xsize, ysize};
	return p;
}

#endif
