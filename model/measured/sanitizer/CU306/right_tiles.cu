/* A product by tiles, with both barriers. */
#include "../check.cuh"

#define T 16

__global__ void multiply(float *c, const float *a, const float *b, int n)
{
	__shared__ float left[T][T], right[T][T];
	int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k += T) {
		left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
		right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
		__syncthreads();
		for (int j = 0; j < T; j++)
			sum += left[threadIdx.y][j] * right[j][threadIdx.x];
		__syncthreads();
	}
	c[row * n + column] = sum;
}

int main()
{
	const int n = 128;
	float *a = device_array<float>(n * n), *b = device_array<float>(n * n), *c = device_array<float>(n * n);
	multiply<<<dim3(n / T, n / T), dim3(T, T)>>>(c, a, b, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(c));
	return 0;
}
