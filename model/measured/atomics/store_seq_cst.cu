/* A word for each thread and turn, stored in the default order. Fast: with release. */
#include "../pairs/pair.cuh"

#include <cuda/atomic>

static const int BLOCKS = 132 * 4;
static const int TURNS = 64;

__global__ void slow(const unsigned *in, unsigned *counters)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned amount = in[i];
	for (int turn = 0; turn < TURNS; turn++) {
		cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(
			counters[i + turn % 8 * BLOCKS * 256]);
		counter.store(amount + turn); // expect: CU501
	}
}

__global__ void fast(const unsigned *in, unsigned *counters)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned amount = in[i];
	for (int turn = 0; turn < TURNS; turn++) {
		cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(
			counters[i + turn % 8 * BLOCKS * 256]);
		counter.store(amount + turn, cuda::memory_order_release);
	}
}

int main()
{
	const unsigned *in = filled<unsigned>(BLOCKS * 256);
	unsigned *counters = filled<unsigned>(BLOCKS * 256 * 8);

	return compare(
		"store_seq_cst", [&] { slow<<<BLOCKS, 256>>>(in, counters); },
		[&] { fast<<<BLOCKS, 256>>>(in, counters); });
}
