/* All blocks wait for a flag that one of them raises after a while, as fast as they can. Fast: they sleep in
 * between. */
#include "../pairs/pair.cuh"

#include <cuda/atomic>

static const int BLOCKS = 132 * 4;

__global__ void slow(unsigned *round, unsigned number, unsigned *steps)
{
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*round);
	if (blockIdx.x == 0) {
		unsigned at = 0;
		for (int turn = 0; turn < 256 && threadIdx.x == 0; turn++) {
			at = atomicAdd(&steps[at & 31], 1u) & 31;
		}
		if (threadIdx.x == 0) {
			flag.store(number, cuda::memory_order_release);
		}
	} else {
		while (flag.load(cuda::memory_order_acquire) != number) { // expect: CU505
		}
	}
}

__global__ void fast(unsigned *round, unsigned number, unsigned *steps)
{
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*round);
	if (blockIdx.x == 0) {
		unsigned at = 0;
		for (int turn = 0; turn < 256 && threadIdx.x == 0; turn++) {
			at = atomicAdd(&steps[at & 31], 1u) & 31;
		}
		if (threadIdx.x == 0) {
			flag.store(number, cuda::memory_order_release);
		}
	} else {
		while (flag.load(cuda::memory_order_acquire) != number) {
			__nanosleep(200);
		}
	}
}

int main()
{
	unsigned number = 0, *round = filled<unsigned>(1), *steps = filled<unsigned>(32);

	return compare(
		"poll_backoff", [&] { slow<<<BLOCKS, 256>>>(round, ++number, steps); },
		[&] { fast<<<BLOCKS, 256>>>(round, ++number, steps); });
}
