/* A barrier after each turn that only touches what is the thread's own. Fast: without. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, float *out)
{
	__shared__ volatile float own[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	own[threadIdx.x] = in[i];
	for (int turn = 0; turn < 64; turn++) {
		own[threadIdx.x] = own[threadIdx.x] * 0.5f + 1.0f;
		__syncthreads(); // expect: CU304
	}
	out[i] = own[threadIdx.x];
}

__global__ void fast(const float *in, float *out)
{
	__shared__ volatile float own[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	own[threadIdx.x] = in[i];
	for (int turn = 0; turn < 64; turn++) {
		own[threadIdx.x] = own[threadIdx.x] * 0.5f + 1.0f;
	}
	out[i] = own[threadIdx.x];
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"redundant_barriers", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
