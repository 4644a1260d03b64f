/* One thread of a block takes memory, looks at it, and all use it. */
#include "../check.cuh"

__global__ void sort_rows(int *out)
{
	__shared__ int *row;
	if (threadIdx.x == 0)
		row = static_cast<int *>(malloc(256 * sizeof(int)));
	__syncthreads();
	if (!row)
		return;
	row[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = row[255 - threadIdx.x];
	__syncthreads();
	if (threadIdx.x == 0)
		free(row);
}

int main()
{
	const int n = 16 * 256;
	int *out = device_array<int>(n);
	sort_rows<<<16, 256>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(out));
	return 0;
}
