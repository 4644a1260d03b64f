/* A store and a fence for the system, again and again. Fast: for the device. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 4;

__global__ void slow(unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		out[turn % 8 * BLOCKS * 256 + i] = turn + i;
		__threadfence_system(); // expect: none
	}
}

__global__ void fast(unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		out[turn % 8 * BLOCKS * 256 + i] = turn + i;
		__threadfence();
	}
}

int main()
{
	unsigned *out = filled<unsigned>(BLOCKS * 256 * 8);

	return compare(
		"fence_system", [&] { slow<<<BLOCKS, 256>>>(out); }, [&] { fast<<<BLOCKS, 256>>>(out); });
}
