#pragma once

namespace filter {
__global__ void blur(float *out, const float *in, int width);
void smooth(float *out, const float *in, int n, cudaStream_t stream);
}

struct Size {
	int width, height;
};

template <typename T> __global__ void fill(T *out, T value, int n);
extern "C" __global__ void mirror(int *out, const int *in);
__global__ void transpose(float *out, const float *in, Size size);
__global__ void sum(float *total, const float *in, int n);
__global__ void stage(float *out, const float *in);
void run(float *out, const float *in, int n);
__global__ void shift(float *out, const float *in, int n);
void hand_on(void (*kernel)(float *, const float *, int), float *out, const float *in, int threads = 512);

// Whoever includes this could launch it; one unit does.
__global__ void reverse(int *data)
{
	__shared__ int part[128];
	part[threadIdx.x] = data[threadIdx.x];
	__syncthreads();
	data[threadIdx.x] = part[127 - threadIdx.x];
}

template <int ROWS> __global__ void rows(float *out, const float *in)
{
	__shared__ float part[ROWS];
	part[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = part[ROWS - 1 - threadIdx.x];
}
