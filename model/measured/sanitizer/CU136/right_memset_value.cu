/* All bits set are -1 in every element; a mask of bytes may hold ones. */
#include "../check.cuh"

__global__ void add(int *counts, const unsigned char *mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && mask[i])
		counts[i] += 1;
}

int main()
{
	const int n = 1000;
	int *counts, first;
	unsigned char *mask;
	CHECK(cudaMalloc(&counts, n * sizeof(int)));
	CHECK(cudaMalloc(&mask, n));
	CHECK(cudaMemset(counts, -1, n * sizeof(int)));
	CHECK(cudaMemset(mask, 1, n));
	add<<<(n + 127) / 128, 128>>>(counts, mask, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&first, counts, sizeof first, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(counts));
	CHECK(cudaFree(mask));
	return first == 0 ? 0 : 1;
}
