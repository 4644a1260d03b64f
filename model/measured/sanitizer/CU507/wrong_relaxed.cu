/* Pairs are handed from block to block through relaxed stores. */
#include <cuda/atomic>

#include "../check.cuh"

struct Cell {
	cuda::atomic<int, cuda::thread_scope_device> full;
	int2 value;
};

__device__ Cell cells[64];

__device__ void put(Cell &cell, int2 value)
{
	cell.value = value;
	cell.full.store(1, cuda::memory_order_relaxed); // expect: CU507
}

__device__ int2 get(Cell &cell)
{
	while (cell.full.load(cuda::memory_order_acquire) == 0)
		__nanosleep(32);
	return cell.value;
}

__global__ void exchange(int2 *out)
{
	if (blockIdx.x == 0)
		put(cells[threadIdx.x], make_int2(threadIdx.x, 1));
	else
		out[threadIdx.x] = get(cells[threadIdx.x]);
}

int main()
{
	int2 *out = device_array<int2>(64), home[64];
	exchange<<<2, 64>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home, out, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(out));
	for (int i = 0; i < 64; i++)
		if (home[i].x != i || home[i].y != 1)
			return 1;
	return 0;
}
