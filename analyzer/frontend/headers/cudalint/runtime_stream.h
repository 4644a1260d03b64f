/* Streams, events, capture, external semaphores. */
#ifndef CUDALINT_RUNTIME_STREAM_H
#define CUDALINT_RUNTIME_STREAM_H

extern "C" {

/* streams */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
__host__ __device__ cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
__host__ __device__ cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
__host__ __device__ cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
__host__ __device__ cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
__host__ __device__ cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
__host__ __device__ cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);
__host__ __device__ cudaError_t cudaStreamGetAttribute(
	cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value);
__host__ __device__ cudaError_t cudaStreamSetAttribute(
	cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value);
__host__ __device__ cudaError_t cudaStreamAttachMemAsync(
	cudaStream_t stream, void *ptr, size_t length = 0, unsigned int flags = cudaMemAttachSingle);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t fn, void *data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data);

/* events */
cudaError_t cudaEventCreate(cudaEvent_t *event);
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t event);
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
__host__ __device__ cudaError_t cudaEventRecordWithFlags(
	cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

/* capture */
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
	const cudaGraphEdgeData *edges, size_t count, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
	unsigned long long *id = 0, cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0,
	const cudaGraphEdgeData **edges = 0, size_t *count = 0);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
	unsigned long long *id = 0, cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0, size_t *count = 0);
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
	unsigned long long *id = 0, cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0,
	const cudaGraphEdgeData **edges = 0, size_t *count = 0);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
	const cudaGraphEdgeData *edges, size_t count, unsigned int flags = 0);
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *dependencies,
	const cudaGraphEdgeData *edges, size_t count, unsigned int flags = 0);

/* memory and semaphores of other APIs */
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory, const struct cudaExternalMemoryHandleDesc *desc);
cudaError_t cudaExternalMemoryGetMappedBuffer(
	void **ptr, cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *desc);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
	const struct cudaExternalMemoryMipmappedArrayDesc *desc);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t cudaImportExternalSemaphore(
	cudaExternalSemaphore_t *semaphore, const struct cudaExternalSemaphoreHandleDesc *desc);
cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores,
	const struct cudaExternalSemaphoreSignalParams *params, unsigned int count, cudaStream_t stream = 0);
cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores,
	const struct cudaExternalSemaphoreWaitParams *params, unsigned int count, cudaStream_t stream = 0);
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);
}

/* until 12: no edge data */
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
	cudaGraph_t *graph, const cudaGraphNode_t **dependencies, size_t *count);
cudaError_t cudaStreamUpdateCaptureDependencies(
	cudaStream_t stream, cudaGraphNode_t *dependencies, size_t count, unsigned int flags = 0);

/* C++ forms */
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags);
template <class T_>
cudaError_t cudaStreamAttachMemAsync(
	cudaStream_t stream, T_ *ptr, size_t length = 0, unsigned int flags = cudaMemAttachSingle);

#endif
