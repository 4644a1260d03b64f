/* The sum is set to zero first. */
#include <vector>

#include "../check.cuh"

__global__ void sum(const float *in, float *total, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(total, in[i]);
}

int main()
{
	const int n = 1000;
	std::vector<float> host(n, 1.0f);
	float *in, *total, result;
	CHECK(cudaMalloc(&in, n * sizeof(float)));
	CHECK(cudaMalloc(&total, sizeof(float)));
	CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(total, 0, sizeof(float)));
	sum<<<(n + 255) / 256, 256>>>(in, total, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost));
	printf("%f\n", result);
	CHECK(cudaFree(in));
	CHECK(cudaFree(total));
	return 0;
}
