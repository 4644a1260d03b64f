/* The second half of a table, at its middle. */
#include "../check.cuh"

__constant__ float window[256];

__global__ void apply(float *data)
{
	data[threadIdx.x] *= window[threadIdx.x];
}

int main()
{
	float half[128] = {};
	CHECK(cudaMemcpyToSymbol(window, half, sizeof half));
	CHECK(cudaMemcpyToSymbol(window, half, sizeof half, sizeof half));
	float *data = device_array<float>(256);
	apply<<<1, 256>>>(data);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
