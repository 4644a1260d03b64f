/* Blocks of one warp: an SM takes 32 of them, half of its warps. Fast: blocks of eight. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = sqrtf(in[i]);
}

__global__ void fast(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = sqrtf(in[i]);
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"one_warp_blocks", [&] { slow<<<N / 32, 32>>>(in, out); }, // expect: none
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
