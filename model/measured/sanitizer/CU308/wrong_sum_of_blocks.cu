/* Each block adds its sum to one cell, without an atomic. */
#include "../check.cuh"

struct Result {
	unsigned total;
	unsigned blocks;
};

__global__ void sum(Result *result, int n)
{
	__shared__ unsigned part;
	if (threadIdx.x == 0)
		part = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&part, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		result->total += part; // expect: CU308
}

int main()
{
	Result *result, home;
	CHECK(cudaMalloc(&result, sizeof(Result)));
	CHECK(cudaMemset(result, 0, sizeof(Result)));
	sum<<<264, 256>>>(result, 1 << 20);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, result, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(result));
	return home.total == 1 << 20 ? 0 : 1;
}
