/* The pitch is in bytes, the pointer counts floats. */
#include "../check.cuh"

__global__ void fill(float *data, size_t pitch, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		data[y * pitch + x] = 1; // expect: CU137
}

int main()
{
	const int width = 300, height = 200;
	float *data;
	size_t pitch;
	CHECK(cudaMallocPitch(&data, &pitch, width * sizeof(float), height));
	dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
	fill<<<grid, block>>>(data, pitch, width, height);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
