/* Half as many blocks as SMs, each with a quarter of the threads. Fast: eight full blocks for each SM. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, float *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		out[i] = in[i] + 1.0f;
	}
}

__global__ void fast(const float *in, float *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		out[i] = in[i] + 1.0f;
	}
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"half_grid", [&] { slow<<<66, 512>>>(in, out); }, // expect: CU605
		[&] { fast<<<132 * 8, 256>>>(in, out); });
}
