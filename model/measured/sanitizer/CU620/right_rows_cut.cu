/* Columns and rows are rounded up. */
#include <vector>

#include "../check.cuh"

struct Size {
	int width, height;
};

static unsigned blocks_for(int n, unsigned block)
{
	return n / block + (n % block != 0);
}

__global__ void fill(float *image, Size size)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < size.width && y < size.height)
		image[y * size.width + x] = 1;
}

static void launch(float *image, Size size)
{
	dim3 block(32, 8);
	dim3 grid(blocks_for(size.width, block.x), blocks_for(size.height, block.y));
	fill<<<grid, block>>>(image, size);
	CHECK(cudaGetLastError());
}

int main()
{
	Size size = {100, 70};
	std::vector<float> home(100 * 70);
	float *image = device_array<float>(100 * 70);
	launch(image, size);
	CHECK(cudaMemcpy(home.data(), image, home.size() * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(image));
	return home.back() == 1 ? 0 : 1;
}
