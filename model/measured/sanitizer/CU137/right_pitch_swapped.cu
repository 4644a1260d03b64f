/* Pitch and width of a copy in their places. */
#include <vector>

#include "../check.cuh"

int main()
{
	const size_t width = 300 * sizeof(float), height = 200;
	std::vector<float> host(300 * height);
	float *data;
	size_t pitch;
	CHECK(cudaMallocPitch(&data, &pitch, width, height));
	CHECK(cudaMemset2D(data, pitch, 0, width, height));
	CHECK(cudaMemcpy2D(data, pitch, host.data(), width, width, height, cudaMemcpyHostToDevice));
	CHECK(cudaFree(data));
	return 0;
}
