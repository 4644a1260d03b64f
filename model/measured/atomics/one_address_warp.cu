/* Every thread adds its own 64 bits to one address. Fast: each warp adds its sum. */
#include "../pairs/pair.cuh"

static const int N = 1 << 20;

__global__ void slow(const unsigned *in, unsigned long long *total)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(total, (unsigned long long)in[i]); // expect: CU511
}

__global__ void fast(const unsigned *in, unsigned long long *total)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long value = in[i];
	for (int offset = 16; offset > 0; offset >>= 1) {
		value += __shfl_down_sync(0xffffffffu, value, offset);
	}
	if (threadIdx.x % 32 == 0) {
		atomicAdd(total, value);
	}
}

int main()
{
	const unsigned *in = filled<unsigned>(N);
	unsigned long long *total = filled<unsigned long long>(1);

	return compare(
		"one_address_warp", [&] { slow<<<N / 256, 256>>>(in, total); },
		[&] { fast<<<N / 256, 256>>>(in, total); });
}
