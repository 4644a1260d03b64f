/* The first block clears what all blocks add to. */
#include "../check.cuh"

__global__ void count(int *cells, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x == 0)
		cells[threadIdx.x] = 0; // expect: CU308
	__syncthreads();
	if (i < n)
		atomicAdd(&cells[in[i] & 255], 1);
}

int main()
{
	const int n = 1 << 20;
	int *cells = device_array<int>(256), *in = device_array<int>(n), first;
	count<<<n / 256, 256>>>(cells, in, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&first, cells, sizeof first, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(cells));
	CHECK(cudaFree(in));
	return first == n ? 0 : 1;
}
