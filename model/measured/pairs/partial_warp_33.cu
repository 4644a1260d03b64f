/* Blocks of 33 threads: the second warp has one lane. Fast: 64 threads. */
#include "pair.cuh"

static const int N = 2112 << 11;

__global__ void slow(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	for (int k = 0; k < 512; k++) {
		x = x * 0.999f + a;
	}
	out[i] = x;
}

__global__ void fast(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	for (int k = 0; k < 512; k++) {
		x = x * 0.999f + a;
	}
	out[i] = x;
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"partial_warp_33", [&] { slow<<<N / 33, 33>>>(in, out, 0.25f); }, // expect: CU603
		[&] { fast<<<N / 64, 64>>>(in, out, 0.25f); });
}
