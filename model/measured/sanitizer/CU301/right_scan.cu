/* A scan in place, with a barrier between reading and writing. */
#include <vector>

#include "../check.cuh"

__global__ void scan(int *data)
{
	__shared__ int sums[512];
	int t = threadIdx.x;
	sums[t] = data[t];
	for (int d = 1; d < 512; d *= 2) {
		__syncthreads();
		int add = t >= d ? sums[t - d] : 0;
		__syncthreads();
		sums[t] += add;
	}
	data[t] = sums[t];
}

int main()
{
	std::vector<int> host(512, 1);
	int *data = device_array<int>(512);
	CHECK(cudaMemcpy(data, host.data(), 512 * sizeof(int), cudaMemcpyHostToDevice));
	scan<<<1, 512>>>(data);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(host.data(), data, 512 * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(data));
	return host[511] == 512 ? 0 : 1;
}
