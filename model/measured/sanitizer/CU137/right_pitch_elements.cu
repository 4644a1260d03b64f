/* Rows are found by bytes. */
#include "../check.cuh"

template <typename T> __device__ T *row_of(T *data, size_t pitch, int y)
{
	return reinterpret_cast<T *>(reinterpret_cast<char *>(data) + y * pitch);
}

__global__ void fill(float *data, size_t pitch, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		row_of(data, pitch, y)[x] = 1;
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
