/* Odd and even lanes take different long paths. Fast: whole warps do. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	if (threadIdx.x % 2 == 0) { // expect: CU413
		for (int k = 0; k < 512; k++) {
			x = x * 0.999f + a;
		}
	} else {
		for (int k = 0; k < 512; k++) {
			x = a - x * 0.998f;
		}
	}
	out[i] = x;
}

__global__ void fast(const float *in, float *out, float a)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
	if (threadIdx.x / 32 % 2 == 0) {
		for (int k = 0; k < 512; k++) {
			x = x * 0.999f + a;
		}
	} else {
		for (int k = 0; k < 512; k++) {
			x = a - x * 0.998f;
		}
	}
	out[i] = x;
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"divergent_branch", [&] { slow<<<N / 256, 256>>>(in, out, 0.25f); },
		[&] { fast<<<N / 256, 256>>>(in, out, 0.25f); });
}
