/* The clock is read right behind the launch. */
#include <chrono>

#include "../check.cuh"

__global__ void spin(long long cycles)
{
	long long start = clock64();
	while (clock64() - start < cycles)
		;
}

int main()
{
	spin<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	auto begin = std::chrono::steady_clock::now();
	spin<<<1, 1>>>(200000000);
	CHECK(cudaGetLastError());
	auto end = std::chrono::steady_clock::now(); // expect: CU740
	CHECK(cudaDeviceSynchronize());
	double ms = std::chrono::duration<double, std::milli>(end - begin).count();
	printf("kernel: %g ms\n", ms);
	return ms > 50 ? 0 : 1;
}
