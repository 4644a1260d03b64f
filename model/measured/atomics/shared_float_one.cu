/* Floats added to one word of shared memory for each warp. Fast: integers, each lane its own amount. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 8;

__global__ void slow(float *out)
{
	__shared__ float bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		atomicAdd(&bins[threadIdx.x / 32], (float)(turn + (int)threadIdx.x)); // expect: CU412
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = (float)bins[threadIdx.x];
}

__global__ void fast(float *out)
{
	__shared__ int bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		atomicAdd(&bins[threadIdx.x / 32], (int)(turn + (int)threadIdx.x));
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = (float)bins[threadIdx.x];
}

int main()
{
	float *out = filled<float>(BLOCKS * 256);

	return compare(
		"shared_float_one", [&] { slow<<<BLOCKS, 256>>>(out); }, [&] { fast<<<BLOCKS, 256>>>(out); });
}
