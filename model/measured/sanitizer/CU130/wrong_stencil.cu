/* A stencil whose guard holds for the centre and not for the neighbour. */
#include "../check.cuh"

__global__ void smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 0.5f * in[i] + 0.5f * in[i + 1]; // expect: CU130
}

int main()
{
	const int n = 1000;
	float *in = device_array<float>(n), *out = device_array<float>(n);
	smooth<<<(n + 255) / 256, 256>>>(out, in, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
