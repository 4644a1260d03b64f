/* Half of the rows are put there, all of them are taken home. */
#include <vector>

#include "../check.cuh"

int main()
{
	const int rows = 64, columns = 128;
	std::vector<int> host(rows * columns, 7);
	int *device;
	CHECK(cudaMalloc(&device, rows * columns * sizeof(int)));
	CHECK(cudaMemcpy(device, host.data(), rows / 2 * columns * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(host.data(), device, rows * columns * sizeof(int), cudaMemcpyDeviceToHost)); // expect: CU134
	printf("%d\n", host[rows * columns - 1]);
	CHECK(cudaFree(device));
	return 0;
}
