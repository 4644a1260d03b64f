/* A thread of each of 132 blocks takes one lock, as fast as it can. Fast: it sleeps longer and longer. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132;

__global__ void slow(unsigned *lock, volatile unsigned *total)
{
	for (int turn = 0; turn < 16; turn++) {
		if (threadIdx.x == 0) {
			while (atomicCAS(lock, 0u, 1u) != 0) { // expect: CU505
			}
			__threadfence();
			total[0] = total[0] + 1;
			__threadfence();
			atomicExch(lock, 0u);
		}
		__syncthreads();
	}
}

__global__ void fast(unsigned *lock, volatile unsigned *total)
{
	for (int turn = 0; turn < 16; turn++) {
		if (threadIdx.x == 0) {
			for (unsigned pause = 32; atomicCAS(lock, 0u, 1u) != 0;
				pause = pause < 1024 ? pause * 2 : pause) {
				__nanosleep(pause);
			}
			__threadfence();
			total[0] = total[0] + 1;
			__threadfence();
			atomicExch(lock, 0u);
		}
		__syncthreads();
	}
}

int main()
{
	unsigned *lock, *total = filled<unsigned>(1);
	check(cudaMalloc(&lock, sizeof(*lock)), "cudaMalloc");
	check(cudaMemset(lock, 0, sizeof(*lock)), "cudaMemset");

	return compare(
		"lock_backoff", [&] { slow<<<BLOCKS, 64>>>(lock, total); },
		[&] { fast<<<BLOCKS, 64>>>(lock, total); });
}
