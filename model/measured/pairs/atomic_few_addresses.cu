/* All threads add to 16 neighbouring floats. Fast: to one of their own each. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&out[i % 16], 1.0f); // expect: none
}

__global__ void fast(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&out[i], 1.0f);
}

int main()
{
	float *out = filled<float>(N);

	return compare(
		"atomic_few_addresses", [&] { slow<<<N / 256, 256>>>(out); },
		[&] { fast<<<N / 256, 256>>>(out); });
}
