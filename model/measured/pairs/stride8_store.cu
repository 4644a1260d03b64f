/* Every 8th element is stored: a sector for each lane. Fast: side by side. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[(size_t)i * 8] = value * 2.0f; // expect: CU101
}

__global__ void fast(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[i] = value * 2.0f;
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>((size_t)N * 8);

	return compare(
		"stride8_store", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
