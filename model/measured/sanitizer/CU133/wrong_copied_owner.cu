/* An owner that can be copied: both copies free. */
#include "../check.cuh"

struct Buffer {
	float *data = nullptr;
	size_t count = 0;
	explicit Buffer(size_t n) : count(n) { CHECK(cudaMalloc(&data, n * sizeof(float))); }
	~Buffer() { CHECK(cudaFree(data)); } // expect: CU133
};

__global__ void fill(float *data, size_t n, float value)
{
	size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
	if (i < n)
		data[i] = value;
}

static void run(Buffer buffer)
{
	fill<<<unsigned(buffer.count / 256), 256>>>(buffer.data, buffer.count, 1.0f);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
}

int main()
{
	Buffer buffer(4096);
	run(buffer);
	return 0;
}
