/* Each thread sums a row of its own: at every step the lanes are a row apart. Fast: the matrix is stored
 * transposed, so that the lanes lie side by side. */
#include "pair.cuh"

static const int ROWS = 1 << 20;
static const int WIDTH = 64;

__global__ void slow(const float *in, float *out)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < WIDTH; k++) {
		sum += in[row * WIDTH + k]; // expect: CU101
	}
	out[row] = sum;
}

__global__ void fast(const float *in, float *out)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < WIDTH; k++) {
		sum += in[k * ROWS + row];
	}
	out[row] = sum;
}

int main()
{
	const float *in = filled<float>((size_t)ROWS * WIDTH);
	float *out = filled<float>(ROWS);

	return compare(
		"row_per_thread", [&] { slow<<<ROWS / 256, 256>>>(in, out); },
		[&] { fast<<<ROWS / 256, 256>>>(in, out); });
}
