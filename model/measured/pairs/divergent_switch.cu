/* Four paths inside every warp. Fast: one path a warp. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	switch (threadIdx.x & 3) { // expect: CU413
	case 0:
		for (int k = 0; k < 256; k++) {
			x = x * 0.999f + a;
		}
		break;
	case 1:
		for (int k = 0; k < 256; k++) {
			x = a - x * 0.998f;
		}
		break;
	case 2:
		for (int k = 0; k < 256; k++) {
			x = x * a + 0.125f;
		}
		break;
	default:
		for (int k = 0; k < 256; k++) {
			x = 0.75f - x * a;
		}
		break;
	}
	out[i] = x;
}

__global__ void fast(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	switch (threadIdx.x / 32 & 3) {
	case 0:
		for (int k = 0; k < 256; k++) {
			x = x * 0.999f + a;
		}
		break;
	case 1:
		for (int k = 0; k < 256; k++) {
			x = a - x * 0.998f;
		}
		break;
	case 2:
		for (int k = 0; k < 256; k++) {
			x = x * a + 0.125f;
		}
		break;
	default:
		for (int k = 0; k < 256; k++) {
			x = 0.75f - x * a;
		}
		break;
	}
	out[i] = x;
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"divergent_switch", [&] { slow<<<N / 256, 256>>>(in, out, 0.25f); },
		[&] { fast<<<N / 256, 256>>>(in, out, 0.25f); });
}
