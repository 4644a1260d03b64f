/* A part of memory for each device, each made on its own. */
#include <vector>

#include "../check.cuh"

__global__ void fill(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 1;
}

int main()
{
	const int n = 4096;
	int devices = 0;
	CHECK(cudaGetDeviceCount(&devices));
	if (devices < 2)
		return 77;
	std::vector<float *> parts(2);
	for (int d = 0; d < 2; d++) {
		CHECK(cudaSetDevice(d));
		CHECK(cudaMalloc(&parts[d], n * sizeof(float)));
	}
	for (int d = 0; d < 2; d++) {
		CHECK(cudaSetDevice(d));
		fill<<<n / 256, 256>>>(parts[d], n);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
	}
	for (float *part : parts)
		CHECK(cudaFree(part));
	return 0;
}
