/* Memory of the first device in a kernel of the second. */
#include "../check.cuh"

__global__ void fill(int *data)
{
	data[threadIdx.x] = 1;
}

int main()
{
	int devices = 0;
	CHECK(cudaGetDeviceCount(&devices));
	if (devices < 2)
		return 77;
	int *data;
	CHECK(cudaSetDevice(0));
	CHECK(cudaMalloc(&data, 256 * sizeof(int)));
	CHECK(cudaSetDevice(1));
	fill<<<1, 256>>>(data); // expect: CU743
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
