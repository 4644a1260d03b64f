/* What only device code may call: dependent launches, device-side launches and graphs. */
#ifndef CUDALINT_RUNTIME_IN_KERNEL_H
#define CUDALINT_RUNTIME_IN_KERNEL_H

extern "C" {

/* programmatic dependent launch; both do nothing below 9.0 */
__device__ void cudaTriggerProgrammaticLaunchCompletion(void);
__device__ void cudaGridDependencySynchronize(void);

/* dynamic parallelism */
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int sharedBytes);
__device__ cudaError_t cudaLaunchDevice(
	void *kernel, void *parameters, dim3 grid, dim3 block, unsigned int sharedBytes, cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2(void *parameters, cudaStream_t stream);

/* graphs */
__device__ cudaGraphExec_t cudaGetCurrentGraphExec(void);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
__device__ cudaError_t cudaGraphKernelNodeSetParam(
	cudaGraphDeviceNode_t node, size_t offset, const void *value, size_t size);
__device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable);
__device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 grid);
__device__ cudaError_t cudaGraphKernelNodeUpdatesApply(const struct cudaGraphKernelNodeUpdate *updates, size_t count);

/* what cooperative groups rest on */
__device__ unsigned long long cudaCGGetIntrinsicHandle(enum cudaCGScope scope);
__device__ cudaError_t cudaCGSynchronize(unsigned long long handle, unsigned int flags);
__device__ cudaError_t cudaCGSynchronizeGrid(unsigned long long handle, unsigned int flags);
__device__ cudaError_t cudaCGGetSize(unsigned int *threads, unsigned int *grids, unsigned long long handle);
__device__ cudaError_t cudaCGGetRank(unsigned int *thread, unsigned int *grid, unsigned long long handle);
}

template <class T_>
__device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const T_ &value);

#endif
