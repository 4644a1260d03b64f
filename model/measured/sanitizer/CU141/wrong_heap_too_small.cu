/* Each thread takes 4 KiB of a heap of 8 MiB, and doesn't look at what it got. */
#include "../check.cuh"

__global__ void sort_rows(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int *row = static_cast<int *>(malloc(1024 * sizeof(int))); // expect: CU141
	for (int k = 0; k < 1024; k++)
		row[k] = i ^ k;
	out[i] = row[i & 1023];
	free(row);
}

int main()
{
	const int n = 256 * 256;
	int *out = device_array<int>(n);
	sort_rows<<<256, 256>>>(out, n); // expect: CU141
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(out));
	return 0;
}
