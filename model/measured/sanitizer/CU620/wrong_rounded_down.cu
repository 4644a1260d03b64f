/* The grid is rounded down: the last elements stay as they were. */
#include <vector>

#include "../check.cuh"

__global__ void fill(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 1;
}

int main()
{
	const int n = 1000;
	std::vector<int> home(n);
	int *data = device_array<int>(n);
	fill<<<n / 256, 256>>>(data, n); // expect: CU620
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(data));
	return home[n - 1] == 1 ? 0 : 1;
}
