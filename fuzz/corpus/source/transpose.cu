// cudalint: launch transpose grid=64x64 block=32x8
__global__ void transpose(float *out, const float *in, int width)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
