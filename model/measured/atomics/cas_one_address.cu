/* Every thread adds to one word by a loop around a compare-and-swap. Fast: atomicAdd. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 16;

__global__ void slow(unsigned *best)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned seen = *best, before;
	do {
		before = seen;
		seen = atomicCAS(best, before, before + i); // expect: CU511
	} while (seen != before);
}

__global__ void fast(unsigned *best)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(best, i);
}

int main()
{
	unsigned *best = filled<unsigned>(1);

	return compare(
		"cas_one_address", [&] { slow<<<BLOCKS, 256>>>(best); },
		[&] { fast<<<BLOCKS, 256>>>(best); });
}
