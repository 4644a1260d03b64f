/* The first lane takes room for its warp, and hands it out by a shuffle. */
#include "../check.cuh"

__device__ unsigned used;

__global__ void append(int *out, const int *in)
{
	int lane = threadIdx.x % 32;
	unsigned first = 0;
	if (lane == 0)
		first = atomicAdd(&used, 32);
	first = __shfl_sync(0xffffffffu, first, 0);
	out[first + lane] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

int main()
{
	int *in = device_array<int>(4096), *out = device_array<int>(4096);
	append<<<16, 256>>>(out, in);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
