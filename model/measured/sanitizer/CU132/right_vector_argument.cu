/* Managed memory serves both sides. */
#include "../check.cuh"

template <typename T> __global__ void twice(T *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

int main()
{
	const int n = 512;
	double *values;
	CHECK(cudaMallocManaged(&values, n * sizeof(double)));
	for (int i = 0; i < n; i++)
		values[i] = 1;
	twice<<<4, 128>>>(values, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	printf("%f\n", values[n - 1]);
	CHECK(cudaFree(values));
	return 0;
}
