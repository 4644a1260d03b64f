/* Memory for n bytes, where n floats are meant. */
#include "../check.cuh"

__global__ void fill(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = i;
}

int main()
{
	const int n = 4096;
	float *data;
	CHECK(cudaMalloc((void **)&data, n)); // expect: CU136
	fill<<<(n + 255) / 256, 256>>>(data, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
