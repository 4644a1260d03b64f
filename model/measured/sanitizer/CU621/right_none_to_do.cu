/* Nothing is launched for nothing. */
#include "../check.cuh"

__global__ void work(int *data, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 1;
}

static void launch(int *data, unsigned n)
{
	if (n == 0)
		return;
	work<<<(n - 1) / 256 + 1, 256>>>(data, n);
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
