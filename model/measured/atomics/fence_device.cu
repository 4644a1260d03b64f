/* A store and a fence for the device, again and again. Fast: for the block. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 4;

__global__ void slow(unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		out[turn % 8 * BLOCKS * 256 + i] = turn + i;
		__threadfence(); // expect: none
	}
}

__global__ void fast(unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		out[turn % 8 * BLOCKS * 256 + i] = turn + i;
		__threadfence_block();
	}
}

int main()
{
	unsigned *out = filled<unsigned>(BLOCKS * 256 * 8);

	return compare(
		"fence_device", [&] { slow<<<BLOCKS, 256>>>(out); }, [&] { fast<<<BLOCKS, 256>>>(out); });
}
