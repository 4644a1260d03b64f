/* A word of shared memory for each thread, which no other one reads. Fast: in a register. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, float *out)
{
	__shared__ volatile float own[512]; // expect: CU207
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	own[threadIdx.x] = in[i];
	for (int turn = 0; turn < 64; turn++) {
		own[threadIdx.x] = own[threadIdx.x] * 0.5f + 1.0f;
	}
	out[i] = own[threadIdx.x];
}

__global__ void fast(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float own = in[i];
	for (int turn = 0; turn < 64; turn++) {
		own = own * 0.5f + 1.0f;
	}
	out[i] = own;
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"private_shared", [&] { slow<<<N / 512, 512>>>(in, out); },
		[&] { fast<<<N / 512, 512>>>(in, out); });
}
