/* A maximum for each thread and turn by a loop around a compare-and-swap. Fast: atomicMax. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 8;

__global__ void slow(unsigned *bests)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		unsigned *best = &bests[i + turn % 8 * BLOCKS * 256];
		unsigned seen = *best, before;
		do {
			before = seen;
			seen = atomicCAS(best, before, before > i ? before : i); // expect: none
		} while (seen != before);
	}
}

__global__ void fast(unsigned *bests)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		atomicMax(&bests[i + turn % 8 * BLOCKS * 256], i);
	}
}

int main()
{
	unsigned *bests = filled<unsigned>(BLOCKS * 256 * 8);

	return compare(
		"cas_max", [&] { slow<<<BLOCKS, 256>>>(bests); }, [&] { fast<<<BLOCKS, 256>>>(bests); });
}
