/* A vector of the host is handed to a kernel. */
#include <vector>

#include "../check.cuh"

template <typename T> __global__ void twice(T *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

int main()
{
	std::vector<double> values(512, 1.0);
	twice<<<4, 128>>>(values.data(), int(values.size())); // expect: CU132
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	return 0;
}
