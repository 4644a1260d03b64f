/* A count that shall begin with one in every element. */
#include "../check.cuh"

__global__ void add(int *counts, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		counts[i] += 1;
}

int main()
{
	const int n = 1000;
	int *counts, first;
	CHECK(cudaMalloc(&counts, n * sizeof(int)));
	CHECK(cudaMemset(counts, 1, n * sizeof(int))); // expect: CU136
	add<<<(n + 127) / 128, 128>>>(counts, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&first, counts, sizeof first, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(counts));
	return first == 2 ? 0 : 1;
}
