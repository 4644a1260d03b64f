#include <cstdlib>

__global__ void scale(float *data, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= by;
}

__global__ void product(const float *a, const float *b, float *c, int rows, int cols, int inner)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= rows || col >= cols)
		return;
	float sum = 0;
	for (int k = 0; k < inner; k++)
		sum += a[row * inner + k] * b[k * cols + col];
	c[row * cols + col] = sum;
}

__global__ void pick(const int *from, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[from[i]];
}

__global__ void powers(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && (n & (n - 1)) == 0)
		data[i] = 1;
}

__global__ void triangle(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int j = 0; j <= i; j++)
			out[i * 1024 + j] = 1;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]);
	float *a = 0, *b = 0, *c = 0;
	scale<<<(n + 255) / 256, 256>>>(a, 2, n);
	product<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(a, b, c, n, m, k);
	pick<<<(n + 255) / 256, 256>>>((const int *)a, b, c, n);
	powers<<<(n + 255) / 256, 256>>>(a, n);
	triangle<<<(n + 255) / 256, 256>>>(a, n);
}
