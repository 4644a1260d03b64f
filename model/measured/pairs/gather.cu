/* Each lane reads what a permutation says, far from its neighbours'. Fast: in order. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, const int *order, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[order[i] & (N - 1)]; // expect: CU101
}

__global__ void fast(const float *in, const int *order, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] + (float)order[i];
}

int main()
{
	const float *in = filled<float>(N);
	const int *order = filled<int>(N);
	float *out = filled<float>(N);

	return compare(
		"gather", [&] { slow<<<N / 256, 256>>>(in, order, out); },
		[&] { fast<<<N / 256, 256>>>(in, order, out); });
}
