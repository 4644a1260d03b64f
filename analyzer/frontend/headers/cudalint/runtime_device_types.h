/* Device properties and attributes. Fields that CUDA 13 dropped stay, since older code reads them. */
#ifndef CUDALINT_RUNTIME_DEVICE_TYPES_H
#define CUDALINT_RUNTIME_DEVICE_TYPES_H

#ifndef CU_UUID_HAS_BEEN_DEFINED
#define CU_UUID_HAS_BEEN_DEFINED
typedef struct CUuuid_st {
	char bytes[16];
} CUuuid;
#endif
typedef CUuuid cudaUUID_t;

struct cudaDeviceProp {
	/* identity */
	char name[256];
	cudaUUID_t uuid;
	char luid[8];
	unsigned int luidDeviceNodeMask;
	int major, minor;
	int pciBusID, pciDeviceID, pciDomainID;
	int tccDriver, integrated, isMultiGpuBoard, multiGpuBoardGroupID;
	unsigned int gpuPciDeviceID, gpuPciSubsystemID;

	/* size of the machine and of launches */
	int multiProcessorCount, warpSize;
	int maxThreadsPerBlock, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
	int maxThreadsDim[3], maxGridSize[3];
	int regsPerBlock, regsPerMultiprocessor;
	size_t sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor, reservedSharedMemPerBlock;

	/* memory */
	size_t totalGlobalMem, totalConstMem, memPitch;
	int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, accessPolicyMaxWindowSize;
	int globalL1CacheSupported, localL1CacheSupported, ECCEnabled;
	int canMapHostMemory, unifiedAddressing, managedMemory, concurrentManagedAccess, pageableMemoryAccess,
		pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, canUseHostPointerForRegisteredMem,
		hostRegisterSupported, hostRegisterReadOnlySupported, hostNativeAtomicSupported;
	int memoryPoolsSupported;
	unsigned int memoryPoolSupportedHandleTypes;
	int gpuDirectRDMASupported, gpuDirectRDMAWritesOrdering;
	unsigned int gpuDirectRDMAFlushWritesOptions;
	int deviceNumaConfig, deviceNumaId, hostNumaId, hostNumaMultinodeIpcSupported;

	/* textures and surfaces */
	size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
	int maxTexture1D, maxTexture1DMipmap, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3],
		maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2],
		maxTexture2DLayered[3], maxTextureCubemapLayered[2];
	int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3],
		maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
	int sparseCudaArraySupported, deferredMappingCudaArraySupported;

	/* abilities */
	int concurrentKernels, asyncEngineCount, streamPrioritiesSupported, computePreemptionSupported;
	int cooperativeLaunch, clusterLaunch, unifiedFunctionPointers;
	int timelineSemaphoreInteropSupported, ipcEventSupported, mpsEnabled;

	/* dropped in 13.0 */
	int clockRate, memoryClockRate, deviceOverlap, computeMode, kernelExecTimeoutEnabled, singleToDoublePrecisionPerfRatio,
		cooperativeMultiDeviceLaunch, maxTexture1DLinear;
	int reserved[56];
};
#define cudaDevicePropDontCare cudaDeviceProp()

enum cudaDeviceAttr {
	cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
	cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMaxSharedMemoryPerBlock,
	cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize, cudaDevAttrMaxPitch, cudaDevAttrMaxRegistersPerBlock,
	cudaDevAttrClockRate, cudaDevAttrTextureAlignment, cudaDevAttrGpuOverlap, cudaDevAttrMultiProcessorCount,
	cudaDevAttrKernelExecTimeout, cudaDevAttrIntegrated, cudaDevAttrCanMapHostMemory, cudaDevAttrComputeMode,
	cudaDevAttrMaxTexture1DWidth, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight,
	cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth,
	cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers,
	cudaDevAttrSurfaceAlignment, cudaDevAttrConcurrentKernels, cudaDevAttrEccEnabled, cudaDevAttrPciBusId,
	cudaDevAttrPciDeviceId, cudaDevAttrTccDriver, cudaDevAttrMemoryClockRate, cudaDevAttrGlobalMemoryBusWidth,
	cudaDevAttrL2CacheSize, cudaDevAttrMaxThreadsPerMultiProcessor, cudaDevAttrAsyncEngineCount,
	cudaDevAttrUnifiedAddressing, cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxTexture1DLayeredLayers,
	cudaDevAttrMaxTexture2DGatherWidth = 45, cudaDevAttrMaxTexture2DGatherHeight, cudaDevAttrMaxTexture3DWidthAlt,
	cudaDevAttrMaxTexture3DHeightAlt, cudaDevAttrMaxTexture3DDepthAlt, cudaDevAttrPciDomainId,
	cudaDevAttrTexturePitchAlignment, cudaDevAttrMaxTextureCubemapWidth, cudaDevAttrMaxTextureCubemapLayeredWidth,
	cudaDevAttrMaxTextureCubemapLayeredLayers, cudaDevAttrMaxSurface1DWidth, cudaDevAttrMaxSurface2DWidth,
	cudaDevAttrMaxSurface2DHeight, cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight,
	cudaDevAttrMaxSurface3DDepth, cudaDevAttrMaxSurface1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredLayers,
	cudaDevAttrMaxSurface2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredHeight, cudaDevAttrMaxSurface2DLayeredLayers,
	cudaDevAttrMaxSurfaceCubemapWidth, cudaDevAttrMaxSurfaceCubemapLayeredWidth,
	cudaDevAttrMaxSurfaceCubemapLayeredLayers, cudaDevAttrMaxTexture1DLinearWidth, cudaDevAttrMaxTexture2DLinearWidth,
	cudaDevAttrMaxTexture2DLinearHeight, cudaDevAttrMaxTexture2DLinearPitch, cudaDevAttrMaxTexture2DMipmappedWidth,
	cudaDevAttrMaxTexture2DMipmappedHeight, cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
	cudaDevAttrMaxTexture1DMipmappedWidth, cudaDevAttrStreamPrioritiesSupported, cudaDevAttrGlobalL1CacheSupported,
	cudaDevAttrLocalL1CacheSupported, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
	cudaDevAttrMaxRegistersPerMultiprocessor, cudaDevAttrManagedMemory, cudaDevAttrIsMultiGpuBoard,
	cudaDevAttrMultiGpuBoardGroupID, cudaDevAttrHostNativeAtomicSupported,
	cudaDevAttrSingleToDoublePrecisionPerfRatio, cudaDevAttrPageableMemoryAccess, cudaDevAttrConcurrentManagedAccess,
	cudaDevAttrComputePreemptionSupported, cudaDevAttrCanUseHostPointerForRegisteredMem, cudaDevAttrReserved92,
	cudaDevAttrReserved93, cudaDevAttrReserved94, cudaDevAttrCooperativeLaunch,
	cudaDevAttrReserved96, cudaDevAttrCooperativeMultiDeviceLaunch = 96 /* until 12 */,
	cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrCanFlushRemoteWrites, cudaDevAttrHostRegisterSupported,
	cudaDevAttrPageableMemoryAccessUsesHostPageTables, cudaDevAttrDirectManagedMemAccessFromHost,
	cudaDevAttrMaxBlocksPerMultiprocessor = 106, cudaDevAttrMaxPersistingL2CacheSize = 108,
	cudaDevAttrMaxAccessPolicyWindowSize, cudaDevAttrReservedSharedMemoryPerBlock = 111,
	cudaDevAttrSparseCudaArraySupported, cudaDevAttrHostRegisterReadOnlySupported,
	cudaDevAttrTimelineSemaphoreInteropSupported,
	cudaDevAttrMaxTimelineSemaphoreInteropSupported = 114 /* until 12 */, cudaDevAttrMemoryPoolsSupported = 115,
	cudaDevAttrGPUDirectRDMASupported, cudaDevAttrGPUDirectRDMAFlushWritesOptions,
	cudaDevAttrGPUDirectRDMAWritesOrdering, cudaDevAttrMemoryPoolSupportedHandleTypes, cudaDevAttrClusterLaunch,
	cudaDevAttrDeferredMappingCudaArraySupported, cudaDevAttrReserved122, cudaDevAttrReserved123,
	cudaDevAttrReserved124, cudaDevAttrIpcEventSupport, cudaDevAttrMemSyncDomainCount, cudaDevAttrReserved127,
	cudaDevAttrReserved128, cudaDevAttrReserved129, cudaDevAttrNumaConfig, cudaDevAttrNumaId, cudaDevAttrReserved132,
	cudaDevAttrMpsEnabled, cudaDevAttrHostNumaId, cudaDevAttrD3D12CigSupported,
	cudaDevAttrVulkanCigSupported = 138, cudaDevAttrGpuPciDeviceId, cudaDevAttrGpuPciSubsystemId,
	cudaDevAttrReserved141, cudaDevAttrHostNumaMemoryPoolsSupported, cudaDevAttrHostNumaMultinodeIpcSupported,
	cudaDevAttrHostMemoryPoolsSupported, cudaDevAttrReserved145, cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
	cudaDevAttrMax
};

enum cudaComputeMode {
	cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
};
enum cudaDeviceP2PAttr {
	cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
	cudaDevP2PAttrCudaArrayAccessSupported, cudaDevP2PAttrOnlyPartialNativeAtomicSupported
};
enum cudaLimit {
	cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
	cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaFuncCache {
	cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
	cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaSharedCarveout {
	cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100
};
enum cudaFlushGPUDirectRDMAWritesOptions {
	cudaFlushGPUDirectRDMAWritesOptionHost = 1, cudaFlushGPUDirectRDMAWritesOptionMemOps = 2
};
enum cudaGPUDirectRDMAWritesOrdering {
	cudaGPUDirectRDMAWritesOrderingNone = 0, cudaGPUDirectRDMAWritesOrderingOwner = 100,
	cudaGPUDirectRDMAWritesOrderingAllDevices = 200
};
enum cudaFlushGPUDirectRDMAWritesScope {
	cudaFlushGPUDirectRDMAWritesToOwner = 100, cudaFlushGPUDirectRDMAWritesToAllDevices = 200
};
enum cudaFlushGPUDirectRDMAWritesTarget { cudaFlushGPUDirectRDMAWritesTargetCurrentDevice };
typedef enum cudaDeviceNumaConfig { cudaDeviceNumaConfigNone, cudaDeviceNumaConfigNumaNode } cudaDeviceNumaConfig;

enum cudaAtomicOperation {
	cudaAtomicOperationIntegerAdd, cudaAtomicOperationIntegerMin, cudaAtomicOperationIntegerMax,
	cudaAtomicOperationIntegerIncrement, cudaAtomicOperationIntegerDecrement, cudaAtomicOperationAnd,
	cudaAtomicOperationOr, cudaAtomicOperationXOR, cudaAtomicOperationExchange, cudaAtomicOperationCAS,
	cudaAtomicOperationFloatAdd, cudaAtomicOperationFloatMin, cudaAtomicOperationFloatMax
};
enum cudaAtomicOperationCapability {
	cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned = 2, cudaAtomicCapabilityReduction = 4,
	cudaAtomicCapabilityScalar32 = 8, cudaAtomicCapabilityScalar64 = 16, cudaAtomicCapabilityScalar128 = 32,
	cudaAtomicCapabilityVector32x4 = 64
};

/* flags of cudaSetDeviceFlags */
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceScheduleMask 0x07
#define cudaDeviceMapHost 0x08
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceSyncMemops 0x80
#define cudaDeviceMask 0xff
#define cudaInitDeviceFlagsAreValid 0x01
#define cudaPeerAccessDefault 0x00
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)

/* notices from the driver */
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef enum cudaAsyncNotificationType_enum { cudaAsyncNotificationTypeOverBudget = 1 } cudaAsyncNotificationType;
typedef struct cudaAsyncNotificationInfo {
	cudaAsyncNotificationType type;
	union {
		struct {
			unsigned long long bytesOverBudget;
		} overBudget;
	} info;
} cudaAsyncNotificationInfo_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t);

#endif
