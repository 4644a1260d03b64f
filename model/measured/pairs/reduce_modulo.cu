/* A reduction whose active threads are spread by a modulo. Fast: sequential addresses. */
#include "pair.cuh"

static const int N = 1 << 26;

__global__ void slow(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int s = 1; s < 256; s *= 2) {
		if (t % (2 * s) == 0) { // expect: CU413
			data[t] += data[t + s];
		}
		__syncthreads();
	}
	if (t == 0) {
		out[blockIdx.x] = data[0];
	}
}

__global__ void fast(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int s = 128; s > 0; s >>= 1) {
		if (t < s) {
			data[t] += data[t + s];
		}
		__syncthreads();
	}
	if (t == 0) {
		out[blockIdx.x] = data[0];
	}
}

int main()
{
	const float *in = filled<float>(N);
	float *out = filled<float>(N / 256);

	return compare(
		"reduce_modulo", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
