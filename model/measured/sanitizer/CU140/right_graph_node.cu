/* A graph's kernel node with all entries. */
#include "../check.cuh"

__global__ void add(const float *a, const float *b, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = a[i] + b[i];
}

int main()
{
	int n = 512;
	float *a = device_array<float>(n), *b = device_array<float>(n), *sum = device_array<float>(n);
	cudaGraph_t graph;
	CHECK(cudaGraphCreate(&graph, 0));
	void *args[] = {&a, &b, &sum, &n};
	cudaKernelNodeParams params = {};
	params.func = (void *)add;
	params.gridDim = dim3(n / 128);
	params.blockDim = dim3(128);
	params.kernelParams = args;
	cudaGraphNode_t node;
	CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
	cudaGraphExec_t exec;
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphLaunch(exec, 0));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	return 0;
}
