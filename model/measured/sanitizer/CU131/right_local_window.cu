/* The window has room for both sides and the middle. */
#include "../check.cuh"

#define RADIUS 4

__global__ void median(const int *in, int *out, int n)
{
	int window[2 * RADIUS + 1];
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = -RADIUS; k <= RADIUS; k++)
		window[k + RADIUS] = in[min(max(at + k, 0), n - 1)];
	for (int i = 0; i <= 2 * RADIUS; i++)
		for (int j = i + 1; j <= 2 * RADIUS; j++)
			if (window[j] < window[i]) {
				int t = window[i];
				window[i] = window[j];
				window[j] = t;
			}
	out[at] = window[in[at] & 7];
}

int main()
{
	const int n = 1024;
	int *in = device_array<int>(n), *out = device_array<int>(n);
	median<<<n / 128, 128>>>(in, out, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
