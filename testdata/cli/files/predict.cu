#include "predict.cuh"

__global__ void transpose(const float *in, float *out, int width)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	out[x * width + y] = tile[threadIdx.x][threadIdx.y];
}

__global__ void gather(const int *from, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[from[i]];
}

__global__ void scale(float *data)
{
	put(data, 2.0f * data[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main()
{
	float *in = 0, *out = 0;
	transpose<<<dim3(64, 64), dim3(32, 32)>>>(in, out, 2048);
	scale<<<128, 96>>>(out);
}
