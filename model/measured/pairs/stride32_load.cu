/* Every 32nd element is loaded: 32 times the sectors. Fast: the elements lie side by side. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[(size_t)i * 32]; // expect: CU101
	out[i] = value * 2.0f;
}

__global__ void fast(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[i] = value * 2.0f;
}

int main()
{
	const float *in = filled<float>((size_t)N * 32);
	float *out = filled<float>(N);

	return compare(
		"stride32_load", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
