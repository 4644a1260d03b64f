/* All threads of a block write, and one takes the ticket with no barrier before it. */
#include "../check.cuh"

template <typename T> __device__ bool is_last_block(T *counter)
{
	__shared__ bool last;
	if (threadIdx.x == 0)
		last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; // expect: CU309
	__syncthreads();
	return last;
}

__global__ void reduce(int *parts, int *result, unsigned *counter)
{
	parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	__threadfence();
	if (!is_last_block(counter))
		return;
	int sum = 0;
	for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
		sum += parts[i];
	atomicAdd(result, sum);
}

int main()
{
	const int blocks = 512, threads = 256;
	int *parts = device_array<int>(blocks * threads), *result = device_array<int>(1), home;
	unsigned *counter = device_array<unsigned>(1);
	reduce<<<blocks, threads>>>(parts, result, counter);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, result, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(parts));
	CHECK(cudaFree(result));
	CHECK(cudaFree(counter));
	return home == blocks * threads ? 0 : 1;
}
