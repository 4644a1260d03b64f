/* A half-precision number per lane. Fast: two. */
#include "pair.cuh"

#include <cuda_fp16.h>

static const int N = 1 << 27;

__global__ void slow(const __half *in, __half *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const __half value = in[i];    // expect: CU107
	out[i] = __hadd(value, value); // expect: CU107
}

__global__ void fast(const __half2 *in, __half2 *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const __half2 value = in[i];
	out[i] = __hadd2(value, value);
}

int main()
{
	const __half2 *in = filled<__half2>(N / 2);
	__half2 *out = filled<__half2>(N / 2);

	return compare(
		"narrow_halves", [&] { slow<<<N / 256, 256>>>((const __half *)in, (__half *)out); },
		[&] { fast<<<N / 2 / 256, 256>>>(in, out); });
}
