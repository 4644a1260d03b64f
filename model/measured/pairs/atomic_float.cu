/* Every thread adds its float to one address. Fast: the block adds up first. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	atomicAdd(out, value); // expect: CU511
}

__global__ void fast(const float *in, float *out)
{
	__shared__ float partial[8];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = in[i];
	for (int offset = 16; offset > 0; offset >>= 1) {
		value += __shfl_down_sync(0xffffffffu, value, offset);
	}
	if (threadIdx.x % 32 == 0) {
		partial[threadIdx.x / 32] = value;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++) {
			value += partial[k];
		}
		atomicAdd(out, value);
	}
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(1);

	return compare(
		"atomic_float", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
