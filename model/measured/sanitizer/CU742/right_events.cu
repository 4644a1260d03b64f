/* The kernel is launched once before. */
#include "../check.cuh"

__global__ void scale(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

int main()
{
	const int n = 1 << 20;
	float *data = device_array<float>(n), ms = 0;
	cudaEvent_t begin, end;
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	scale<<<(n + 255) / 256, 256>>>(data, n);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(begin));
	scale<<<(n + 255) / 256, 256>>>(data, n);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(end));
	CHECK(cudaEventSynchronize(end));
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	printf("%g ms\n", ms);
	CHECK(cudaEventDestroy(begin));
	CHECK(cudaEventDestroy(end));
	CHECK(cudaFree(data));
	return 0;
}
