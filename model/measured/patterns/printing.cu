/* Device printf: what the compiler does to hand its arguments over, and which line that counts at. */
#include "pattern.cuh"
#include <cstdio>

__global__ void print_text(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 1.0f;
	if (i == 0)
		printf("begins\n");
}

__global__ void print_loaded(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 1.0f;
	if (i < 32)
		printf("%f\n", in[i]);
}

__global__ void print_two_loads(const int *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 1.0f;
	if (threadIdx.x == 0)
		printf("%d %d\n", in[i], in[i + 8192]);
}

__global__ void print_register(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[i] = value;
	if (i < 64)
		printf("%d: %f\n", i, value);
}

__global__ void print_many(const int *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 32)
		printf("%d %d %d %d %d %s %f\n", i, in[i], i * 2, threadIdx.x, blockIdx.x, "word", in[i] * 0.5);
	out[i] = 1.0f;
}

__global__ void print_stored(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 2.0f;
	if (i < 32)
		printf("%f\n", out[i]);
}

__global__ void print_in_loop(const int *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 1.0f;
	if (i == 0)
		for (int k = 0; k < 4; k++)
			printf("%d\n", in[k]);
}

__global__ void print_then_load(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float before = in[i];
	if (i == 0)
		printf("value\n");
	out[i] = before + in[i];
}

__device__ __noinline__ void print_value(float value)
{
	printf("%f\n", value);
}

__global__ void print_by_helper(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 32)
		print_value(in[i]);
	out[i] = 1.0f;
}

__global__ void print_shared(const float *in, float *out)
{
	__shared__ float tile[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	tile[threadIdx.x] = in[i];
	__syncthreads();
	if (i == 0)
		printf("%f %f\n", tile[3], in[7]);
	out[i] = tile[255 - threadIdx.x];
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;
	print_text<<<32, 256>>>(fout);
	print_loaded<<<32, 256>>>(fin, fout);
	print_two_loads<<<32, 256>>>((const int *)in, fout);
	print_register<<<32, 256>>>(fin, fout);
	print_many<<<32, 256>>>((const int *)in, fout);
	print_stored<<<32, 256>>>(fin, fout);
	print_in_loop<<<32, 256>>>((const int *)in, fout);
	print_then_load<<<32, 256>>>(fin, fout);
	print_by_helper<<<32, 256>>>(fin, fout);
	print_shared<<<32, 256>>>(fin, fout);
	return finish();
}
