// Nodes that are added by hand, by the struct of each kind and by the one for all; a window for L2; an array of
// objects with constructors.
__global__ void fill(int *data)
{
	data[threadIdx.x] = 1;
}

void nodes(int *data)
{
	cudaGraph_t graph;
	cudaGraphNode_t set, copy, run, alloc, release;
	cudaGraphCreate(&graph, 0);
	cudaMemsetParams zero = {};
	zero.dst = data;
	zero.elementSize = 4;
	zero.width = 128;
	zero.height = 1;
	cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &zero);
	cudaMemcpy3DParms parms = {};
	parms.srcPtr = make_cudaPitchedPtr(data, 64, 64, 1);
	parms.dstPtr = make_cudaPitchedPtr(data + 16, 64, 64, 1);
	parms.extent = make_cudaExtent(64, 1, 1);
	cudaGraphAddMemcpyNode(&copy, graph, &set, 1, &parms);
	void *args[] = {&data};
	cudaGraphNodeParams params = {};
	params.type = cudaGraphNodeTypeKernel;
	params.kernel.func = (void *)fill;
	params.kernel.kernelParams = args;
	cudaGraphAddNode(&run, graph, &copy, nullptr, 1, &params);
	cudaMemAllocNodeParams memory = {};
	memory.bytesize = 256;
	cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory);
	cudaGraphAddMemFreeNode(&release, graph, &alloc, 1, memory.dptr);
}

void window(cudaStream_t stream, int *data)
{
	cudaAccessPolicyWindow window;
	cudaStreamAttrValue value;
	window.base_ptr = data;
	window.num_bytes = 4096;
	window.hitRatio = 0.5;
	window.hitProp = cudaAccessPropertyPersisting;
	window.missProp = cudaAccessPropertyStreaming;
	value.accessPolicyWindow = window;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}

struct Stream {
	cudaStream_t handle;
	Stream() { cudaStreamCreate(&handle); }
	~Stream() { cudaStreamDestroy(handle); }
};

void array(int *data)
{
	Stream streams[2];
	fill<<<1, 32, 0, streams[1].handle>>>(data);
}
