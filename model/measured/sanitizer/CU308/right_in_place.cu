/* A stencil from one array into another. */
#include <vector>

#include "../check.cuh"

__global__ void blur(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		out[i] = in[i - 1] + in[i] + in[i + 1];
}

int main()
{
	const int n = 1 << 20;
	std::vector<float> host(n), home(n);
	for (int i = 0; i < n; i++)
		host[i] = i % 7 * 3;
	float *in = device_array<float>(n), *out = device_array<float>(n);
	CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	blur<<<n / 256, 256>>>(out, in, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	for (int i = 1; i < n - 1; i++)
		if (home[i] != host[i - 1] + host[i] + host[i + 1])
			return 1;
	return 0;
}
