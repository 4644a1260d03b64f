#include "kernels.cuh"

namespace filter {
__global__ void blur(float *out, const float *in, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < width)
		out[i] = in[i];
}

__global__ void soften(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 0.5f * in[i];
}

void smooth(float *out, const float *in, int n, cudaStream_t stream)
{
	soften<<<(n + 127) / 128, 128, 0, stream>>>(out, in, n);
}
}

template <typename T> __global__ void fill(T *out, T value, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = value;
}

template __global__ void fill<double>(double *out, double value, int n);

extern "C" __global__ void mirror(int *out, const int *in)
{
	__shared__ int part[128];
	part[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

__global__ void transpose(float *out, const float *in, Size size)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < size.width && y < size.height)
		out[x * size.height + y] = in[y * size.width + x];
}

__global__ void sum(float *total, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(total, in[i]);
}

__global__ void stage(float *out, const float *in)
{
	extern __shared__ float tile[];
	tile[threadIdx.x + 16384] = in[threadIdx.x];
	out[threadIdx.x] = tile[threadIdx.x + 16384];
}

__global__ void shift(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}
