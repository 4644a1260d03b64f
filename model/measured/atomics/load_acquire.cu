/* A block looks at its flag again and again, with acquire. Fast: relaxed. */
#include "../pairs/pair.cuh"

#include <cuda/atomic>

static const int BLOCKS = 132 * 8;
static const int TURNS = 1024;

__global__ void slow(unsigned *flags, unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned seen = 0;
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(flags[blockIdx.x * 32]);
	for (int turn = 0; turn < TURNS; turn++) {
		seen += flag.load(cuda::memory_order_acquire); // expect: none
	}
	out[i] = seen;
}

__global__ void fast(unsigned *flags, unsigned *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned seen = 0;
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(flags[blockIdx.x * 32]);
	for (int turn = 0; turn < TURNS; turn++) {
		seen += flag.load(cuda::memory_order_relaxed);
	}
	out[i] = seen;
}

int main()
{
	unsigned *flags = filled<unsigned>(BLOCKS * 32);
	unsigned *out = filled<unsigned>(BLOCKS * 256);

	return compare(
		"load_acquire", [&] { slow<<<BLOCKS, 256>>>(flags, out); },
		[&] { fast<<<BLOCKS, 256>>>(flags, out); });
}
