/* The result is printed where it lies: on the device. */
#include "../check.cuh"

__global__ void sum(const float *in, float *result, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		atomicAdd(result, in[i]);
}

int main()
{
	const int n = 4096;
	float *in = device_array<float>(n), *result = device_array<float>(1);
	sum<<<1, 256>>>(in, result, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	printf("sum %f\n", *result); // expect: CU132
	CHECK(cudaFree(in));
	CHECK(cudaFree(result));
	return 0;
}
