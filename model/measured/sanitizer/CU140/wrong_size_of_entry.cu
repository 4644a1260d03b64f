/* A double where the kernel takes a float, in a cooperative launch. */
#include <cooperative_groups.h>

#include "../check.cuh"

__global__ void relax(float *cells, float factor, size_t n)
{
	auto grid = cooperative_groups::this_grid();
	for (size_t i = grid.thread_rank(); i < n; i += grid.size())
		cells[i] = factor;
	grid.sync();
}

int main()
{
	size_t n = 4096;
	double factor = 0.25;
	float *cells = device_array<float>(n), first = 0;
	void *args[] = {&cells, &factor, &n};
	CHECK(cudaLaunchCooperativeKernel((void *)relax, dim3(8), dim3(128), args, 0, 0)); // expect: CU140
	CHECK(cudaMemcpy(&first, cells, sizeof first, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(cells));
	return first == 0.25f ? 0 : 1;
}
