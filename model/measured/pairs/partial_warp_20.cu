/* Blocks of 20 threads: 12 lanes idle in each warp. Fast: 32 threads. */
#include "pair.cuh"

static const int N = 640 << 13;

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
		"partial_warp_20", [&] { slow<<<N / 20, 20>>>(in, out, 0.25f); }, // expect: CU603
		[&] { fast<<<N / 32, 32>>>(in, out, 0.25f); });
}
