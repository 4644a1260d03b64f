/* Green contexts of the runtime API. */
#ifndef CUDALINT_RUNTIME_CONTEXTS_H
#define CUDALINT_RUNTIME_CONTEXTS_H

typedef struct cudaDevResourceDesc_st *cudaDevResourceDesc_t;
typedef struct cudaExecutionContext_st *cudaExecutionContext_t;
enum cudaDevResourceType {
	cudaDevResourceTypeInvalid,
	cudaDevResourceTypeSm,
	cudaDevResourceTypeWorkqueueConfig = 1000,
	cudaDevResourceTypeWorkqueue = 10000
};
enum cudaDevSmResourceSplitByCount_flags {
	cudaDevSmResourceSplitIgnoreSmCoscheduling = 1,
	cudaDevSmResourceSplitMaxPotentialClusterSize = 2
};
enum cudaDevWorkqueueConfigScope {
	cudaDevWorkqueueConfigScopeDeviceCtx,
	cudaDevWorkqueueConfigScopeGreenCtxBalanced
};
struct cudaDevSmResource {
	unsigned int smCount, minSmPartitionSize, smCoscheduledAlignment, flags;
};
struct cudaDevWorkqueueConfigResource {
	int device;
	unsigned int wqConcurrencyLimit;
	enum cudaDevWorkqueueConfigScope sharingScope;
};
typedef struct cudaDevSmResourceGroupParams_st {
	unsigned int smCount, coscheduledSmCount, preferredCoscheduledSmCount, flags, reserved[12];
} cudaDevSmResourceGroupParams;
typedef struct cudaDevResource_st {
	enum cudaDevResourceType type;
	unsigned char padding_[92];
	union {
		struct cudaDevSmResource sm;
		struct cudaDevWorkqueueConfigResource wqConfig;
		unsigned char oversize_[40];
	};
	struct cudaDevResource_st *nextResource;
} cudaDevResource;

extern "C" {

cudaError_t cudaDeviceGetDevResource(int device, cudaDevResource *resource, enum cudaDevResourceType type);
cudaError_t cudaDevSmResourceSplitByCount(cudaDevResource *result, unsigned int *groups,
	const cudaDevResource *input, cudaDevResource *remaining, unsigned int flags, unsigned int minCount);
cudaError_t cudaDevSmResourceSplit(cudaDevResource *result, unsigned int groups, const cudaDevResource *input,
	cudaDevResource *remainder, unsigned int flags, cudaDevSmResourceGroupParams *params);
cudaError_t cudaDevResourceGenerateDesc(
	cudaDevResourceDesc_t *desc, cudaDevResource *resources, unsigned int count);
cudaError_t cudaGreenCtxCreate(
	cudaExecutionContext_t *context, cudaDevResourceDesc_t desc, int device, unsigned int flags);
cudaError_t cudaExecutionCtxDestroy(cudaExecutionContext_t context);
cudaError_t cudaExecutionCtxGetDevResource(
	cudaExecutionContext_t context, cudaDevResource *resource, enum cudaDevResourceType type);
cudaError_t cudaExecutionCtxGetDevice(int *device, cudaExecutionContext_t context);
cudaError_t cudaExecutionCtxGetId(cudaExecutionContext_t context, unsigned long long *id);
cudaError_t cudaExecutionCtxStreamCreate(
	cudaStream_t *stream, cudaExecutionContext_t context, unsigned int flags, int priority);
cudaError_t cudaExecutionCtxSynchronize(cudaExecutionContext_t context);
cudaError_t cudaExecutionCtxRecordEvent(cudaExecutionContext_t context, cudaEvent_t event);
cudaError_t cudaExecutionCtxWaitEvent(cudaExecutionContext_t context, cudaEvent_t event);
cudaError_t cudaStreamGetDevResource(
	cudaStream_t stream, cudaDevResource *resource, enum cudaDevResourceType type);
cudaError_t cudaDeviceGetExecutionCtx(cudaExecutionContext_t *context, int device);

/* identities of graphs */
cudaError_t cudaGraphGetId(cudaGraph_t graph, unsigned int *id);
cudaError_t cudaGraphExecGetId(cudaGraphExec_t exec, unsigned int *id);
cudaError_t cudaGraphNodeGetContainingGraph(cudaGraphNode_t node, cudaGraph_t *graph);
cudaError_t cudaGraphNodeGetLocalId(cudaGraphNode_t node, unsigned int *id);
cudaError_t cudaGraphNodeGetToolsId(cudaGraphNode_t node, unsigned long long *id);

} /* extern "C" */

#endif
