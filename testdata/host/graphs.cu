// A capture with a fork, its replay, a hand-built graph, and a launch with attributes.
__global__ void fill(int *data, int value)
{
	data[threadIdx.x] = value;
}

void capture(cudaStream_t side, int *a, int *b)
{
	cudaStream_t main_stream;
	cudaEvent_t fork, join;
	cudaGraph_t graph;
	cudaGraphExec_t exec = nullptr;
	cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
	cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
	for (int i = 0; i < 100; i++) {
		if (!exec) {
			cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
			cudaEventRecord(fork, main_stream);
			cudaStreamWaitEvent(side, fork, 0);
			fill<<<1, 32, 0, main_stream>>>(a, 1);
			fill<<<1, 32, 0, side>>>(b, 2);
			cudaEventRecord(join, side);
			cudaStreamWaitEvent(main_stream, join, 0);
			cudaStreamEndCapture(main_stream, &graph);
			cudaGraphInstantiate(&exec, graph, 0);
		}
		cudaGraphLaunch(exec, main_stream);
	}
	cudaStreamSynchronize(main_stream);
}

void build(int *data)
{
	cudaGraph_t graph;
	cudaGraphNode_t nodes[2];
	int value = 3;
	void *args[] = {&data, &value};
	cudaKernelNodeParams params = {};
	params.func = (void *)fill;
	params.gridDim = dim3(1);
	params.blockDim = dim3(32);
	params.kernelParams = args;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&nodes[0], graph, nullptr, 0, &params);
	cudaGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &params);
}

void attributes(int *data)
{
	cudaLaunchConfig_t config = {0};
	cudaLaunchAttribute attribute[1];
	attribute[0].id = cudaLaunchAttributeClusterDimension;
	attribute[0].val.clusterDim.x = 2;
	attribute[0].val.clusterDim.y = 1;
	attribute[0].val.clusterDim.z = 1;
	config.gridDim = dim3(8);
	config.blockDim = 256;
	config.attrs = attribute;
	config.numAttrs = 1;
	cudaLaunchKernelEx(&config, fill, data, 7);
}
