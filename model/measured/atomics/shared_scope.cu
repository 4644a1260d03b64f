/* Counters in shared memory that release a store, for the device. Fast: for the block. */
#include "../pairs/pair.cuh"

#include <cuda/atomic>

static const int BLOCKS = 132 * 4;

__global__ void slow(unsigned *out)
{
	__shared__ unsigned bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> bin(bins[threadIdx.x]);
	for (int turn = 0; turn < 128; turn++) {
		out[(turn % 8 * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = turn;
		bin.fetch_add(1, cuda::memory_order_release); // expect: none
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = bins[255 - threadIdx.x];
}

__global__ void fast(unsigned *out)
{
	__shared__ unsigned bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	cuda::atomic_ref<unsigned, cuda::thread_scope_block> bin(bins[threadIdx.x]);
	for (int turn = 0; turn < 128; turn++) {
		out[(turn % 8 * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = turn;
		bin.fetch_add(1, cuda::memory_order_release);
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = bins[255 - threadIdx.x];
}

int main()
{
	unsigned *out = filled<unsigned>(BLOCKS * 256 * 8);

	return compare(
		"shared_scope", [&] { slow<<<BLOCKS, 256>>>(out); }, [&] { fast<<<BLOCKS, 256>>>(out); });
}
