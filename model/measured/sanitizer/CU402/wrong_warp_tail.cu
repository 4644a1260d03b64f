/* The last warp of a reduction, as it was written before lanes could part. */
#include "../check.cuh"

__device__ void warp_reduce(volatile int *s, int t)
{
	s[t] += s[t + 32];
	s[t] += s[t + 16]; // expect: CU402
	s[t] += s[t + 8]; // expect: CU402
	s[t] += s[t + 4]; // expect: CU402
	s[t] += s[t + 2]; // expect: CU402
	s[t] += s[t + 1]; // expect: CU402
}

__global__ void reduce(int *out, const int *in)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int d = 128; d > 32; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t < 32)
		warp_reduce(s, t);
	if (t == 0)
		out[blockIdx.x] = s[0];
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
