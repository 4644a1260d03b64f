/* A fence for the device beside each barrier of the block. Fast: the barrier alone. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 4;

__global__ void slow(float *cells)
{
	__shared__ float tile[256];
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = cells[i];
	for (int turn = 0; turn < 128; turn++) {
		tile[threadIdx.x] = value;
		cells[turn % 4 * BLOCKS * 256 + i] = value;
		__threadfence(); // expect: CU503
		__syncthreads();
		value = value * 0.5f + tile[255 - threadIdx.x];
		__syncthreads();
	}
	cells[i] = value;
}

__global__ void fast(float *cells)
{
	__shared__ float tile[256];
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = cells[i];
	for (int turn = 0; turn < 128; turn++) {
		tile[threadIdx.x] = value;
		cells[turn % 4 * BLOCKS * 256 + i] = value;
		__syncthreads();
		value = value * 0.5f + tile[255 - threadIdx.x];
		__syncthreads();
	}
	cells[i] = value;
}

int main()
{
	float *cells = filled<float>(BLOCKS * 256 * 4);

	return compare(
		"fence_barrier", [&] { slow<<<BLOCKS, 256>>>(cells); },
		[&] { fast<<<BLOCKS, 256>>>(cells); });
}
