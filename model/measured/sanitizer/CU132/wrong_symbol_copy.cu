/* A table of the device is filled by its host name. */
#include "../check.cuh"

struct Settings {
	float low, high;
	int steps;
};

__constant__ Settings settings;

__global__ void clamp_all(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = fminf(fmaxf(data[i], settings.low), settings.high);
}

int main()
{
	Settings host = {-1, 1, 10};
	CHECK(cudaMemcpy(&settings, &host, sizeof host, cudaMemcpyHostToDevice)); // expect: CU132
	float *data = device_array<float>(256);
	clamp_all<<<1, 256>>>(data, 256);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
