/* A counter of the whole grid, counted by atomics that hold for one block. */
#include "../check.cuh"

__global__ void count(unsigned *total, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] == 0)
		atomicAdd_block(total, 1u); // expect: CU504
}

int main()
{
	const int n = 1 << 20;
	int *in = device_array<int>(n);
	unsigned *total = device_array<unsigned>(1), home;
	count<<<n / 256, 256>>>(total, in, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, total, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(in));
	CHECK(cudaFree(total));
	return home == n ? 0 : 1;
}
