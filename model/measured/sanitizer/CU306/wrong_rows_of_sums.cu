/* Sums over rows, one after the other: the first warp reads while others write the next. */
#include "../check.cuh"

template <typename T> __device__ T warp_sum(T v)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	return v;
}

__global__ void row_sums(float *out, const float *in, int rows)
{
	__shared__ float parts[8];
	for (int row = 0; row < rows; row++) {
		float v = warp_sum(in[row * 256 + threadIdx.x]);
		if (threadIdx.x % 32 == 0)
			parts[threadIdx.x / 32] = v; // expect: CU306
		__syncthreads();
		if (threadIdx.x == 0) {
			float sum = 0;
			for (int w = 0; w < 8; w++)
				sum += parts[w];
			out[row] = sum;
		}
	}
}

int main()
{
	float *in = device_array<float>(256 * 64), *out = device_array<float>(64);
	row_sums<<<1, 256>>>(out, in, 64);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
