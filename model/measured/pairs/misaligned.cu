/* Unit stride from a base that is one element off the sector grid. Fast: on the grid. */
#include "pair.cuh"

static const int N = 1 << 26;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i + 1]; // expect: CU102
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
	const float *in = filled<float>(N + 1);
	float *out = filled<float>(N);

	return compare(
		"misaligned", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
