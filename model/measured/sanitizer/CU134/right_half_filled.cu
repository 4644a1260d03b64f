/* Half of the rows are put there, the others are cleared. */
#include <vector>

#include "../check.cuh"

int main()
{
	const int rows = 64, columns = 128;
	std::vector<int> host(rows * columns, 7);
	int *device;
	CHECK(cudaMalloc(&device, rows * columns * sizeof(int)));
	CHECK(cudaMemcpy(device, host.data(), rows / 2 * columns * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(device + rows / 2 * columns, 0, rows / 2 * columns * sizeof(int)));
	CHECK(cudaMemcpy(host.data(), device, rows * columns * sizeof(int), cudaMemcpyDeviceToHost));
	printf("%d\n", host[rows * columns - 1]);
	CHECK(cudaFree(device));
	return 0;
}
