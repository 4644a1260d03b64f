/* Graphs: node kinds and their parameters. */
#ifndef CUDALINT_RUNTIME_GRAPH_TYPES_H
#define CUDALINT_RUNTIME_GRAPH_TYPES_H

enum cudaGraphNodeType {
	cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost,
	cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord,
	cudaGraphNodeTypeExtSemaphoreSignal, cudaGraphNodeTypeExtSemaphoreWait, cudaGraphNodeTypeMemAlloc,
	cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional = 13, cudaGraphNodeTypeCount
};
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch };
enum cudaGraphConditionalHandleFlags { cudaGraphCondAssignDefault = 1 };
enum cudaGraphChildGraphNodeOwnership { cudaGraphChildGraphOwnershipClone, cudaGraphChildGraphOwnershipMove };
enum cudaGraphInstantiateFlags {
	cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2,
	cudaGraphInstantiateFlagDeviceLaunch = 4, cudaGraphInstantiateFlagUseNodePriority = 8
};
typedef enum cudaGraphInstantiateResult {
	cudaGraphInstantiateSuccess, cudaGraphInstantiateError, cudaGraphInstantiateInvalidStructure,
	cudaGraphInstantiateNodeOperationNotSupported, cudaGraphInstantiateMultipleDevicesNotSupported,
	cudaGraphInstantiateConditionalHandleUnused
} cudaGraphInstantiateResult;
enum cudaGraphExecUpdateResult {
	cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged,
	cudaGraphExecUpdateErrorNodeTypeChanged, cudaGraphExecUpdateErrorFunctionChanged,
	cudaGraphExecUpdateErrorParametersChanged, cudaGraphExecUpdateErrorNotSupported,
	cudaGraphExecUpdateErrorUnsupportedFunctionChange, cudaGraphExecUpdateErrorAttributesChanged
};
enum cudaGraphDebugDotFlags {
	cudaGraphDebugDotFlagsVerbose = 1 << 0, cudaGraphDebugDotFlagsKernelNodeParams = 1 << 2,
	cudaGraphDebugDotFlagsMemcpyNodeParams = 1 << 3, cudaGraphDebugDotFlagsMemsetNodeParams = 1 << 4,
	cudaGraphDebugDotFlagsHostNodeParams = 1 << 5, cudaGraphDebugDotFlagsEventNodeParams = 1 << 6,
	cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7, cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 1 << 8,
	cudaGraphDebugDotFlagsKernelNodeAttributes = 1 << 9, cudaGraphDebugDotFlagsHandles = 1 << 10,
	cudaGraphDebugDotFlagsConditionalNodeParams = 1 << 15
};
enum cudaUserObjectFlags { cudaUserObjectNoDestructorSync = 1 };
enum cudaUserObjectRetainFlags { cudaGraphUserObjectMove = 1 };

typedef enum cudaGraphDependencyType_enum {
	cudaGraphDependencyTypeDefault, cudaGraphDependencyTypeProgrammatic
} cudaGraphDependencyType;
typedef struct cudaGraphEdgeData_st {
	unsigned char from_port, to_port, type, reserved[5];
} cudaGraphEdgeData;
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaGraphKernelNodePortLaunchCompletion 2

/* node parameters; the V2 forms sit in cudaGraphNodeParams */
struct cudaKernelNodeParams {
	void *func;
	dim3 gridDim, blockDim;
	unsigned int sharedMemBytes;
	void **kernelParams, **extra;
};
struct cudaKernelNodeParamsV2 {
	void *func;
	dim3 gridDim, blockDim;
	unsigned int sharedMemBytes;
	void **kernelParams, **extra;
};
struct cudaMemcpyNodeParams {
	int flags, reserved[3];
	struct cudaMemcpy3DParms copyParams;
};
struct cudaMemsetParams {
	void *dst;
	size_t pitch;
	unsigned int value, elementSize;
	size_t width, height;
};
struct cudaMemsetParamsV2 {
	void *dst;
	size_t pitch;
	unsigned int value, elementSize;
	size_t width, height;
};
struct cudaHostNodeParams {
	cudaHostFn_t fn;
	void *userData;
};
struct cudaHostNodeParamsV2 {
	cudaHostFn_t fn;
	void *userData;
};
struct cudaChildGraphNodeParams {
	cudaGraph_t graph;
	enum cudaGraphChildGraphNodeOwnership ownership;
};
struct cudaEventRecordNodeParams {
	cudaEvent_t event;
};
struct cudaEventWaitNodeParams {
	cudaEvent_t event;
};
struct cudaExternalSemaphoreSignalNodeParams {
	cudaExternalSemaphore_t *extSemArray;
	const struct cudaExternalSemaphoreSignalParams *paramsArray;
	unsigned int numExtSems;
};
struct cudaExternalSemaphoreSignalNodeParamsV2 {
	cudaExternalSemaphore_t *extSemArray;
	const struct cudaExternalSemaphoreSignalParams *paramsArray;
	unsigned int numExtSems;
};
struct cudaExternalSemaphoreWaitNodeParams {
	cudaExternalSemaphore_t *extSemArray;
	const struct cudaExternalSemaphoreWaitParams *paramsArray;
	unsigned int numExtSems;
};
struct cudaExternalSemaphoreWaitNodeParamsV2 {
	cudaExternalSemaphore_t *extSemArray;
	const struct cudaExternalSemaphoreWaitParams *paramsArray;
	unsigned int numExtSems;
};
struct cudaMemAllocNodeParams {
	struct cudaMemPoolProps poolProps;
	const struct cudaMemAccessDesc *accessDescs;
	size_t accessDescCount, bytesize;
	void *dptr;
};
struct cudaMemAllocNodeParamsV2 {
	struct cudaMemPoolProps poolProps;
	const struct cudaMemAccessDesc *accessDescs;
	size_t accessDescCount, bytesize;
	void *dptr;
};
struct cudaMemFreeNodeParams {
	void *dptr;
};
struct cudaConditionalNodeParams {
	cudaGraphConditionalHandle handle;
	enum cudaGraphConditionalNodeType type;
	unsigned int size;
	cudaGraph_t *phGraph_out;
};
struct cudaGraphNodeParams {
	enum cudaGraphNodeType type;
	int reserved0[3];
	union {
		long long reserved1[29];
		struct cudaKernelNodeParamsV2 kernel;
		struct cudaMemcpyNodeParams memcpy;
		struct cudaMemsetParamsV2 memset;
		struct cudaHostNodeParamsV2 host;
		struct cudaChildGraphNodeParams graph;
		struct cudaEventWaitNodeParams eventWait;
		struct cudaEventRecordNodeParams eventRecord;
		struct cudaExternalSemaphoreSignalNodeParamsV2 extSemSignal;
		struct cudaExternalSemaphoreWaitNodeParamsV2 extSemWait;
		struct cudaMemAllocNodeParamsV2 alloc;
		struct cudaMemFreeNodeParams free;
		struct cudaConditionalNodeParams conditional;
	};
	long long reserved2;
};

typedef struct cudaGraphInstantiateParams_st {
	unsigned long long flags;
	cudaStream_t uploadStream;
	cudaGraphNode_t errNode_out;
	cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;
typedef struct cudaGraphExecUpdateResultInfo_st {
	enum cudaGraphExecUpdateResult result;
	cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;

/* updates of kernel nodes from the device */
enum cudaGraphKernelNodeField {
	cudaGraphKernelNodeFieldInvalid, cudaGraphKernelNodeFieldGridDim, cudaGraphKernelNodeFieldParam,
	cudaGraphKernelNodeFieldEnabled
};
struct cudaGraphKernelNodeUpdate {
	cudaGraphDeviceNode_t node;
	enum cudaGraphKernelNodeField field;
	union {
		dim3 gridDim;
		struct {
			const void *pValue;
			size_t offset, size;
		} param;
		unsigned int isEnabled;
	} updateData;
};
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#endif
