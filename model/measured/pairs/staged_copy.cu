/* A tile goes to shared memory by way of registers. Fast: by an asynchronous copy. */
#include "pair.cuh"

#include <cuda_pipeline.h>

static const int N = 1 << 24;
static const int TILES = 16;

__global__ void slow(const float4 *in, float *out)
{
	__shared__ float4 tile[256];
	float sum = 0.0f;
	for (int t = 0; t < TILES; t++) {
		tile[threadIdx.x] = in[(blockIdx.x * TILES + t) * 256 + threadIdx.x]; // expect: CU204
		__syncthreads();
		sum += tile[255 - threadIdx.x].x;
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void fast(const float4 *in, float *out)
{
	__shared__ float4 tile[256];
	float sum = 0.0f;
	for (int t = 0; t < TILES; t++) {
		__pipeline_memcpy_async(
			&tile[threadIdx.x], &in[(blockIdx.x * TILES + t) * 256 + threadIdx.x], 16);
		__pipeline_commit();
		__pipeline_wait_prior(0);
		__syncthreads();
		sum += tile[255 - threadIdx.x].x;
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main()
{
	const float4 *in = filled<float4>(N);
	float *out = filled<float>(N);

	return compare(
		"staged_copy", [&] { slow<<<N / 256 / TILES, 256>>>(in, out); },
		[&] { fast<<<N / 256 / TILES, 256>>>(in, out); });
}
