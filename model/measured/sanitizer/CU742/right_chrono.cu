/* A clock around the launches after the first. */
#include <chrono>

#include "../check.cuh"

template <typename T> __global__ void add(T *a, const T *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] += b[i];
}

int main()
{
	const int n = 1 << 16;
	double *a = device_array<double>(n), *b = device_array<double>(n);
	add<<<n / 256, 256>>>(a, b, n);
	CHECK(cudaDeviceSynchronize());
	auto begin = std::chrono::steady_clock::now();
	add<<<n / 256, 256>>>(a, b, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	auto end = std::chrono::steady_clock::now();
	printf("%g us\n", std::chrono::duration<double, std::micro>(end - begin).count());
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	return 0;
}
