/* A helper that frees both of its buffers. */
#include <vector>

#include "../check.cuh"

__global__ void twice(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * in[i];
}

static void run(std::vector<float> &host)
{
	int n = int(host.size());
	float *in, *out;
	CHECK(cudaMalloc(&in, n * sizeof(float)));
	CHECK(cudaMalloc(&out, n * sizeof(float)));
	CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	twice<<<(n + 255) / 256, 256>>>(out, in, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
}

int main()
{
	std::vector<float> host(1000, 1.0f);
	run(host);
	return host[999] == 2.0f ? 0 : 1;
}
