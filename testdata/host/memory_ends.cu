// What ends, what is used afterwards, and what is lost.
#include <cuda_runtime.h>

__global__ void fill(float *out)
{
	out[threadIdx.x] = 1;
}

struct buffers {
	float *in, *out;
};

static float late(bool early)
{
	buffers b;
	cudaMalloc(&b.in, 1024);
	cudaMalloc(&b.out, 1024);
	if (early)
		cudaFree(b.out);
	fill<<<1, 256>>>(b.out); // freed on one way: not known
	cudaFree(b.in);
	fill<<<1, 256>>>(b.in);
	cudaFree(b.in);
	return b.in[0];
}

static float *lost(bool early, float **other)
{
	float *kept, *gone, *result;
	cudaMalloc(&kept, 1024);
	cudaMalloc(&gone, 1024);
	cudaMalloc(&result, 1024);
	*other = kept;
	if (early)
		return nullptr;
	return result;
}

int main(int argc, char **)
{
	float *other, *result = lost(argc > 1, &other);
	late(argc > 2);
	for (int i = 0; i < 2; i++) {
		cudaStream_t stream;
		cudaStreamCreate(&stream);
	}
	cudaFree(other);
	cudaFree(result);
}
