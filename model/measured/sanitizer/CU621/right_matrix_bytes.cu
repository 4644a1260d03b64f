/* The bytes of a matrix, in 64 bits from the first factor on. */
#include "../check.cuh"

__global__ void clear(char *matrix, int n)
{
	for (int x = threadIdx.x; x < n; x += blockDim.x)
		matrix[size_t(blockIdx.x) * n + x] = 0;
}

int main()
{
	int n = 50000;
	char *matrix;
	CHECK(cudaMalloc(&matrix, sizeof(char) * n * n));
	clear<<<n, 256>>>(matrix, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(matrix));
	return 0;
}
