/* Blocks of 64 threads with 40 KB of static shared memory, of which they use little. Fast: what they use. */
#include "pair.cuh"

static const int N = 1 << 26;

__global__ void slow(const float *in, float *out)
{
	__shared__ float stage[10240];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	stage[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = stage[63 - threadIdx.x];
}

__global__ void fast(const float *in, float *out)
{
	__shared__ float stage[64];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	stage[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = stage[63 - threadIdx.x];
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"low_occupancy_static", [&] { slow<<<N / 64, 64>>>(in, out); }, // expect: CU604
		[&] { fast<<<N / 64, 64>>>(in, out); });
}
