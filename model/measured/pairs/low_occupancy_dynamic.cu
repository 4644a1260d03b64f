/* Blocks of 128 threads that ask for 96 KB of shared memory: two fit on a multiprocessor. Fast: 1 KB. */
#include "pair.cuh"

static const int N = 1 << 26;

__global__ void slow(const float *in, float *out)
{
	extern __shared__ float stage[];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	stage[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = stage[127 - threadIdx.x];
}

__global__ void fast(const float *in, float *out)
{
	extern __shared__ float stage[];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	stage[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = stage[127 - threadIdx.x];
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);
	check(cudaFuncSetAttribute(slow, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304), "attribute");

	return compare(
		"low_occupancy_dynamic", [&] { slow<<<N / 128, 128, 98304>>>(in, out); }, // expect: CU604
		[&] { fast<<<N / 128, 128, 1024>>>(in, out); });
}
