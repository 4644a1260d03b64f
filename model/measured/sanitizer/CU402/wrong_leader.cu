/* The first lane takes room for its warp, the others read where. */
#include "../check.cuh"

__device__ unsigned used;

struct Slots {
	unsigned first[8];
};

__global__ void append(int *out, const int *in)
{
	__shared__ Slots slots;
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (lane == 0)
		slots.first[warp] = atomicAdd(&used, 32);
	out[slots.first[warp] + lane] = in[blockIdx.x * blockDim.x + threadIdx.x]; // expect: CU402
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
