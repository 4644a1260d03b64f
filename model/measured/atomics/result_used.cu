/* Counters whose old values are added up. Fast: nobody looks at them. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 8;

__global__ void slow(unsigned *counters, unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned seen = 0;
	for (int turn = 0; turn < 128; turn++) {
		seen += atomicAdd(&counters[i + turn % 8 * BLOCKS * 256], turn + 1); // expect: none
	}
	out[i] = seen;
}

__global__ void fast(unsigned *counters, unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned seen = 0;
	for (int turn = 0; turn < 128; turn++) {
		atomicAdd(&counters[i + turn % 8 * BLOCKS * 256], turn + 1);
	}
	out[i] = seen;
}

int main()
{
	unsigned *counters = filled<unsigned>(BLOCKS * 256 * 8);
	unsigned *out = filled<unsigned>(BLOCKS * 256);

	return compare(
		"result_used", [&] { slow<<<BLOCKS, 256>>>(counters, out); },
		[&] { fast<<<BLOCKS, 256>>>(counters, out); });
}
