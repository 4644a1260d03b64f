/* The last block adds up the sums of all; a fence stands before the ticket, and one behind. */
#include "../check.cuh"

__device__ unsigned tickets;

__global__ void sum(float *parts, float *total)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		parts[blockIdx.x] = blockDim.x;
		__threadfence();
		last = atomicAdd(&tickets, 1) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		float sum = 0;
		for (unsigned b = 0; b < gridDim.x; b++)
			sum += parts[b];
		*total = sum;
		tickets = 0;
	}
}

int main()
{
	const int blocks = 1024;
	float *parts = device_array<float>(blocks), *total = device_array<float>(1), home;
	sum<<<blocks, 128>>>(parts, total);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, total, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(parts));
	CHECK(cudaFree(total));
	return home == blocks * 128.0f ? 0 : 1;
}
