/* A histogram of bytes straight into global memory. Fast: a copy for each block in shared memory. */
#include "pair.cuh"

static const int N = 1 << 26;

__global__ void slow(const unsigned char *in, unsigned *bins)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		atomicAdd(&bins[in[i]], 1u); // expect: none
	}
}

__global__ void fast(const unsigned char *in, unsigned *bins)
{
	__shared__ unsigned own[256];
	own[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		atomicAdd(&own[in[i]], 1u);
	}
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main()
{
	const unsigned char *in = filled<unsigned char>(N);
	unsigned *bins = filled<unsigned>(256);

	return compare(
		"histogram_global", [&] { slow<<<132 * 8, 256>>>(in, bins); },
		[&] { fast<<<132 * 8, 256>>>(in, bins); });
}
