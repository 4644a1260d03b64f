__global__ void transpose(float *out, const float *in, int n)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.x][threadIdx.y] = in[y * 1024 + x];
	__syncthreads();
	out[x * 1024 + y] = tile[threadIdx.x][threadIdx.y];
}

__global__ void sum(float *out, const float *in)
{
	__shared__ float part[128];
	part[threadIdx.x] = in[threadIdx.x];
	out[threadIdx.x] = part[127 - threadIdx.x];
	if (threadIdx.x < 48)
		__syncthreads();
	else
		__syncwarp(0xffff);
	__syncthreads();
}

void run(float *out, const float *in)
{
	transpose<<<dim3(32, 32), dim3(32, 32)>>>(out, in, 1024);
	sum<<<4, 128>>>(out, in);
}
