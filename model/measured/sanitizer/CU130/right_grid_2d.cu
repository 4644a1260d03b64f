/* Both directions are guarded. */
#include "../check.cuh"

struct Field {
	float *cells;
	int width, height;
	__device__ float &at(int x, int y) { return cells[y * width + x]; }
};

__global__ void heat(Field field, float by)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= field.width || y >= field.height)
		return;
	field.at(x, y) = by;
}

int main()
{
	Field field = {nullptr, 100, 50};
	CHECK(cudaMalloc(&field.cells, size_t(field.width) * field.height * sizeof(float)));
	dim3 block(32, 8), grid((field.width + block.x - 1) / block.x, (field.height + block.y - 1) / block.y);
	heat<<<grid, block>>>(field, 2.0f);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(field.cells));
	return 0;
}
