/* Blocks of 4x64 threads: a warp touches half a sector in each of eight rows. Fast: blocks of 32x8. */
#include "pair.cuh"

static const int SIZE = 8192;

__global__ void slow(const float *in, float *out)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[y * SIZE + x]; // expect: CU101
	out[y * SIZE + x] = value * 2.0f;     // expect: CU101
}

__global__ void fast(const float *in, float *out)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[y * SIZE + x];
	out[y * SIZE + x] = value * 2.0f;
}

int main()
{
	const float *in = filled<float>((size_t)SIZE * SIZE);
	float *out = filled<float>((size_t)SIZE * SIZE);

	return compare(
		"narrow_block", [&] { slow<<<dim3(SIZE / 4, SIZE / 64), dim3(4, 64)>>>(in, out); },
		[&] { fast<<<dim3(SIZE / 32, SIZE / 8), dim3(32, 8)>>>(in, out); });
}
