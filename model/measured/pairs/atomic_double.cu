/* Every thread adds its double to one address. Fast: the block adds up first. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const double *in, double *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const double value = in[i];
	atomicAdd(out, value); // expect: CU511
}

__global__ void fast(const double *in, double *out)
{
	__shared__ double partial[8];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	double value = in[i];
	for (int offset = 16; offset > 0; offset >>= 1) {
		value += __shfl_down_sync(0xffffffffu, value, offset);
	}
	if (threadIdx.x % 32 == 0) {
		partial[threadIdx.x / 32] = value;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++) {
			value += partial[k];
		}
		atomicAdd(out, value);
	}
}

int main()
{
	const double *in = filled<double>(N);
	double *out = filled<double>(1);

	return compare(
		"atomic_double", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
