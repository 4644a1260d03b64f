/* Shared float4 8 apart: the lanes of a quarter warp meet in one place. Fast: 9 apart. */
#include "pair.cuh"

static const int BLOCKS = 132 * 32;

__global__ void slow(const float4 *in, float *out)
{
	__shared__ float4 tile[1024];
	float sum = 0;
	for (int k = threadIdx.x; k < 1024; k += 256) {
		tile[k] = in[k];
	}
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		const float4 value = tile[(threadIdx.x * 8 + turn) & 1023]; // expect: CU201
		sum += value.x * value.y + value.z * value.w;
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void fast(const float4 *in, float *out)
{
	__shared__ float4 tile[1024];
	float sum = 0;
	for (int k = threadIdx.x; k < 1024; k += 256) {
		tile[k] = in[k];
	}
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		const float4 value = tile[(threadIdx.x * 9 + turn) & 1023];
		sum += value.x * value.y + value.z * value.w;
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main()
{
	const float4 *in = filled<float4>(1024);
	float *out = filled<float>(BLOCKS * 256);

	return compare(
		"bank_float4", [&] { slow<<<BLOCKS, 256>>>(in, out); },
		[&] { fast<<<BLOCKS, 256>>>(in, out); });
}
