/* A grid that is fixed, and a loop that does the rest. */
#include <vector>

#include "../check.cuh"

constexpr int THREADS = 128;
constexpr int BLOCKS = 64;

template <typename T> __global__ void iota(T *data, size_t n)
{
	for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
		data[i] = T(i);
}

int main()
{
	const size_t n = 10000;
	std::vector<double> home(n);
	double *data = device_array<double>(n);
	iota<double><<<BLOCKS, THREADS>>>(data, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home.data(), data, n * sizeof(double), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(data));
	return home[n - 1] == n - 1 ? 0 : 1;
}
