/* Kernels as in books, for sizes that the command line gives: each line's counts are a function of these. */
// sizes: 1000 77 50
// sizes: 256 64 96
// sizes: 333 200 17
#include <cstdio>
#include <cstdlib>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i];
}

__global__ void daxpy(int n, double a, const double *x, double *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i];
}

__global__ void bytes(int n, const unsigned char *in, unsigned char *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] + 1;
}

__global__ void records(int n, const float4 *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 v = in[i];
		out[i] = v.x + v.y + v.z + v.w;
	}
}

__global__ void blur(int n, const float *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1) {
		float left = in[i - 1];
		float middle = in[i];
		float right = in[i + 1];
		out[i] = left + middle + right;
	}
}

__global__ void strided(int n, const float *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i * 3];
}

__global__ void step(int n, int m, const float *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i * m];
}

__global__ void grid_stride(int n, const float *in, float *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

__global__ void copy2d(int n, int m, const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < m && y < n)
		out[y * m + x] = in[y * m + x];
}

__global__ void jacobi(int n, int m, const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && y > 0 && x < m - 1 && y < n - 1) {
		float north = in[(y - 1) * 1024 + x];
		float south = in[(y + 1) * 1024 + x];
		float west = in[y * 1024 + x - 1];
		float east = in[y * 1024 + x + 1];
		out[y * 1024 + x] = 0.25f * (north + south + west + east);
	}
}

__global__ void volume(int n, int m, int k, const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= m || y >= n)
		return;
	for (int z = 0; z < k; z++)
		out[(z * n + y) * m + x] = 2 * in[(z * n + y) * m + x];
}

__global__ void transpose_naive(int n, int m, const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < m && y < n)
		out[x * n + y] = in[y * m + x];
}

__global__ void transpose_tiled(int n, int m, const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < m && y + j < n)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * m + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < n && y + j < m)
			out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void columns(int n, int m, const float *in, float *out)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= m)
		return;
	float sum = 0;
	for (int r = 0; r < n; r++)
		sum += in[r * m + c];
	out[c] = sum;
}

__global__ void rows(int n, int m, const float *in, float *out)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float sum = 0;
	for (int c = 0; c < m; c++)
		sum += in[r * m + c];
	out[r] = sum;
}

__global__ void outer(int n, int m, const float *a, const float *b, float *c)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < m && y < n) {
		float left = a[y];
		float right = b[x];
		c[y * m + x] = left * right;
	}
}

__global__ void multiply(int n, int m, int k, const float *a, const float *b, float *c)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j >= m)
		return;
	float sum = 0;
	for (int t = 0; t < k; t++) {
		float left = a[i * k + t];
		float right = b[t * m + j];
		sum += left * right;
	}
	c[i * m + j] = sum;
}

__global__ void tiled(int n, const float *a, const float *b, float *c)
{
	__shared__ float as[16][16], bs[16][16];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < (n + 15) / 16; t++) {
		int ax = t * 16 + threadIdx.x, by = t * 16 + threadIdx.y;
		as[threadIdx.y][threadIdx.x] = row < n && ax < n ? a[row * n + ax] : 0;
		bs[threadIdx.y][threadIdx.x] = by < n && col < n ? b[by * n + col] : 0;
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

__global__ void reduce(int n, const float *in, float *out)
{
	__shared__ float s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 128; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

__global__ void reduce_two(int n, const float *in, float *out)
{
	__shared__ float s[256];
	int t = threadIdx.x, i = blockIdx.x * 512 + t;
	float sum = 0;
	if (i < n)
		sum = in[i];
	if (i + 256 < n)
		sum += in[i + 256];
	s[t] = sum;
	__syncthreads();
	if (t < 128)
		s[t] += s[t + 128];
	__syncthreads();
	if (t < 128)
		out[blockIdx.x * 128 + t] = s[t];
}

__global__ void triangle(int n, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int j = i; j < n; j++)
			out[j * 1024 + i] = 1;
}

__global__ void row_norms(int m, const float *in, float *out)
{
	float sum = 0;
	for (int i = threadIdx.x; i < m; i += 128)
		sum += in[blockIdx.x * m + i];
	out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void gather(int n, const int *from, const float *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int at = from[i];
		out[i] = in[at];
	}
}

static int up(int n, int by)
{
	return (n + by - 1) / by;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000, m = argc > 2 ? atoi(argv[2]) : 77, k = argc > 3 ? atoi(argv[3]) : 50;
	float *a, *b, *c;
	int *from;
	size_t room = ((size_t)n * m * (k + 1) + 2048 * 1024 + (size_t)n * n) * sizeof(float);
	cudaMalloc(&a, room);
	cudaMalloc(&b, room);
	cudaMalloc(&c, room);
	cudaMalloc(&from, n * sizeof(int));
	cudaMemset(a, 0, room);
	cudaMemset(from, 0, n * sizeof(int));
	saxpy<<<(n + 255) / 256, 256>>>(n, 2, a, b);
	daxpy<<<(n + 127) / 128, 128>>>(n, 2, (const double *)a, (double *)b);
	bytes<<<(n + 255) / 256, 256>>>(n, (const unsigned char *)a, (unsigned char *)b);
	records<<<(n + 255) / 256, 256>>>(n, (const float4 *)a, b);
	blur<<<(n + 127) / 128, 128>>>(n, a, b);
	strided<<<(n + 255) / 256, 256>>>(n, a, b);
	step<<<(n + 255) / 256, 256>>>(n, m, a, b);
	grid_stride<<<2, 128>>>(n, a, b);
	copy2d<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, m, a, b);
	jacobi<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, m, a, b);
	volume<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(n, m, k, a, b);
	transpose_naive<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, m, a, b);
	transpose_tiled<<<dim3((m + 31) / 32, (n + 31) / 32), dim3(32, 8)>>>(n, m, a, b);
	columns<<<up(m, 128), 128>>>(n, m, a, b);
	rows<<<up(n, 128), 128>>>(n, m, a, b);
	outer<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, m, a, b, c);
	multiply<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, m, k, a, b, c);
	tiled<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(n, a, b, c);
	reduce<<<(n + 255) / 256, 256>>>(n, a, b);
	reduce_two<<<(n + 511) / 512, 256>>>(n, a, b);
	triangle<<<(n + 255) / 256, 256>>>(n, b);
	row_norms<<<n, 128>>>(m, a, b);
	gather<<<(n + 255) / 256, 256>>>(n, from, a, b);
	cudaError_t error = cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorString(error));
	return error != cudaSuccess;
}
