/* One block more than fits in a wave of a chip with 132 multiprocessors. Fast: a full wave. */
#include "pair.cuh"

static const int BLOCKS = 132 * 2;

__global__ void slow(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	for (int k = 0; k < 8192; k++) {
		x = x * 0.999f + a;
	}
	out[i] = x;
}

__global__ void fast(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	for (int k = 0; k < 8192; k++) {
		x = x * 0.999f + a;
	}
	out[i] = x;
}

int main()
{
	const float *in = filled<float>((BLOCKS + 1) * 1024);
	float *out = filled<float>((BLOCKS + 1) * 1024);

	return compare(
		"last_wave", [&] { slow<<<BLOCKS + 1, 1024>>>(in, out, 0.25f); }, // expect: CU605
		[&] { fast<<<BLOCKS, 1024>>>(in, out, 0.25f); });
}
