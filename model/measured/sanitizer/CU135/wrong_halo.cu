/* A copy with the halo into memory without. */
#include <vector>

#include "../check.cuh"

int main()
{
	const int n = 1024, halo = 2;
	std::vector<double> host(n + 2 * halo);
	double *device;
	CHECK(cudaMalloc(&device, n * sizeof(double)));
	CHECK(cudaMemcpy(device, host.data(), (n + 2 * halo) * sizeof(double), cudaMemcpyHostToDevice)); // expect: CU135
	CHECK(cudaFree(device));
	return 0;
}
