/* A stencil in place: neighbours read what others have written already. */
#include <vector>

#include "../check.cuh"

__global__ void blur(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		data[i] = (data[i - 1] + data[i] + data[i + 1]) / 3; // expect: CU308
}

int main()
{
	const int n = 1 << 20;
	std::vector<float> host(n), home(n);
	for (int i = 0; i < n; i++)
		host[i] = i % 7 * 3;
	float *data = device_array<float>(n);
	CHECK(cudaMemcpy(data, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	blur<<<n / 256, 256>>>(data, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(data));
	for (int i = 1; i < n - 1; i++)
		if (home[i] != (host[i - 1] + host[i] + host[i + 1]) / 3)
			return 1;
	return 0;
}
