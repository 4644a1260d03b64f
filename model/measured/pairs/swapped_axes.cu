/* threadIdx.x runs down the rows of an image. Fast: along them. */
#include "pair.cuh"

static const int SIZE = 8192;

__global__ void slow(const float *in, float *out)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	const int col = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[row * SIZE + col]; // expect: CU101
	out[row * SIZE + col] = value * 2.0f;     // expect: CU101
}

__global__ void fast(const float *in, float *out)
{
	const int col = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[row * SIZE + col];
	out[row * SIZE + col] = value * 2.0f;
}

int main()
{
	const float *in = filled<float>((size_t)SIZE * SIZE);
	float *out = filled<float>((size_t)SIZE * SIZE);

	return compare(
		"swapped_axes", [&] { slow<<<dim3(SIZE / 16, SIZE / 16), dim3(16, 16)>>>(in, out); },
		[&] { fast<<<dim3(SIZE / 16, SIZE / 16), dim3(16, 16)>>>(in, out); });
}
