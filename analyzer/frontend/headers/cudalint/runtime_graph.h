/* Graphs. */
#ifndef CUDALINT_RUNTIME_GRAPH_H
#define CUDALINT_RUNTIME_GRAPH_H

/* what every call that adds a node starts with */
#define CL_ADD cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count
#define CL_EXEC cudaGraphExec_t exec, cudaGraphNode_t node

extern "C" {

/* graphs and their execution */
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags = 0);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithParams(
	cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *params);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
__host__ __device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value);

/* structure */
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetEdges(
	cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphGetEdges_v2(
	cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(
	cudaGraphNode_t node, cudaGraphNode_t *dependencies, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependencies_v2(
	cudaGraphNode_t node, cudaGraphNode_t *dependencies, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(
	cudaGraphNode_t node, cudaGraphNode_t *dependents, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(
	cudaGraphNode_t node, cudaGraphNode_t *dependents, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
	const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
	const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
	const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
	const cudaGraphEdgeData *edges, size_t count);

/* nodes of any kind */
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
	const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *params);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
	const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *params);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params);
cudaError_t cudaGraphExecNodeSetParams(CL_EXEC, struct cudaGraphNodeParams *params);
cudaError_t cudaGraphNodeSetEnabled(CL_EXEC, unsigned int enabled);
cudaError_t cudaGraphNodeGetEnabled(CL_EXEC, unsigned int *enabled);
cudaError_t cudaGraphConditionalHandleCreate(
	cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned int launchValue = 0, unsigned int flags = 0);

/* kernels */
cudaError_t cudaGraphAddKernelNode(CL_ADD, const struct cudaKernelNodeParams *params);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *params);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t dst, cudaGraphNode_t src);
cudaError_t cudaGraphKernelNodeGetAttribute(
	cudaGraphNode_t node, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value);
cudaError_t cudaGraphKernelNodeSetAttribute(
	cudaGraphNode_t node, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value);
cudaError_t cudaGraphExecKernelNodeSetParams(CL_EXEC, const struct cudaKernelNodeParams *params);

/* copies */
cudaError_t cudaGraphAddMemcpyNode(CL_ADD, const struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphAddMemcpyNode1D(CL_ADD, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(
	CL_ADD, const void *symbol, const void *src, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
	CL_ADD, void *dst, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphMemcpyNodeSetParams1D(
	cudaGraphNode_t node, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *src, size_t bytes,
	size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const void *symbol, size_t bytes,
	size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParams(CL_EXEC, const struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(
	CL_EXEC, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
	CL_EXEC, const void *symbol, const void *src, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
	CL_EXEC, void *dst, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);

/* fills */
cudaError_t cudaGraphAddMemsetNode(CL_ADD, const struct cudaMemsetParams *params);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *params);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *params);
cudaError_t cudaGraphExecMemsetNodeSetParams(CL_EXEC, const struct cudaMemsetParams *params);

/* host functions, child graphs, empty nodes */
cudaError_t cudaGraphAddHostNode(CL_ADD, const struct cudaHostNodeParams *params);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *params);
cudaError_t cudaGraphExecHostNodeSetParams(CL_EXEC, const struct cudaHostNodeParams *params);
cudaError_t cudaGraphAddChildGraphNode(CL_ADD, cudaGraph_t child);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *child);
cudaError_t cudaGraphExecChildGraphNodeSetParams(CL_EXEC, cudaGraph_t child);
cudaError_t cudaGraphAddEmptyNode(CL_ADD);

/* events and external semaphores */
cudaError_t cudaGraphAddEventRecordNode(CL_ADD, cudaEvent_t event);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(CL_EXEC, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(CL_ADD, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(CL_EXEC, cudaEvent_t event);
cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
	CL_ADD, const struct cudaExternalSemaphoreSignalNodeParams *params);
cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
	cudaGraphNode_t node, struct cudaExternalSemaphoreSignalNodeParams *params);
cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
	cudaGraphNode_t node, const struct cudaExternalSemaphoreSignalNodeParams *params);
cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
	CL_EXEC, const struct cudaExternalSemaphoreSignalNodeParams *params);
cudaError_t cudaGraphAddExternalSemaphoresWaitNode(CL_ADD, const struct cudaExternalSemaphoreWaitNodeParams *params);
cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
	cudaGraphNode_t node, struct cudaExternalSemaphoreWaitNodeParams *params);
cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
	cudaGraphNode_t node, const struct cudaExternalSemaphoreWaitNodeParams *params);
cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
	CL_EXEC, const struct cudaExternalSemaphoreWaitNodeParams *params);

/* allocation */
cudaError_t cudaGraphAddMemAllocNode(CL_ADD, struct cudaMemAllocNodeParams *params);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params);
cudaError_t cudaGraphAddMemFreeNode(CL_ADD, void *ptr);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *ptr);

/* user objects */
cudaError_t cudaUserObjectCreate(
	cudaUserObject_t *object, void *ptr, cudaHostFn_t destroy, unsigned int references, unsigned int flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count = 1);
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count = 1);
cudaError_t cudaGraphRetainUserObject(
	cudaGraph_t graph, cudaUserObject_t object, unsigned int count = 1, unsigned int flags = 0);
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count = 1);
}

/* until 11 and 12: error node and log of the instantiation, no edge data */
cudaError_t cudaGraphInstantiate(
	cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *errorNode, char *log, size_t logSize);
cudaError_t cudaGraphExecUpdate(
	cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *errorNode, enum cudaGraphExecUpdateResult *result);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents, size_t *count);
cudaError_t cudaGraphAddDependencies(
	cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphRemoveDependencies(
	cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphAddNode(CL_ADD, struct cudaGraphNodeParams *params);

/* symbols and objects as themselves */
template <class T_>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(
	CL_ADD, const T_ &symbol, const void *src, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
template <class T_>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
	CL_ADD, void *dst, const T_ &symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
template <class T_>
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T_ &symbol, const void *src, size_t bytes,
	size_t offset, enum cudaMemcpyKind kind);
template <class T_>
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const T_ &symbol, size_t bytes,
	size_t offset, enum cudaMemcpyKind kind);
template <class T_>
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
	CL_EXEC, const T_ &symbol, const void *src, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
template <class T_>
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
	CL_EXEC, void *dst, const T_ &symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
template <class T_>
cudaError_t cudaUserObjectCreate(
	cudaUserObject_t *object, T_ *ptr, unsigned int references, unsigned int flags);
template <class T_>
cudaError_t cudaUserObjectCreate(
	cudaUserObject_t *object, T_ *ptr, cudaHostFn_t destroy, unsigned int references, unsigned int flags);

#undef CL_ADD
#undef CL_EXEC
#endif
