/* Handles, enums and structures of the CUDA runtime. */
#ifndef CUDALINT_RUNTIME_TYPES_H
#define CUDALINT_RUNTIME_TYPES_H

#include <stddef.h>
#include "vector_types.h"
#include "runtime_error.h"
#include "runtime_device_types.h"

#ifndef CUDART_CB
#define CUDART_CB
#endif

/* handles */
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUlib_st *cudaLibrary_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
typedef void (*cudaHostFn_t)(void *);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);

#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01

/* copies and allocation */
enum cudaMemcpyKind {
	cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
enum cudaMemoryType {
	cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaIpcMemLazyEnablePeerAccess 0x01
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

struct cudaPointerAttributes {
	enum cudaMemoryType type;
	int device;
	void *devicePointer, *hostPointer;
	enum cudaMemoryType memoryType; /* until 10 */
	int isManaged;			/* until 10 */
	long reserved[8];
};

typedef struct cudaIpcEventHandle_st {
	char reserved[64];
} cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_st {
	char reserved[64];
} cudaIpcMemHandle_t;
typedef struct cudaMemFabricHandle_st {
	char reserved[64];
} cudaMemFabricHandle_t;

/* arrays */
enum cudaChannelFormatKind {
	cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone,
	cudaChannelFormatKindNV12, cudaChannelFormatKindUnsignedNormalized8X1, cudaChannelFormatKindUnsignedNormalized8X2,
	cudaChannelFormatKindUnsignedNormalized8X4, cudaChannelFormatKindUnsignedNormalized16X1,
	cudaChannelFormatKindUnsignedNormalized16X2, cudaChannelFormatKindUnsignedNormalized16X4,
	cudaChannelFormatKindSignedNormalized8X1, cudaChannelFormatKindSignedNormalized8X2,
	cudaChannelFormatKindSignedNormalized8X4, cudaChannelFormatKindSignedNormalized16X1,
	cudaChannelFormatKindSignedNormalized16X2, cudaChannelFormatKindSignedNormalized16X4,
	cudaChannelFormatKindUnsignedBlockCompressed1, cudaChannelFormatKindUnsignedBlockCompressed1SRGB,
	cudaChannelFormatKindUnsignedBlockCompressed2, cudaChannelFormatKindUnsignedBlockCompressed2SRGB,
	cudaChannelFormatKindUnsignedBlockCompressed3, cudaChannelFormatKindUnsignedBlockCompressed3SRGB,
	cudaChannelFormatKindUnsignedBlockCompressed4, cudaChannelFormatKindSignedBlockCompressed4,
	cudaChannelFormatKindUnsignedBlockCompressed5, cudaChannelFormatKindSignedBlockCompressed5,
	cudaChannelFormatKindUnsignedBlockCompressed6H, cudaChannelFormatKindSignedBlockCompressed6H,
	cudaChannelFormatKindUnsignedBlockCompressed7, cudaChannelFormatKindUnsignedBlockCompressed7SRGB,
	cudaChannelFormatKindUnsignedNormalized1010102
};
struct cudaChannelFormatDesc {
	int x, y, z, w;
	enum cudaChannelFormatKind f;
};
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08
#define cudaArrayColorAttachment 0x20
#define cudaArraySparse 0x40
#define cudaArrayDeferredMapping 0x80
#define cudaArraySparsePropertiesSingleMipTail 0x1

struct cudaArraySparseProperties {
	struct {
		unsigned int width, height, depth;
	} tileExtent;
	unsigned int miptailFirstLevel;
	unsigned long long miptailSize;
	unsigned int flags, reserved[4];
};
struct cudaArrayMemoryRequirements {
	size_t size, alignment;
	unsigned int reserved[4];
};

/* two- and three-dimensional copies */
struct cudaPitchedPtr {
	void *ptr;
	size_t pitch, xsize, ysize;
};
struct cudaExtent {
	size_t width, height, depth;
};
struct cudaPos {
	size_t x, y, z;
};
struct cudaMemcpy3DParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	struct cudaExtent extent;
	enum cudaMemcpyKind kind;
};
struct cudaMemcpy3DPeerParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	int srcDevice;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	int dstDevice;
	struct cudaExtent extent;
};

/* where memory lives */
enum cudaMemLocationType {
	cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeNone = 0, cudaMemLocationTypeDevice = 1,
	cudaMemLocationTypeHost = 2, cudaMemLocationTypeHostNuma = 3, cudaMemLocationTypeHostNumaCurrent = 4
};
struct cudaMemLocation {
	enum cudaMemLocationType type;
	int id;
};
enum cudaMemoryAdvise {
	cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
	cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaMemRangeAttribute {
	cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeAccessedBy,
	cudaMemRangeAttributeLastPrefetchLocation, cudaMemRangeAttributePreferredLocationType,
	cudaMemRangeAttributePreferredLocationId, cudaMemRangeAttributeLastPrefetchLocationType,
	cudaMemRangeAttributeLastPrefetchLocationId
};

/* memory pools */
enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
	cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent,
	cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh
};
enum cudaMemAccessFlags {
	cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc {
	struct cudaMemLocation location;
	enum cudaMemAccessFlags flags;
};
enum cudaMemAllocationType {
	cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1, cudaMemAllocationTypeManaged = 2,
	cudaMemAllocationTypeMax = 0x7FFFFFFF
};
enum cudaMemAllocationHandleType {
	cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1, cudaMemHandleTypeWin32 = 2,
	cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8
};
struct cudaMemPoolProps {
	enum cudaMemAllocationType allocType;
	enum cudaMemAllocationHandleType handleTypes;
	struct cudaMemLocation location;
	void *win32SecurityAttributes;
	size_t maxSize;
	unsigned short usage;
	unsigned char reserved[54];
};
#define cudaMemPoolCreateUsageHwDecompress 0x2
struct cudaMemPoolPtrExportData {
	unsigned char reserved[64];
};
enum cudaGraphMemAttributeType {
	cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh, cudaGraphMemAttrReservedMemCurrent,
	cudaGraphMemAttrReservedMemHigh
};

/* batched copies */
enum cudaMemcpyFlags { cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1 };
enum cudaMemcpySrcAccessOrder {
	cudaMemcpySrcAccessOrderInvalid = 0, cudaMemcpySrcAccessOrderStream = 1, cudaMemcpySrcAccessOrderDuringApiCall = 2,
	cudaMemcpySrcAccessOrderAny = 3, cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};
struct cudaMemcpyAttributes {
	enum cudaMemcpySrcAccessOrder srcAccessOrder;
	struct cudaMemLocation srcLocHint, dstLocHint;
	unsigned int flags;
};
enum cudaMemcpy3DOperandType {
	cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray = 2, cudaMemcpyOperandTypeMax = 0x7FFFFFFF
};
struct cudaOffset3D {
	size_t x, y, z;
};
struct cudaMemcpy3DOperand {
	enum cudaMemcpy3DOperandType type;
	union {
		struct {
			void *ptr;
			size_t rowLength, layerHeight;
			struct cudaMemLocation locHint;
		} ptr;
		struct {
			cudaArray_t array;
			struct cudaOffset3D offset;
		} array;
	} op;
};
struct cudaMemcpy3DBatchOp {
	struct cudaMemcpy3DOperand src, dst;
	struct cudaExtent extent;
	enum cudaMemcpySrcAccessOrder srcAccessOrder;
	unsigned int flags;
};

/* what a texture or surface object reads */
enum cudaResourceType {
	cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D
};
struct cudaResourceDesc {
	enum cudaResourceType resType;
	union {
		struct {
			cudaArray_t array;
		} array;
		struct {
			cudaMipmappedArray_t mipmap;
		} mipmap;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t sizeInBytes;
		} linear;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t width, height, pitchInBytes;
		} pitch2D;
		struct {
			int reserved[32];
		} reserved;
	} res;
	unsigned int flags;
};
enum cudaResourceViewFormat {
	cudaResViewFormatNone, cudaResViewFormatUnsignedChar1, cudaResViewFormatUnsignedChar2,
	cudaResViewFormatUnsignedChar4, cudaResViewFormatSignedChar1, cudaResViewFormatSignedChar2,
	cudaResViewFormatSignedChar4, cudaResViewFormatUnsignedShort1, cudaResViewFormatUnsignedShort2,
	cudaResViewFormatUnsignedShort4, cudaResViewFormatSignedShort1, cudaResViewFormatSignedShort2,
	cudaResViewFormatSignedShort4, cudaResViewFormatUnsignedInt1, cudaResViewFormatUnsignedInt2,
	cudaResViewFormatUnsignedInt4, cudaResViewFormatSignedInt1, cudaResViewFormatSignedInt2,
	cudaResViewFormatSignedInt4, cudaResViewFormatHalf1, cudaResViewFormatHalf2, cudaResViewFormatHalf4,
	cudaResViewFormatFloat1, cudaResViewFormatFloat2, cudaResViewFormatFloat4,
	cudaResViewFormatUnsignedBlockCompressed1, cudaResViewFormatUnsignedBlockCompressed2,
	cudaResViewFormatUnsignedBlockCompressed3, cudaResViewFormatUnsignedBlockCompressed4,
	cudaResViewFormatSignedBlockCompressed4, cudaResViewFormatUnsignedBlockCompressed5,
	cudaResViewFormatSignedBlockCompressed5, cudaResViewFormatUnsignedBlockCompressed6H,
	cudaResViewFormatSignedBlockCompressed6H, cudaResViewFormatUnsignedBlockCompressed7
};
struct cudaResourceViewDesc {
	enum cudaResourceViewFormat format;
	size_t width, height, depth;
	unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer, reserved[16];
};

/* graphics */
enum cudaGraphicsRegisterFlags {
	cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
	cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags {
	cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard
};
enum cudaGraphicsCubeFace {
	cudaGraphicsCubeFacePositiveX, cudaGraphicsCubeFaceNegativeX, cudaGraphicsCubeFacePositiveY,
	cudaGraphicsCubeFaceNegativeY, cudaGraphicsCubeFacePositiveZ, cudaGraphicsCubeFaceNegativeZ
};

/* kernels */
struct cudaFuncAttributes {
	size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
	int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes,
		preferredShmemCarveout, clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth,
		clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed, reserved[16];
};
enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout,
	cudaFuncAttributeClusterDimMustBeSet, cudaFuncAttributeRequiredClusterWidth, cudaFuncAttributeRequiredClusterHeight,
	cudaFuncAttributeRequiredClusterDepth, cudaFuncAttributeNonPortableClusterSizeAllowed,
	cudaFuncAttributeClusterSchedulingPolicyPreference, cudaFuncAttributeMax
};
enum cudaCGScope { cudaCGScopeInvalid, cudaCGScopeGrid, cudaCGScopeMultiGrid /* until 12 */, cudaCGScopeReserved = 2 };

/* libraries and the just-in-time compiler */
enum cudaJitOption {
	cudaJitMaxRegisters, cudaJitThreadsPerBlock, cudaJitWallTime, cudaJitInfoLogBuffer, cudaJitInfoLogBufferSizeBytes,
	cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes, cudaJitOptimizationLevel, cudaJitFallbackStrategy = 10,
	cudaJitGenerateDebugInfo, cudaJitLogVerbose, cudaJitGenerateLineInfo, cudaJitCacheMode,
	cudaJitPositionIndependentCode = 30, cudaJitMinCtaPerSm, cudaJitMaxThreadsPerBlock, cudaJitOverrideDirectiveValues
};
enum cudaLibraryOption { cudaLibraryHostUniversalFunctionAndDataTable, cudaLibraryBinaryIsPreserved };
enum cudaJit_CacheMode { cudaJitCacheOptionNone, cudaJitCacheOptionCG, cudaJitCacheOptionCA };
enum cudaJit_Fallback { cudaPreferPtx, cudaPreferBinary };
struct cudalibraryHostUniversalFunctionAndDataTable {
	void *functionTable;
	size_t functionWindowSize;
	void *dataTable;
	size_t dataWindowSize;
};
enum cudaGetDriverEntryPointFlags {
	cudaEnableDefault, cudaEnableLegacyStream, cudaEnablePerThreadDefaultStream
};
typedef enum cudaDriverEntryPointQueryResult {
	cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent
} cudaDriverEntryPointQueryResult;

/* profiler output, until 11 */
typedef enum cudaOutputMode { cudaKeyValuePair, cudaCSV } cudaOutputMode_t;

/* driver log */
typedef enum cudaLogLevel { cudaLogLevelError, cudaLogLevelWarning } cudaLogLevel;
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void *data, cudaLogLevel level, char *message, size_t length);

#include "runtime_launch_types.h"
#include "runtime_external_types.h"
#include "runtime_graph_types.h"

#endif
