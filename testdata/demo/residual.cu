// Reductions: how far two grids are apart, and how many cells are hot.
#include "heat.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ float warp_sum(float value)
{
	for (int offset = kWarp / 2; offset > 0; offset /= 2)
		value += __shfl_down_sync(kAllLanes, value, offset);
	return value;
}

__device__ float warp_max(float value)
{
	for (int offset = kWarp / 2; offset > 0; offset /= 2)
		value = fmaxf(value, __shfl_xor_sync(0x1f, value, offset));
	return value;
}

// Mean of each row of a tile, handed to every lane of that row.
__device__ float row_mean(float value)
{
	float sum = value;
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(kAllLanes, sum, offset, kTile);
	return __shfl_sync(kAllLanes, sum, 0, kTile) / kTile;
}

// Makes a partial sum visible to the blocks that add it up.
__device__ void publish(float *slot, float value)
{
	*slot = value;
	asm volatile("membar.gl;");
}

__global__ void residual_kernel(const float *a, const float *b, float *partial, int n)
{
	__shared__ float sums[kWarp], peaks[kWarp];
	cg::grid_group grid = cg::this_grid();
	int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;

	float sum = 0.0f, peak = 0.0f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float difference = fabsf(a[i] - b[i]);
		sum += difference;
		peak = fmaxf(peak, difference);
	}
	sum = warp_sum(sum);
	peak = warp_max(peak);
	if (lane == 0) {
		sums[warp] = sum;
		peaks[warp] = peak;
	}
	__syncthreads();
	if (warp == 0) {
		bool used = lane < blockDim.x / kWarp;
		sum = warp_sum(used ? sums[lane] : 0.0f);
		peak = warp_max(used ? peaks[lane] : 0.0f);
		if (lane == 0) {
			publish(&partial[blockIdx.x], sum);
			publish(&partial[gridDim.x + blockIdx.x], peak);
		}
	}
	grid.sync();
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		float total = 0.0f, highest = 0.0f;
		for (int i = 0; i < gridDim.x; i++) {
			total += partial[i];
			highest = fmaxf(highest, partial[gridDim.x + i]);
		}
		partial[0] = total / n;
		partial[1] = highest;
	}
}

constexpr int kResidualBlocks = 64;

Change residual(const float *a, const float *b, float *partial, int n, cudaStream_t stream)
{
	Change change;
	residual_kernel<<<kResidualBlocks, 256, 0, stream>>>(a, b, partial, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(&change, partial, sizeof change, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	return change;
}

__global__ void hot_kernel(const float *grid, int n, float threshold, int *counter)
{
	int hot = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		hot += grid[i] > threshold;
	hot = __reduce_add_sync(kAllLanes, hot);
	if (threadIdx.x % kWarp == 0)
		atomicAdd(counter, hot);
}

int hot_cells(const float *grid, int n, float threshold, int *counter, cudaStream_t stream)
{
	int hot;
	CHECK(cudaMemsetAsync(counter, 0, sizeof *counter, stream));
	hot_kernel<<<64, 256, 0, stream>>>(grid, n, threshold, counter);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(&hot, counter, sizeof hot, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	return hot;
}

__global__ void row_mean_kernel(float *means, const float *grid, Plate plate)
{
	int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y;
	float value = x < plate.nx ? grid[(size_t)y * plate.nx + x] : 0.0f;
	float mean = row_mean(value);
	if (threadIdx.x == 0)
		atomicAdd(&means[y], mean / gridDim.x);
}

// One row of blocks per row of the plate. The largest plates are 100,000 rows high.
constexpr int kRowsMax = 100000;

void row_means(float *means, const float *grid, Plate plate, cudaStream_t stream)
{
	dim3 blocks((plate.nx + kTile - 1) / kTile, kRowsMax);
	row_mean_kernel<<<blocks, kWarp, 0, stream>>>(means, grid, plate);
	CHECK(cudaGetLastError());
}
