/* Threads that have something to write take a place each. Fast: one of the block takes the places for all. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, int *count, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	if (value > 0.75f) {
		out[atomicAdd(count, 1) & (N - 1)] = value; // expect: CU511
	}
}

__global__ void fast(const float *in, int *count, float *out)
{
	__shared__ int own, first;
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	const bool has = value > 0.75f;
	int at = 0;
	if (threadIdx.x == 0) {
		own = 0;
	}
	__syncthreads();
	if (has) {
		at = atomicAdd(&own, 1);
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		first = atomicAdd(count, own);
	}
	__syncthreads();
	if (has) {
		out[(first + at) & (N - 1)] = value;
	}
}

int main()
{
	const float *in = filled<float>(N);
	int *count = filled<int>(1);
	float *out = filled<float>(N);

	return compare(
		"append_by_block", [&] { slow<<<N / 256, 256>>>(in, count, out); },
		[&] { fast<<<N / 256, 256>>>(in, count, out); });
}
