// Atomics of the host: what their methods do to the object, and a reference to what it refers to.
#include <cuda/atomic>
#include <cuda/std/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_system>;

__global__ void work(Flag *flag, int *count) { atomicAdd(count, 1); }

void watch(Flag &flag)
{
	if (flag.load(cuda::memory_order_acquire) == 2)
		flag.store(0, cuda::memory_order_release);
}

int main()
{
	Flag *flag;
	int *count, own = 0;
	cudaMallocManaged(&flag, sizeof *flag);
	cudaMallocManaged(&count, 16 * sizeof *count);
	cuda::atomic_ref<int> third(count[2]), mine(own);
	work<<<1, 32>>>(flag, count);
	watch(*flag);
	third.fetch_add(1);
	third += 2;
	third = 3;
	mine.fetch_add(1);
	cuda::atomic_ref<int> copy = third;
	int seen = copy.load();
	(*flag)++;
	flag->notify_all();
	cudaDeviceSynchronize();
	return seen;
}
