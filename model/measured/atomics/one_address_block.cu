/* Every warp adds its sum to one address. Fast: each block does. */
#include "../pairs/pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const unsigned *in, unsigned long long *total)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long value = in[i];
	for (int offset = 16; offset > 0; offset >>= 1) {
		value += __shfl_down_sync(0xffffffffu, value, offset);
	}
	if (threadIdx.x % 32 == 0) {
		atomicAdd(total, value); // expect: none
	}
}

__global__ void fast(const unsigned *in, unsigned long long *total)
{
	__shared__ unsigned long long parts[8];
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long value = in[i];
	for (int offset = 16; offset > 0; offset >>= 1) {
		value += __shfl_down_sync(0xffffffffu, value, offset);
	}
	if (threadIdx.x % 32 == 0) {
		parts[threadIdx.x / 32] = value;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++) {
			value += parts[k];
		}
		atomicAdd(total, value);
	}
}

int main()
{
	const unsigned *in = filled<unsigned>(N);
	unsigned long long *total = filled<unsigned long long>(1);

	return compare(
		"one_address_block", [&] { slow<<<N / 256, 256>>>(in, total); },
		[&] { fast<<<N / 256, 256>>>(in, total); });
}
