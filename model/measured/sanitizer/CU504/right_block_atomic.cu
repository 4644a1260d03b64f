/* A counter for each block, counted by atomics that hold for one block. */
#include "../check.cuh"

__global__ void count(unsigned *totals, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] == 0)
		atomicAdd_block(&totals[blockIdx.x], 1u);
}

int main()
{
	const int n = 1 << 20;
	int *in = device_array<int>(n);
	unsigned *totals = device_array<unsigned>(n / 256), home;
	count<<<n / 256, 256>>>(totals, in, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, totals, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(in));
	CHECK(cudaFree(totals));
	return home == 256 ? 0 : 1;
}
