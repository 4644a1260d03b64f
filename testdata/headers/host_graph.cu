// Graphs: capture, nodes by hand, conditional nodes, updates.
__device__ int symbol[32];

__global__ void kernel(float *a, int n)
{
	a[threadIdx.x] += n;
}

void host_callback(void *)
{
}

void capture(float *a, cudaStream_t stream, cudaStream_t other, cudaEvent_t fork)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStreamCaptureStatus status;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	cudaEventRecord(fork, stream);
	cudaStreamWaitEvent(other, fork);
	kernel<<<1, 32, 0, stream>>>(a, 1);
	cudaStreamIsCapturing(stream, &status);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&exec, graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
	cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch);
	cudaGraphInstantiateParams params = {};
	params.flags = cudaGraphInstantiateFlagUpload;
	cudaGraphInstantiateWithParams(&exec, graph, &params);
	cudaGraphUpload(exec, stream);
	cudaGraphLaunch(exec, stream);
	cudaGraphExecUpdateResultInfo info;
	if (cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess)
		printf("%d\n", info.result == cudaGraphExecUpdateErrorTopologyChanged);
	cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, cudaStreamCaptureModeRelaxed);
	const cudaGraphNode_t *dependencies;
	const cudaGraphEdgeData *edges;
	unsigned long long id;
	size_t n;
	cudaStreamGetCaptureInfo(stream, &status);
	cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, &edges, &n);
	cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, cudaStreamSetCaptureDependencies);
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
}

void nodes(float *a, float *host)
{
	cudaGraph_t graph, child;
	cudaGraphExec_t exec;
	cudaGraphNode_t k, c, s, h, m, f, w, d[] = {k, c};
	int n = 4;
	void *args[] = {&a, &n};
	cudaGraphCreate(&graph, 0);
	cudaKernelNodeParams kernel_params = {};
	kernel_params.func = (void *)kernel;
	kernel_params.gridDim = dim3(1);
	kernel_params.blockDim = dim3(32, 1, 1);
	kernel_params.kernelParams = args;
	cudaGraphAddKernelNode(&k, graph, NULL, 0, &kernel_params);
	cudaGraphAddKernelNode(&k, graph, d, 2, &kernel_params);
	cudaKernelNodeAttrValue value = {};
	value.priority = 1;
	cudaGraphKernelNodeSetAttribute(k, cudaKernelNodeAttributePriority, &value);
	cudaMemcpy3DParms copy = {0};
	cudaGraphAddMemcpyNode(&c, graph, &k, 1, &copy);
	cudaGraphAddMemcpyNode1D(&c, graph, &k, 1, a, host, 64, cudaMemcpyHostToDevice);
	cudaGraphAddMemcpyNodeToSymbol(&c, graph, NULL, 0, symbol, host, 64, 0, cudaMemcpyHostToDevice);
	cudaMemsetParams set = {};
	set.dst = a;
	set.elementSize = sizeof(float);
	set.width = 32;
	set.height = 1;
	cudaGraphAddMemsetNode(&s, graph, NULL, 0, &set);
	cudaHostNodeParams callback = {host_callback, host};
	cudaGraphAddHostNode(&h, graph, &c, 1, &callback);
	cudaGraphAddChildGraphNode(&h, graph, NULL, 0, child);
	cudaGraphAddEmptyNode(&h, graph, NULL, 0);
	cudaMemAllocNodeParams alloc = {};
	alloc.poolProps.allocType = cudaMemAllocationTypePinned;
	alloc.bytesize = 1024;
	cudaGraphAddMemAllocNode(&m, graph, NULL, 0, &alloc);
	cudaGraphAddMemFreeNode(&f, graph, &m, 1, alloc.dptr);
	cudaGraphAddDependencies(graph, &k, &c, NULL, 1);
	cudaGraphEdgeData edge = {};
	edge.type = cudaGraphDependencyTypeProgrammatic;
	edge.from_port = cudaGraphKernelNodePortProgrammatic;
	cudaGraphAddDependencies(graph, &k, &c, &edge, 1);
	size_t count;
	cudaGraphGetNodes(graph, NULL, &count);
	cudaGraphGetEdges(graph, NULL, NULL, NULL, &count);

	cudaGraphConditionalHandle handle;
	cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
	cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
	params.conditional.handle = handle;
	params.conditional.type = cudaGraphCondTypeWhile;
	params.conditional.size = 1;
	cudaGraphAddNode(&w, graph, &k, NULL, 1, &params);
	cudaGraph_t body = params.conditional.phGraph_out[0];

	cudaGraphInstantiate(&exec, body, 0);
	cudaGraphExecKernelNodeSetParams(exec, k, &kernel_params);
	cudaGraphExecMemcpyNodeSetParams1D(exec, c, a, host, 32, cudaMemcpyHostToDevice);
	cudaGraphNodeSetEnabled(exec, k, 0);
	cudaGraphDebugDotPrint(graph, "graph.dot", cudaGraphDebugDotFlagsVerbose);
	cudaUserObject_t object;
	cudaUserObjectCreate(&object, host, host_callback, 1, cudaUserObjectNoDestructorSync);
	cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
	cudaDeviceGraphMemTrim(0);
}
