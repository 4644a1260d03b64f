/* Shared doubles 8 apart: the lanes of a half warp meet in two pairs of banks. Fast: 9 apart. */
#include "pair.cuh"

static const int BLOCKS = 132 * 32;

__global__ void slow(const double *in, double *out)
{
	__shared__ double tile[2048];
	double sum = 0;
	for (int k = threadIdx.x; k < 2048; k += 256) {
		tile[k] = in[k];
	}
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		const double value = tile[(threadIdx.x * 8 + turn) & 2047]; // expect: CU201
		sum += value;
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void fast(const double *in, double *out)
{
	__shared__ double tile[2048];
	double sum = 0;
	for (int k = threadIdx.x; k < 2048; k += 256) {
		tile[k] = in[k];
	}
	__syncthreads();
	for (int turn = 0; turn < 256; turn++) {
		const double value = tile[(threadIdx.x * 9 + turn) & 2047];
		sum += value;
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main()
{
	const double *in = filled<double>(2048);
	double *out = filled<double>(BLOCKS * 256);

	return compare(
		"bank_double", [&] { slow<<<BLOCKS, 256>>>(in, out); },
		[&] { fast<<<BLOCKS, 256>>>(in, out); });
}
