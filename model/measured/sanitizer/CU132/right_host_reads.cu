/* The result is copied home first. */
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
	float home = 0;
	CHECK(cudaMemcpy(&home, result, sizeof home, cudaMemcpyDeviceToHost));
	printf("sum %f\n", home);
	CHECK(cudaFree(in));
	CHECK(cudaFree(result));
	return 0;
}
