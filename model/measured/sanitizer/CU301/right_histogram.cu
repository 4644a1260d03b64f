/* Bins of a block, counted with atomics. */
#include "../check.cuh"

template <int BINS> struct Histogram {
	unsigned bins[BINS];
	__device__ void clear()
	{
		for (int b = threadIdx.x; b < BINS; b += blockDim.x)
			bins[b] = 0;
	}
	__device__ void add(unsigned value) { atomicAdd(&bins[value % BINS], 1); }
};

__global__ void count(unsigned *out, int n)
{
	__shared__ Histogram<64> h;
	h.clear();
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		h.add(i * 7);
	__syncthreads();
	for (int b = threadIdx.x; b < 64; b += blockDim.x)
		atomicAdd(&out[b], h.bins[b]);
}

int main()
{
	unsigned *out = device_array<unsigned>(64), first;
	count<<<2, 256>>>(out, 4096);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(out));
	return first == 128 ? 0 : 1;
}
