/* Every second element is loaded: twice the sectors. Fast: the elements lie side by side. */
#include "pair.cuh"

static const int N = 1 << 26;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[(size_t)i * 2]; // expect: CU101
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
	const float *in = filled<float>((size_t)N * 2);
	float *out = filled<float>(N);

	return compare(
		"stride2_load", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
