/* Shared atomics on eight bins: four lanes of a warp meet in each. Fast: a bin for every lane. */
#include "pair.cuh"

static const int BLOCKS = 132 * 16;

__global__ void slow(int *out)
{
	__shared__ int bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		atomicAdd(&bins[(threadIdx.x + turn) & 7], turn + (int)threadIdx.x); // expect: none
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}

__global__ void fast(int *out)
{
	__shared__ int bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		atomicAdd(&bins[(threadIdx.x + turn) & 255], turn + (int)threadIdx.x);
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}

int main()
{
	int *out = filled<int>(BLOCKS * 256);

	return compare(
		"shared_atomics", [&] { slow<<<BLOCKS, 256>>>(out); }, [&] { fast<<<BLOCKS, 256>>>(out); });
}
