#include "kernels.cuh"

// Hands on what main() gives it.
void run(float *out, const float *in, int n)
{
	filter::smooth(out, in, n, 0);
}

void add_up(float *total, const float *in)
{
	int n = 512;
	void *args[] = {&total, &in, &n};
	cudaLaunchCooperativeKernel((const void *)sum, dim3(5), dim3(128), args, 0, 0);
}

void total_of(int count)
{
	float *total, *in;
	if (count != 512)
		return;
	cudaMalloc(&total, sizeof(float));
	cudaMalloc(&in, count * sizeof(float));
	add_up(total, in);
	cudaFree(total);
	cudaFree(in);
}

// Launches what it is given.
void hand_on(void (*kernel)(float *, const float *, int), float *out, const float *in, int threads)
{
	kernel<<<2, threads>>>(out, in, 1000);
}
