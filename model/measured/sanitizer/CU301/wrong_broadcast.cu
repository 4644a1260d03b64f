/* A value of one thread is read by all without a wait. */
#include "../check.cuh"

extern __shared__ float memory[];

__device__ float block_offset(const float *in)
{
	if (threadIdx.x == 0)
		memory[0] = in[blockIdx.x];
	return memory[0]; // expect: CU301
}

__global__ void shift(float *data, const float *offsets)
{
	float by = block_offset(offsets);
	data[blockIdx.x * blockDim.x + threadIdx.x] += by;
}

int main()
{
	float *data = device_array<float>(1024), *offsets = device_array<float>(8);
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	shift<<<8, 128, sizeof(float), stream>>>(data, offsets);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(data));
	CHECK(cudaFree(offsets));
	return 0;
}
