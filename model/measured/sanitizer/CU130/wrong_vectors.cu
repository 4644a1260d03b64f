/* Four elements at a time, the count rounded up; the buffers lie in a vector. */
#include <vector>

#include "../check.cuh"

template <typename T> __global__ void scale(T *data, int vectors, float by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < vectors) {
		float4 v = reinterpret_cast<float4 *>(data)[i]; // expect: CU130
		v.x *= by, v.y *= by, v.z *= by, v.w *= by;
		reinterpret_cast<float4 *>(data)[i] = v; // expect: CU130
	}
}

int main()
{
	const int n = 1022;
	std::vector<float *> buffers(2);
	for (float *&buffer : buffers)
		CHECK(cudaMalloc(&buffer, n * sizeof(float)));
	for (float *buffer : buffers) {
		CHECK(cudaMemset(buffer, 0, n * sizeof(float)));
		scale<float><<<2, 128>>>(buffer, (n + 3) / 4, 2.0f);
		CHECK(cudaGetLastError());
	}
	CHECK(cudaDeviceSynchronize());
	for (float *buffer : buffers)
		CHECK(cudaFree(buffer));
	return 0;
}
