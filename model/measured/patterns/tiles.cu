/* Two-dimensional tiles in shared memory: the transpose ladder, products, stencils with halos. */
#include "pattern.cuh"

#define TILE 32
#define ROWS 8

__global__ void transpose_naive(const float *in, float *out, int width, int height)
{
	const int x = blockIdx.x * TILE + threadIdx.x;
	const int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = in[(y + j) * width + x];
		out[x * height + y + j] = value;
	}
}

__global__ void transpose_tile(const float *in, float *out, int width, int height)
{
	__shared__ float tile[TILE][TILE];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = in[(y + j) * width + x];
		tile[threadIdx.y + j][threadIdx.x] = value;
	}
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = tile[threadIdx.x][threadIdx.y + j];
		out[(y + j) * height + x] = value;
	}
}

__global__ void transpose_padded(const float *in, float *out, int width, int height)
{
	__shared__ float tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = in[(y + j) * width + x];
		tile[threadIdx.y + j][threadIdx.x] = value;
	}
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = tile[threadIdx.x][threadIdx.y + j];
		out[(y + j) * height + x] = value;
	}
}

__global__ void transpose_swizzled(const float *in, float *out, int width, int height)
{
	__shared__ float tile[TILE][TILE];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = in[(y + j) * width + x];
		tile[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)] = value;
	}
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll 1
	for (int j = 0; j < TILE; j += ROWS) {
		const float value = tile[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x];
		out[(y + j) * height + x] = value;
	}
}

template <typename T, int N, int PAD> __global__ void transpose_typed(const T *in, T *out, int width)
{
	__shared__ T tile[N][N + PAD];
	const T value = in[(blockIdx.y * N + threadIdx.y) * width + blockIdx.x * N + threadIdx.x];
	tile[threadIdx.y][threadIdx.x] = value;
	__syncthreads();
	const T turned = tile[threadIdx.x][threadIdx.y];
	out[(blockIdx.x * N + threadIdx.y) * width + blockIdx.y * N + threadIdx.x] = turned;
}

template <int N> __global__ void product(const float *a, const float *b, float *c, int width)
{
	__shared__ float left[N][N];
	__shared__ float right[N][N];
	const int row = blockIdx.y * N + threadIdx.y;
	const int col = blockIdx.x * N + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int t = 0; t < width / N; t++) {
		left[threadIdx.y][threadIdx.x] = a[row * width + t * N + threadIdx.x];
		right[threadIdx.y][threadIdx.x] = b[(t * N + threadIdx.y) * width + col];
		__syncthreads();
#pragma unroll 1
		for (int k = 0; k < N; k++) {
			const float x = left[threadIdx.y][k];
			const float y = right[k][threadIdx.x];
			sum += x * y;
		}
		__syncthreads();
	}
	c[row * width + col] = sum;
}

__global__ void product_column_tile(const float *a, float *c)
{
	__shared__ float tile[16][16];
	tile[threadIdx.x][threadIdx.y] = a[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x];
	__syncthreads();
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 16; k++) {
		sum += tile[threadIdx.x][k];
	}
	c[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x] = sum;
}

__global__ void stencil_row(const float *in, float *out)
{
	__shared__ float tile[128 + 6];
	const int i = blockIdx.x * 128 + threadIdx.x + 3;
	tile[threadIdx.x + 3] = in[i];
	if (threadIdx.x < 3) {
		tile[threadIdx.x] = in[i - 3];
		tile[threadIdx.x + 131] = in[i + 128];
	}
	__syncthreads();
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 7; k++) {
		sum += tile[threadIdx.x + k];
	}
	out[i] = sum;
}

__global__ void stencil_image(const float *in, float *out, int width)
{
	__shared__ float tile[10][34];
	const int x = blockIdx.x * 32 + threadIdx.x + 1;
	const int y = blockIdx.y * 8 + threadIdx.y + 1;
	tile[threadIdx.y + 1][threadIdx.x + 1] = in[y * width + x];
	if (threadIdx.y == 0) {
		tile[0][threadIdx.x + 1] = in[(y - 1) * width + x];
		tile[9][threadIdx.x + 1] = in[(y + 8) * width + x];
	}
	if (threadIdx.x == 0) {
		tile[threadIdx.y + 1][0] = in[y * width + x - 1];
		tile[threadIdx.y + 1][33] = in[y * width + x + 32];
	}
	__syncthreads();
	const float up = tile[threadIdx.y][threadIdx.x + 1];
	const float down = tile[threadIdx.y + 2][threadIdx.x + 1];
	const float left = tile[threadIdx.y + 1][threadIdx.x];
	const float right = tile[threadIdx.y + 1][threadIdx.x + 2];
	out[y * width + x] = up + down + left + right;
}

__global__ void staged_records(const float *in, float *out)
{
	__shared__ float stage[128 * 3];
	const int base = blockIdx.x * 128 * 3;
#pragma unroll 1
	for (int k = threadIdx.x; k < 128 * 3; k += 128) {
		stage[k] = in[base + k];
	}
	__syncthreads();
	const float x = stage[threadIdx.x * 3];
	const float z = stage[threadIdx.x * 3 + 2];
	out[blockIdx.x * 128 + threadIdx.x] = x - z;
}

__global__ void private_rows(const float *in, float *out)
{
	__shared__ float rows[64][8];
#pragma unroll 1
	for (int k = 0; k < 8; k++) {
		rows[threadIdx.x][k] = in[k * 4096 + blockIdx.x * 64 + threadIdx.x];
	}
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 7; k >= 0; k--) {
		sum = sum * 0.5f + rows[threadIdx.x][k];
	}
	out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;

	transpose_naive<<<dim3(8, 8), dim3(TILE, ROWS)>>>(fin, fout, 256, 256);
	transpose_tile<<<dim3(8, 8), dim3(TILE, ROWS)>>>(fin, fout, 256, 256);
	transpose_padded<<<dim3(8, 8), dim3(TILE, ROWS)>>>(fin, fout, 256, 256);
	transpose_swizzled<<<dim3(8, 8), dim3(TILE, ROWS)>>>(fin, fout, 256, 256);
	transpose_typed<float, 16, 0><<<dim3(8, 8), dim3(16, 16)>>>(fin, fout, 128);
	transpose_typed<float, 16, 1><<<dim3(8, 8), dim3(16, 16)>>>(fin, fout, 128);
	transpose_typed<double, 32, 0><<<dim3(4, 4), dim3(32, 32)>>>((const double *)in, (double *)out, 128);
	transpose_typed<double, 32, 1><<<dim3(4, 4), dim3(32, 32)>>>((const double *)in, (double *)out, 128);
	transpose_typed<float4, 16, 0><<<dim3(4, 4), dim3(16, 16)>>>((const float4 *)in, (float4 *)out, 64);
	transpose_typed<float4, 16, 1><<<dim3(4, 4), dim3(16, 16)>>>((const float4 *)in, (float4 *)out, 64);
	transpose_typed<char, 32, 0><<<dim3(4, 4), dim3(32, 32)>>>(in, out, 128);
	transpose_typed<short, 32, 2><<<dim3(4, 4), dim3(32, 32)>>>((const short *)in, (short *)out, 128);
	product<16><<<dim3(4, 4), dim3(16, 16)>>>(fin, fin, fout, 64);
	product<32><<<dim3(2, 2), dim3(32, 32)>>>(fin, fin, fout, 64);
	product_column_tile<<<16, dim3(16, 16)>>>(fin, fout);
	stencil_row<<<64, 128>>>(fin, fout);
	stencil_image<<<dim3(4, 16), dim3(32, 8)>>>(fin, fout, 160);
	staged_records<<<32, 128>>>(fin, fout);
	private_rows<<<32, 64>>>(fin, fout);
	return finish();
}
