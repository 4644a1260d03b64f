/* Accesses that meet under this launch only: the compiler, which compiles for all launches, keeps them apart. */
#include "pattern.cuh"

__global__ void first_of_one_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[threadIdx.x];
	out[i] = a * 0.5f + b;
}

__global__ void stored_over_by_one_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[threadIdx.x] = 1.0f;
	out[i] = in[i];
}

__global__ void by_block_size(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[blockIdx.x * 256 + threadIdx.x];
	out[i] = a * 0.5f + b;
}

__global__ void by_parameter(const float *in, float *out, int offset)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[i + offset];
	out[i] = a * 0.5f + b;
}

__global__ void by_row_and_column(const float *in, float *out, int width)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	const float a = in[y * width + x];
	const float b = in[y * 64 + x];
	out[y * width + x] = a * 0.5f + b;
}

__global__ void within_bounds(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[min(i, n - 1)];
	out[i] = a * 0.5f + b;
}

__global__ void masked_thread(const float *in, float *out)
{
	const int i = threadIdx.x;
	const float a = in[i];
	const float b = in[i & 255];
	out[i] = a * 0.5f + b;
}

__global__ void by_grid_size(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[i + (gridDim.x - 1) * 8192];
	out[i] = a * 0.5f + b;
}

__global__ void same_by_other_words(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[threadIdx.x + blockDim.x * blockIdx.x];
	out[i] = a * 0.5f + b;
}

__global__ void same_by_sum(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i + n];
	const float *row = in + n;
	const float b = row[i];
	out[i] = a * 0.5f + b;
}

__global__ void same_shifted(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i * 2];
	const float b = in[i << 1];
	out[i] = a * 0.5f + b;
}

__global__ void same_row(const float *in, float *out, int width)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[blockIdx.x * width + threadIdx.x];
	const float b = in[width * blockIdx.x + threadIdx.x];
	out[i] = a * 0.5f + b;
}

__global__ void __launch_bounds__(256) bounded_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i];
	const float b = in[blockIdx.x * blockDim.x + threadIdx.x % 256];
	out[i] = a * 0.5f + b;
}

__global__ void warp_and_lane(const float *in, float *out)
{
	const int i = threadIdx.x;
	const float a = in[i];
	const float b = in[threadIdx.x / 32 * 32 + threadIdx.x % 32];
	out[i] = a * 0.5f + b;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;
	first_of_one_block<<<1, 256>>>(fin, fout);
	stored_over_by_one_block<<<1, 256>>>(fin, fout);
	by_block_size<<<32, 256>>>(fin, fout);
	by_parameter<<<32, 256>>>(fin, fout, 0);
	by_row_and_column<<<dim3(2, 8), dim3(32, 8)>>>(fin, fout, 64);
	within_bounds<<<32, 256>>>(fin, fout, 8192);
	masked_thread<<<1, 256>>>(fin, fout);
	by_grid_size<<<1, 256>>>(fin, fout);
	same_by_other_words<<<32, 256>>>(fin, fout);
	same_by_sum<<<32, 256>>>(fin, fout, 64);
	same_shifted<<<32, 256>>>(fin, fout);
	same_row<<<32, 256>>>(fin, fout, 64);
	bounded_block<<<32, 256>>>(fin, fout);
	warp_and_lane<<<1, 256>>>(fin, fout);
	return finish();
}
