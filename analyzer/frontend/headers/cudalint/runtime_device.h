/* Errors, devices, the profiler, code libraries. */
#ifndef CUDALINT_RUNTIME_DEVICE_H
#define CUDALINT_RUNTIME_DEVICE_H

extern "C" {

/* errors */
__host__ __device__ cudaError_t cudaGetLastError(void);
__host__ __device__ cudaError_t cudaPeekAtLastError(void);
__host__ __device__ const char *cudaGetErrorName(cudaError_t error);
__host__ __device__ const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t fn, void *data, cudaLogsCallbackHandle *callback);
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback);
cudaError_t cudaLogsCurrent(cudaLogIterator *iterator, unsigned int flags);
cudaError_t cudaLogsDumpToFile(cudaLogIterator *iterator, const char *path, unsigned int flags);
cudaError_t cudaLogsDumpToMemory(cudaLogIterator *iterator, char *buffer, size_t *size, unsigned int flags);

/* the whole device; the device side of the first one ended with CUDA 11.6 */
__host__ __device__ cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
cudaError_t cudaSetDevice(int device);
__host__ __device__ cudaError_t cudaGetDevice(int *device);
__host__ __device__ cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
__host__ __device__ cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *prop, int device);
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
__host__ __device__ cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
__host__ __device__ cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
CUDALINT_DEPRECATED("12.4", "") __host__ __device__ cudaError_t cudaDeviceGetSharedMemConfig(
	enum cudaSharedMemConfig *config);
CUDALINT_DEPRECATED("12.4", "") cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
__host__ __device__ cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *busId);
cudaError_t cudaDeviceGetPCIBusId(char *busId, int length, int device);
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *list, int device, int flags);
__host__ __device__ cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
	size_t *width, const struct cudaChannelFormatDesc *desc, int device);
__host__ __device__ cudaError_t cudaDeviceGetHostAtomicCapabilities(
	unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count, int device);
cudaError_t cudaDeviceRegisterAsyncNotification(
	int device, cudaAsyncCallback fn, void *data, cudaAsyncCallbackHandle_t *callback);
cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback);
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
	enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaDriverGetVersion(int *version);
__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *version);

/* peers */
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
__host__ __device__ cudaError_t cudaDeviceGetP2PAttribute(
	int *value, enum cudaDeviceP2PAttr attr, int source, int destination);
__host__ __device__ cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
	const enum cudaAtomicOperation *operations, unsigned int count, int source, int destination);

/* threads became devices in 4.0 */
CUDALINT_REMOVED("13.0", "cudaDeviceSynchronize") cudaError_t cudaThreadSynchronize(void);
CUDALINT_REMOVED("13.0", "cudaDeviceReset") cudaError_t cudaThreadExit(void);
CUDALINT_REMOVED("13.0", "cudaDeviceSetLimit") cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
CUDALINT_REMOVED("13.0", "cudaDeviceGetLimit") cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
CUDALINT_REMOVED("13.0", "cudaDeviceSetCacheConfig") cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
CUDALINT_REMOVED("13.0", "cudaDeviceGetCacheConfig") cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config);
CUDALINT_REMOVED("13.0", "") cudaError_t cudaSetDoubleForDevice(double *value);
CUDALINT_REMOVED("13.0", "") cudaError_t cudaSetDoubleForHost(double *value);

/* profiler, which cuda_profiler_api.h finds here */
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaProfilerInitialize(
	const char *config, const char *output, cudaOutputMode_t mode);

/* driver entry points and tables */
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **fn, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *status = 0);
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **fn, unsigned int version,
	unsigned long long flags, enum cudaDriverEntryPointQueryResult *status = 0);
cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id);

/* libraries */
cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jitOptions, void **jitValues,
	unsigned int numJit, enum cudaLibraryOption *options, void **values, unsigned int numOptions);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file, enum cudaJitOption *jitOptions,
	void **jitValues, unsigned int numJit, enum cudaLibraryOption *options, void **values, unsigned int numOptions);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetGlobal(void **ptr, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetManaged(void **ptr, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetUnifiedFunction(void **fn, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int count, cudaLibrary_t library);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value, int device);

/* interprocess handles */
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *ptr);
cudaError_t cudaIpcOpenMemHandle(void **ptr, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *ptr);
}

template <class T_>
cudaError_t cudaLibraryGetGlobal(T_ **ptr, size_t *bytes, cudaLibrary_t library, const char *name);
template <class T_>
cudaError_t cudaLibraryGetManaged(T_ **ptr, size_t *bytes, cudaLibrary_t library, const char *name);
template <class T_> cudaError_t cudaLibraryGetUnifiedFunction(T_ **fn, cudaLibrary_t library, const char *name);

#endif
