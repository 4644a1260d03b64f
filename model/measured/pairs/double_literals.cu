/* Literals without an f in arithmetic of floats: it's done in double. Fast: float literals. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	for (int k = 0; k < 64; k++) {
		x = x * 0.999 + 0.25; // expect: CU903
	}
	out[i] = x;
}

__global__ void fast(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	for (int k = 0; k < 64; k++) {
		x = x * 0.999f + 0.25f;
	}
	out[i] = x;
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"double_literals", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
