/* A block reverses its part with a barrier between. */
#include <vector>

#include "../check.cuh"

__global__ void reverse(int *data)
{
	__shared__ int part[256];
	int base = blockIdx.x * blockDim.x;
	part[threadIdx.x] = data[base + threadIdx.x];
	__syncthreads();
	data[base + threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

int main()
{
	std::vector<int> host(1024);
	for (int i = 0; i < 1024; i++)
		host[i] = i;
	int *data = device_array<int>(1024);
	CHECK(cudaMemcpy(data, host.data(), 1024 * sizeof(int), cudaMemcpyHostToDevice));
	reverse<<<4, 256>>>(data);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(host.data(), data, 1024 * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(data));
	for (int i = 0; i < 1024; i++)
		if (host[i] != i / 256 * 256 + 255 - i % 256)
			return 1;
	return 0;
}
