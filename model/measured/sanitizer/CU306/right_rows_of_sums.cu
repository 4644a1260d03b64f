/* Sums over rows, with two sets of parts that take turns. */
#include "../check.cuh"

template <typename T> __device__ T warp_sum(T v)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	return v;
}

__global__ void row_sums(float *out, const float *in, int rows)
{
	__shared__ float parts[2][8];
	for (int row = 0; row < rows; row++) {
		float v = warp_sum(in[row * 256 + threadIdx.x]);
		if (threadIdx.x % 32 == 0)
			parts[row % 2][threadIdx.x / 32] = v;
		__syncthreads();
		if (threadIdx.x == 0) {
			float sum = 0;
			for (int w = 0; w < 8; w++)
				sum += parts[row % 2][w];
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
