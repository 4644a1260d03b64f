/* 16 blocks for the whole device. Fast: enough to fill it. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, float *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		out[i] = in[i] * 2.0f;
	}
}

__global__ void fast(const float *in, float *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		out[i] = in[i] * 2.0f;
	}
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"grid_underfill", [&] { slow<<<16, 256>>>(in, out); }, // expect: CU605
		[&] { fast<<<132 * 8, 256>>>(in, out); });
}
