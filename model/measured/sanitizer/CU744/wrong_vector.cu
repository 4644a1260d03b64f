/* A stream for each tile, in a vector; a copy and a kernel in each. */
#include <vector>

#include "../check.cuh"

__global__ void work(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i]++;
}

int main()
{
	const int tiles = 32, n = 1024;
	std::vector<cudaStream_t> streams(tiles);
	for (auto &stream : streams)
		CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	int *data = device_array<int>(tiles * n);
	CHECK(cudaDeviceSynchronize());
	for (int t = 0; t < tiles; t++) {
		work<<<n / 128, 128, 0, streams[t]>>>(data + t * n, n); // expect: CU744
		CHECK(cudaGetLastError());
	}
	for (auto &stream : streams)
		CHECK(cudaStreamSynchronize(stream));
	for (auto &stream : streams)
		CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(data));
	return 0;
}
