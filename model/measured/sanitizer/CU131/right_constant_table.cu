/* The index is taken modulo the table's length. */
#include "../check.cuh"

__constant__ float taps[48];

__global__ void filter(float *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = taps[threadIdx.x % 48];
}

int main()
{
	float host[48] = {};
	CHECK(cudaMemcpyToSymbol(taps, host, sizeof host));
	float *out = device_array<float>(256);
	filter<<<4, 64>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(out));
	return 0;
}
