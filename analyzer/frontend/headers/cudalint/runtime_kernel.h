/* Launches, attributes of kernels, occupancy. */
#ifndef CUDALINT_RUNTIME_KERNEL_H
#define CUDALINT_RUNTIME_KERNEL_H

extern "C" {

/* launches */
cudaError_t cudaLaunchKernel(
	const void *kernel, dim3 grid, dim3 block, void **args, size_t sharedBytes, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **args);
cudaError_t cudaLaunchCooperativeKernel(
	const void *kernel, dim3 grid, dim3 block, void **args, size_t sharedBytes, cudaStream_t stream);
CUDALINT_REMOVED("13.0", "") cudaError_t cudaLaunchCooperativeKernelMultiDevice(
	struct cudaLaunchParams *params, unsigned int count, unsigned int flags = 0);
CUDALINT_REMOVED("10.1", "") cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset);
CUDALINT_REMOVED("10.1", "") cudaError_t cudaLaunch(const void *kernel);

/* attributes */
__host__ __device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel);
__host__ __device__ cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
CUDALINT_DEPRECATED("12.4", "") cudaError_t cudaFuncSetSharedMemConfig(
	const void *kernel, enum cudaSharedMemConfig config);
__host__ __device__ cudaError_t cudaFuncGetName(const char **name, const void *kernel);
__host__ __device__ cudaError_t cudaFuncGetParamInfo(const void *kernel, size_t index, size_t *offset, size_t *size);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *kernel);
cudaError_t cudaGetKernel(cudaKernel_t *handle, const void *kernel);

/* occupancy */
__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *blocks, const void *kernel, int blockSize, size_t sharedBytes);
__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *blocks, const void *kernel, int blockSize, size_t sharedBytes, unsigned int flags);
__host__ __device__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(
	size_t *sharedBytes, const void *kernel, int blocks, int blockSize);
__host__ __device__ cudaError_t cudaOccupancyMaxPotentialClusterSize(
	int *size, const void *kernel, const cudaLaunchConfig_t *config);
__host__ __device__ cudaError_t cudaOccupancyMaxActiveClusters(
	int *clusters, const void *kernel, const cudaLaunchConfig_t *config);
}

/* the same with the kernel as itself */
template <class T_>
cudaError_t cudaLaunchKernel(
	T_ *kernel, dim3 grid, dim3 block, void **args, size_t sharedBytes = 0, cudaStream_t stream = 0);
template <class T_>
cudaError_t cudaLaunchCooperativeKernel(
	T_ *kernel, dim3 grid, dim3 block, void **args, size_t sharedBytes = 0, cudaStream_t stream = 0);
#if __cplusplus >= 201103L
template <class... Params, class... Args>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Params...), Args &&...args);
template <class... Args>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel, Args &&...args);
#endif
template <class T_> CUDALINT_REMOVED("10.1", "") cudaError_t cudaSetupArgument(T_ arg, size_t offset);
template <class T_> CUDALINT_REMOVED("10.1", "") cudaError_t cudaLaunch(T_ *kernel);

template <class T_>
__host__ __device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T_ *kernel);
template <class T_>
__host__ __device__ cudaError_t cudaFuncSetAttribute(T_ *kernel, enum cudaFuncAttribute attribute, int value);
template <class T_> cudaError_t cudaFuncSetCacheConfig(T_ *kernel, enum cudaFuncCache config);
template <class T_>
CUDALINT_DEPRECATED("12.4", "") cudaError_t cudaFuncSetSharedMemConfig(T_ *kernel, enum cudaSharedMemConfig config);
template <class T_> cudaError_t cudaFuncGetName(const char **name, T_ *kernel);
template <class T_> cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T_ *kernel);
template <class T_> cudaError_t cudaGetKernel(cudaKernel_t *handle, T_ *kernel);

template <class T_>
__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *blocks, T_ kernel, int blockSize, size_t sharedBytes);
template <class T_>
__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *blocks, T_ kernel, int blockSize, size_t sharedBytes, unsigned int flags);
template <class T_>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *sharedBytes, T_ *kernel, int blocks, int blockSize);
template <class T_>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T_ *kernel, const cudaLaunchConfig_t *config);
template <class T_>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T_ *kernel, const cudaLaunchConfig_t *config);
template <class T_>
cudaError_t cudaOccupancyMaxPotentialBlockSize(
	int *minGridSize, int *blockSize, T_ kernel, size_t sharedBytes = 0, int blockSizeLimit = 0);
template <class T_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T_ kernel,
	size_t sharedBytes = 0, int blockSizeLimit = 0, unsigned int flags = 0);
template <class UnaryFunction, class T_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
	int *minGridSize, int *blockSize, T_ kernel, UnaryFunction sharedBytesOf, int blockSizeLimit = 0);
template <class UnaryFunction, class T_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, T_ kernel,
	UnaryFunction sharedBytesOf, int blockSizeLimit = 0, unsigned int flags = 0);

#endif
