/* Shared reads 2 words apart: 2 wavefronts each. Fast: 3 words apart. */
#include "pair.cuh"

static const int BLOCKS = 132 * 32;

__global__ void slow(const float *in, float *out)
{
	__shared__ float tile[2048];
	float sum = 0.0f;
	for (int k = threadIdx.x; k < 2048; k += 256) {
		tile[k] = in[k];
	}
	__syncthreads();
	for (int turn = 0; turn < 512; turn++) {
		sum += tile[(threadIdx.x * 2 + turn) & 2047]; // expect: CU201
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void fast(const float *in, float *out)
{
	__shared__ float tile[2048];
	float sum = 0.0f;
	for (int k = threadIdx.x; k < 2048; k += 256) {
		tile[k] = in[k];
	}
	__syncthreads();
	for (int turn = 0; turn < 512; turn++) {
		sum += tile[(threadIdx.x * 3 + turn) & 2047];
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main()
{
	const float *in = filled<float>(2048);
	float *out = filled<float>(BLOCKS * 256);

	return compare(
		"bank_2way", [&] { slow<<<BLOCKS, 256>>>(in, out); },
		[&] { fast<<<BLOCKS, 256>>>(in, out); });
}
