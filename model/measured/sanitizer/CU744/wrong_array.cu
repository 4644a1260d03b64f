/* Sixteen streams get work in one loop. */
#include "../check.cuh"

__global__ void work(float *data)
{
	for (int k = 0; k < 1000; k++)
		data[threadIdx.x] = data[threadIdx.x] * 0.5f + 1;
}

int main()
{
	const int count = 16;
	cudaStream_t streams[count];
	float *data = device_array<float>(count * 256);
	for (int s = 0; s < count; s++)
		CHECK(cudaStreamCreate(&streams[s]));
	for (int s = 0; s < count; s++)
		work<<<1, 256, 0, streams[s]>>>(data + s * 256); // expect: CU744
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	for (int s = 0; s < count; s++)
		CHECK(cudaStreamDestroy(streams[s]));
	CHECK(cudaFree(data));
	return 0;
}
