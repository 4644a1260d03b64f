/* A grid for a count that may be zero: zero less one is large. */
#include "../check.cuh"

__global__ void work(int *data, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 1;
}

static void launch(int *data, unsigned n)
{
	work<<<(n - 1) / 256 + 1, 256>>>(data, n); // expect: CU621
	CHECK(cudaGetLastError());
}

int main()
{
	int *data = device_array<int>(1024);
	launch(data, 1024);
	launch(data, 0);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
