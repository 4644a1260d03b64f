/* Rows of the width where the memory has rows of the pitch. */
#include <vector>

#include "../check.cuh"

struct Plane {
	int *data;
	size_t pitch;
	int width, height;
};

__global__ void row_sums(Plane plane, int *sums)
{
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y >= plane.height)
		return;
	int sum = 0;
	for (int x = 0; x < plane.width; x++)
		sum += plane.data[y * plane.width + x]; // expect: CU137
	sums[y] = sum;
}

int main()
{
	Plane plane = {nullptr, 0, 100, 64};
	std::vector<int> host(100 * 64, 1), home(64);
	CHECK(cudaMallocPitch(&plane.data, &plane.pitch, plane.width * sizeof(int), plane.height));
	CHECK(cudaMemset2D(plane.data, plane.pitch, 0, plane.pitch, plane.height));
	CHECK(cudaMemcpy2D(plane.data, plane.pitch, host.data(), 100 * sizeof(int), 100 * sizeof(int), 64,
		cudaMemcpyHostToDevice));
	int *sums = device_array<int>(64);
	row_sums<<<1, 64>>>(plane, sums);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home.data(), sums, 64 * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(plane.data));
	CHECK(cudaFree(sums));
	return home[63] == 100 ? 0 : 1;
}
