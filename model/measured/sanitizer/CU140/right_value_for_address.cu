/* The address of the pointer. */
#include "../check.cuh"

__global__ void scale(float *data, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= by;
}

int main()
{
	int n = 1024;
	float *data = device_array<float>(n), by = 2;
	void *args[] = {&data, &by, &n};
	CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(scale), dim3(4), dim3(256), args, 0, nullptr));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
