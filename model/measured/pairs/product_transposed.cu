/* A matrix product by the definition whose right operand is walked along rows that lie apart for neighbouring
 * lanes. Fast: the operand isn't transposed. */
#include "pair.cuh"

static const int SIZE = 2048;

__global__ void slow(const float *a, const float *b, float *c)
{
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	const int col = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < SIZE; k++) {
		const float left = a[row * SIZE + k];
		const float right = b[col * SIZE + k]; // expect: CU101
		sum += left * right;
	}
	c[row * SIZE + col] = sum;
}

__global__ void fast(const float *a, const float *b, float *c)
{
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	const int col = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < SIZE; k++) {
		const float left = a[row * SIZE + k];
		const float right = b[k * SIZE + col];
		sum += left * right;
	}
	c[row * SIZE + col] = sum;
}

int main()
{
	const float *a = filled<float>(SIZE * SIZE);
	const float *b = filled<float>(SIZE * SIZE);
	float *c = filled<float>(SIZE * SIZE);

	return compare(
		"product_transposed", [&] { slow<<<dim3(SIZE / 32, SIZE / 8), dim3(32, 8)>>>(a, b, c); },
		[&] { fast<<<dim3(SIZE / 32, SIZE / 8), dim3(32, 8)>>>(a, b, c); });
}
