/* Variables of device memory around calls that the compiler can't look into. */
#include "pattern.cuh"
#include <cstdio>

__device__ float total = 3.0f;
__device__ int counts[8192];

__global__ void variable_printed()
{
	printf("%f\n", total);
	total += 2.0f;
}
__global__ void variable_read_twice(float *out)
{
	const float before = total;
	printf("here\n");
	out[threadIdx.x] = before + total;
}
__global__ void variable_stored_then_read(float *out)
{
	total = 5.0f;
	printf("here\n");
	out[threadIdx.x] = total;
}
__global__ void array_around_printf(float *out)
{
	const int i = threadIdx.x;
	counts[i] = i;
	printf("%d\n", i);
	out[i] = counts[i];
}
__global__ void argument_around_printf(const float *in, float *out)
{
	const int i = threadIdx.x;
	const float a = in[i];
	printf("%d\n", i);
	out[i] = a + in[i];
}
__global__ void restrict_around_printf(const float *__restrict__ in, float *__restrict__ out)
{
	const int i = threadIdx.x;
	const float a = in[i];
	printf("%d\n", i);
	out[i] = a + in[i];
}
__global__ void shared_around_printf(const float *in, float *out)
{
	__shared__ float tile[32];
	const int i = threadIdx.x;
	tile[i] = in[i];
	const float a = tile[i];
	printf("%f\n", a);
	out[i] = tile[i];
}
__global__ void printed_in_branch(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	if (threadIdx.x == 0)
		printf("%d\n", i);
	out[i] = a + in[i];
}
__global__ void assertion_around(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	if (i >= n)
		__trap();
	out[i] = a + in[i];
}
__global__ void stored_then_printed(const float *in, float *out)
{
	const int i = threadIdx.x;
	out[i] = in[i];
	printf("%f\n", out[i]);
	out[i] = 2.0f;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	float *fin = (float *)in;
	float *fout = (float *)out;
	variable_printed<<<1, 32>>>();
	variable_read_twice<<<1, 32>>>(fout);
	variable_stored_then_read<<<1, 32>>>(fout);
	array_around_printf<<<1, 32>>>(fout);
	argument_around_printf<<<1, 32>>>(fin, fout);
	restrict_around_printf<<<1, 32>>>(fin, fout);
	shared_around_printf<<<1, 32>>>(fin, fout);
	printed_in_branch<<<2, 256>>>(fin, fout);
	assertion_around<<<32, 256>>>(fin, fout, 8192);
	stored_then_printed<<<1, 32>>>(fin, fout);
	return finish();
}
