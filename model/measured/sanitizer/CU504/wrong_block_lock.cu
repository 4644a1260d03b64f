/* A lock of the whole grid, taken and left by operations that hold for one block. */
#include <cuda/atomic>

#include "../check.cuh"

struct Lock {
	int held;

	__device__ void take()
	{
		cuda::atomic_ref<int, cuda::thread_scope_block> flag(held);
		while (flag.exchange(1, cuda::memory_order_acquire)) // expect: CU504
			__nanosleep(64);
	}
	__device__ void leave()
	{
		cuda::atomic_ref<int, cuda::thread_scope_block> flag(held);
		flag.store(0, cuda::memory_order_release); // expect: CU504
	}
};

__global__ void add(Lock *lock, int *value)
{
	if (threadIdx.x == 0) {
		lock->take();
		*value += 1;
		lock->leave();
	}
}

int main()
{
	Lock *lock = device_array<Lock>(1);
	int *value = device_array<int>(1), home;
	add<<<256, 32>>>(lock, value);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, value, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(lock));
	CHECK(cudaFree(value));
	return home == 256 ? 0 : 1;
}
