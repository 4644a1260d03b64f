/* Counters in a __device__ array, one per block of the launch. */
#include "../check.cuh"

template <int N> struct Counters {
	unsigned value[N];
	__device__ void bump(int at) { atomicAdd(&value[at], 1); }
};

__device__ Counters<40> counters;

__global__ void count(const int *in)
{
	if (in[blockIdx.x * blockDim.x + threadIdx.x] == 0)
		counters.bump(blockIdx.x);
	counters.bump(blockIdx.x);
}

int main()
{
	int *in = device_array<int>(40 * 64);
	count<<<40, 64>>>(in);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(in));
	return 0;
}
