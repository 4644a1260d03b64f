/* The last warp of a reduction, by shuffles. */
#include "../check.cuh"

__global__ void reduce(int *out, const int *in)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int d = 128; d >= 32; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t < 32) {
		int v = s[t];
		for (int d = 16; d > 0; d /= 2)
			v += __shfl_down_sync(0xffffffffu, v, d);
		if (t == 0)
			out[blockIdx.x] = v;
	}
}

int main()
{
	int *in = device_array<int>(1024), *out = device_array<int>(4);
	reduce<<<4, 256>>>(out, in);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
