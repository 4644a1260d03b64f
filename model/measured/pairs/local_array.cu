/* An array of the thread, indexed by a value that only the data tells: it lives in local memory. Fast: in
 * shared memory, a column for each thread. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, const int *picks, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float kept[16];
	float sum = 0.0f;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		kept[k] = in[k * 4096 + (i & 4095)];
	}
	for (int turn = 0; turn < 64; turn++) {
		sum += kept[(picks[turn] + threadIdx.x) & 15]; // expect: CU105
	}
	out[i] = sum;
}

__global__ void fast(const float *in, const int *picks, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	__shared__ float kept[16][256];
	float sum = 0.0f;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		kept[k][threadIdx.x] = in[k * 4096 + (i & 4095)];
	}
	for (int turn = 0; turn < 64; turn++) {
		sum += kept[(picks[turn] + threadIdx.x) & 15][threadIdx.x];
	}
	out[i] = sum;
}

int main()
{
	const float *in = filled<float>(16 * 4096);
	const int *picks = filled<int>(64);
	float *out = filled<float>(N);

	return compare(
		"local_array", [&] { slow<<<N / 256, 256>>>(in, picks, out); },
		[&] { fast<<<N / 256, 256>>>(in, picks, out); });
}
