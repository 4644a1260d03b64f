/* Graphs of the driver API. */
#ifndef CUDALINT_DRIVER_GRAPH_H
#define CUDALINT_DRIVER_GRAPH_H

#include "driver_types.h"

typedef enum CUgraphConditionalNodeType_enum {
	CU_GRAPH_COND_TYPE_IF, CU_GRAPH_COND_TYPE_WHILE, CU_GRAPH_COND_TYPE_SWITCH
} CUgraphConditionalNodeType;
typedef enum CUgraphChildGraphNodeOwnership_enum {
	CU_GRAPH_CHILD_GRAPH_OWNERSHIP_INVALID = -1, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE,
	CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE
} CUgraphChildGraphNodeOwnership;
typedef enum CUgraphMem_attribute_enum {
	CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT,
	CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH
} CUgraphMem_attribute;

/* parameters of nodes */
typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
	int flags, reserved;
	CUcontext copyCtx;
	CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
	CUdeviceptr dst;
	size_t pitch;
	unsigned int value, elementSize;
	size_t width, height;
	CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;
typedef struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
	CUgraph graph;
	CUgraphChildGraphNodeOwnership ownership;
} CUDA_CHILD_GRAPH_NODE_PARAMS;
typedef struct CUDA_EVENT_RECORD_NODE_PARAMS_st {
	CUevent event;
} CUDA_EVENT_RECORD_NODE_PARAMS;
typedef struct CUDA_EVENT_WAIT_NODE_PARAMS_st {
	CUevent event;
} CUDA_EVENT_WAIT_NODE_PARAMS;
typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
	CUmemPoolProps poolProps;
	const CUmemAccessDesc *accessDescs;
	size_t accessDescCount, bytesize;
	CUdeviceptr dptr;
} CUDA_MEM_ALLOC_NODE_PARAMS;
typedef struct CUDA_MEM_FREE_NODE_PARAMS_st {
	CUdeviceptr dptr;
} CUDA_MEM_FREE_NODE_PARAMS;
typedef struct CUDA_BATCH_MEM_OP_NODE_PARAMS_st {
	CUcontext ctx;
	unsigned int count;
	CUstreamBatchMemOpParams *paramArray;
	unsigned int flags;
} CUDA_BATCH_MEM_OP_NODE_PARAMS;
typedef struct CUDA_CONDITIONAL_NODE_PARAMS_st {
	CUgraphConditionalHandle handle;
	CUgraphConditionalNodeType type;
	unsigned int size;
	CUgraph *phGraph_out;
	CUcontext ctx;
} CUDA_CONDITIONAL_NODE_PARAMS;
typedef struct CUgraphNodeParams_st {
	CUgraphNodeType type;
	int reserved0[3];
	union {
		long long reserved1[29];
		CUDA_KERNEL_NODE_PARAMS kernel;
		CUDA_MEMCPY_NODE_PARAMS memcpy;
		CUDA_MEMSET_NODE_PARAMS_v2 memset;
		CUDA_HOST_NODE_PARAMS host;
		CUDA_CHILD_GRAPH_NODE_PARAMS graph;
		CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
		CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
		CUDA_MEM_ALLOC_NODE_PARAMS alloc;
		CUDA_MEM_FREE_NODE_PARAMS free;
		CUDA_BATCH_MEM_OP_NODE_PARAMS memOp;
		CUDA_CONDITIONAL_NODE_PARAMS conditional;
	};
	long long reserved2;
} CUgraphNodeParams;

/* what calls that add a node, or change one of a graph that is instantiated, start with */
#define CL_ADD CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count
#define CL_EXEC CUgraphExec exec, CUgraphNode node

extern "C" {

/* graphs and their execution */
CUresult cuGraphCreate(CUgraph *graph, unsigned int flags);
CUresult cuGraphDestroy(CUgraph graph);
CUresult cuGraphClone(CUgraph *clone, CUgraph original);
CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params);
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream);
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream);
CUresult cuGraphExecDestroy(CUgraphExec exec);
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *result);
CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags);
CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags);
CUresult cuDeviceGraphMemTrim(CUdevice device);
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value);
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value);
CUresult cuUserObjectCreate(
	CUuserObject *object, void *ptr, CUhostFn destroy, unsigned int references, unsigned int flags);
CUresult cuUserObjectRetain(CUuserObject object, unsigned int count);
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count);
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags);
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count);
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context,
	unsigned int launchValue, unsigned int flags);

/* structure */
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type);
CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone);
CUresult cuGraphDestroyNode(CUgraphNode node);
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count);
CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count);
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *count);
CUresult cuGraphNodeGetDependencies(
	CUgraphNode node, CUgraphNode *dependencies, CUgraphEdgeData *edges, size_t *count);
CUresult cuGraphNodeGetDependentNodes(
	CUgraphNode node, CUgraphNode *dependents, CUgraphEdgeData *edges, size_t *count);
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
	const CUgraphEdgeData *edges, size_t count);
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
	const CUgraphEdgeData *edges, size_t count);

/* nodes of any kind */
CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
	const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *params);
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params);
CUresult cuGraphExecNodeSetParams(CL_EXEC, CUgraphNodeParams *params);
CUresult cuGraphNodeSetEnabled(CL_EXEC, unsigned int enabled);
CUresult cuGraphNodeGetEnabled(CL_EXEC, unsigned int *enabled);

/* kernels */
CUresult cuGraphAddKernelNode(CL_ADD, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src);
CUresult cuGraphKernelNodeGetAttribute(
	CUgraphNode node, CUlaunchAttributeID attr, CUlaunchAttributeValue *value);
CUresult cuGraphKernelNodeSetAttribute(
	CUgraphNode node, CUlaunchAttributeID attr, const CUlaunchAttributeValue *value);
CUresult cuGraphExecKernelNodeSetParams(CL_EXEC, const CUDA_KERNEL_NODE_PARAMS *params);

/* copies, fills, host functions */
CUresult cuGraphAddMemcpyNode(CL_ADD, const CUDA_MEMCPY3D *params, CUcontext context);
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params);
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params);
CUresult cuGraphExecMemcpyNodeSetParams(CL_EXEC, const CUDA_MEMCPY3D *params, CUcontext context);
CUresult cuGraphAddMemsetNode(CL_ADD, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context);
CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params);
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params);
CUresult cuGraphExecMemsetNodeSetParams(CL_EXEC, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context);
CUresult cuGraphAddHostNode(CL_ADD, const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphExecHostNodeSetParams(CL_EXEC, const CUDA_HOST_NODE_PARAMS *params);

/* child graphs, empty nodes, events */
CUresult cuGraphAddChildGraphNode(CL_ADD, CUgraph child);
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *child);
CUresult cuGraphExecChildGraphNodeSetParams(CL_EXEC, CUgraph child);
CUresult cuGraphAddEmptyNode(CL_ADD);
CUresult cuGraphAddEventRecordNode(CL_ADD, CUevent event);
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event);
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event);
CUresult cuGraphExecEventRecordNodeSetEvent(CL_EXEC, CUevent event);
CUresult cuGraphAddEventWaitNode(CL_ADD, CUevent event);
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event);
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event);
CUresult cuGraphExecEventWaitNodeSetEvent(CL_EXEC, CUevent event);

/* allocations, memory operations */
CUresult cuGraphAddMemAllocNode(CL_ADD, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphAddMemFreeNode(CL_ADD, CUdeviceptr ptr);
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *ptr);
CUresult cuGraphAddBatchMemOpNode(CL_ADD, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphExecBatchMemOpNodeSetParams(CL_EXEC, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
}

/* until 12: no edge data */
CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *errorNode, char *log, size_t logSize);
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *errorNode, CUgraphExecUpdateResult *result);
CUresult cuGraphAddNode(CL_ADD, CUgraphNodeParams *params);
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count);
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *count);
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *dependents, size_t *count);
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count);
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count);

#undef CL_ADD
#undef CL_EXEC

/* the names that the library exports */
#define cuGraphAddDependencies_v2 cuGraphAddDependencies
#define cuGraphAddKernelNode_v2 cuGraphAddKernelNode
#define cuGraphAddNode_v2 cuGraphAddNode
#define cuGraphExecKernelNodeSetParams_v2 cuGraphExecKernelNodeSetParams
#define cuGraphExecUpdate_v2 cuGraphExecUpdate
#define cuGraphGetEdges_v2 cuGraphGetEdges
#define cuGraphKernelNodeGetParams_v2 cuGraphKernelNodeGetParams
#define cuGraphKernelNodeSetParams_v2 cuGraphKernelNodeSetParams
#define cuGraphNodeGetDependencies_v2 cuGraphNodeGetDependencies
#define cuGraphNodeGetDependentNodes_v2 cuGraphNodeGetDependentNodes
#define cuGraphRemoveDependencies_v2 cuGraphRemoveDependencies

#endif
