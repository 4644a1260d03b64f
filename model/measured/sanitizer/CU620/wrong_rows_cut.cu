/* Columns are rounded up, rows down. */
#include <vector>

#include "../check.cuh"

struct Size {
	int width, height;
};

__global__ void fill(float *image, Size size)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < size.width && y < size.height)
		image[y * size.width + x] = 1;
}

static void launch(float *image, Size size)
{
	dim3 block(32, 8);
	dim3 grid((size.width + block.x - 1) / block.x, size.height / block.y);
	fill<<<grid, block>>>(image, size); // expect: CU620
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
