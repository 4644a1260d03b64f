/* libcu++'s fetch_add without a use of its result. Fast: atomicAdd. */
#include "../pairs/pair.cuh"

#include <cuda/atomic>

static const int BLOCKS = 132 * 8;

__global__ void slow(unsigned *counters)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(
			counters[i + turn % 8 * BLOCKS * 256]);
		counter.fetch_add(i, cuda::memory_order_relaxed); // expect: CU510
	}
}

__global__ void fast(unsigned *counters)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		atomicAdd(&counters[i + turn % 8 * BLOCKS * 256], i);
	}
}

int main()
{
	unsigned *counters = filled<unsigned>(BLOCKS * 256 * 8);

	return compare(
		"result_dropped", [&] { slow<<<BLOCKS, 256>>>(counters); },
		[&] { fast<<<BLOCKS, 256>>>(counters); });
}
