/* Blocks of two and three dimensions over images and volumes, walked along rows and columns. CASE
 * makes a kernel of its own of every launch. */
#include "pattern.cuh"

template <int CASE> __global__ void image_row_major(const float *in, float *out, int width)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[y * width + x];
	out[y * width + x] = value;
}

template <int CASE> __global__ void image_column_major(const float *in, float *out, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[x * height + y];
	out[x * height + y] = value;
}

__global__ void image_swapped_axes(const float *in, float *out, int width)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	const int col = blockIdx.y * blockDim.y + threadIdx.y;
	const float value = in[row * width + col];
	out[row * width + col] = value;
}

template <typename T> __global__ void image_typed(const T *in, T *out, int width)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const T value = in[y * width + x];
	out[y * width + x] = value;
}

template <int CASE> __global__ void volume(const float *in, float *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const int z = blockIdx.z * blockDim.z + threadIdx.z;
	const float value = in[(z * height + y) * width + x];
	out[(z * height + y) * width + x] = value;
}

__global__ void volume_z_first(const float *in, float *out)
{
	const int x = threadIdx.x;
	const int y = threadIdx.y;
	const int z = threadIdx.z;
	const float value = in[(x * 8 + y) * 4 + z];
	out[(z * 8 + y) * 8 + x] = value;
}

__global__ void flattened(const float *in, float *out)
{
	const int thread = threadIdx.y * blockDim.x + threadIdx.x;
	const int i = blockIdx.x * blockDim.x * blockDim.y + thread;
	const float value = in[i];
	out[i] = value;
}

__global__ void flattened_wrong(const float *in, float *out)
{
	const int thread = threadIdx.x * blockDim.y + threadIdx.y;
	const int i = blockIdx.x * blockDim.x * blockDim.y + thread;
	const float value = in[i];
	out[i] = value;
}

__global__ void row_per_thread(const float *in, float *out, int width)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int col = 0; col < width; col++) {
		sum += in[row * width + col];
	}
	out[row] = sum;
}

__global__ void column_per_thread(const float *in, float *out, int width, int height)
{
	const int col = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int row = 0; row < height; row++) {
		sum += in[row * width + col];
	}
	out[col] = sum;
}

__global__ void two_dimensional_array(const float (*in)[100], float (*out)[128])
{
	const float value = in[blockIdx.x * 8 + threadIdx.y][threadIdx.x];
	out[blockIdx.x * 8 + threadIdx.y][threadIdx.x] = value;
}

__global__ void pitched(const char *in, float *out, size_t pitch)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const float *row = (const float *)(in + y * pitch);
	const float value = row[x];
	out[y * 256 + x] = value;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;

	image_row_major<1><<<dim3(8, 32), dim3(32, 8)>>>(fin, fout, 256);
	image_row_major<2><<<dim3(16, 16), dim3(16, 16)>>>(fin, fout, 256);
	image_row_major<3><<<dim3(32, 8), dim3(8, 32)>>>(fin, fout, 256);
	image_row_major<4><<<dim3(64, 4), dim3(4, 64)>>>(fin, fout, 256);
	image_row_major<5><<<dim3(4, 256), dim3(64, 1)>>>(fin, fout, 256);
	image_row_major<6><<<dim3(12, 16), dim3(16, 16)>>>(fin, fout, 201);
	image_column_major<1><<<dim3(8, 32), dim3(32, 8)>>>(fin, fout, 256);
	image_column_major<2><<<dim3(16, 16), dim3(16, 16)>>>(fin, fout, 256);
	image_swapped_axes<<<dim3(16, 16), dim3(16, 16)>>>(fin, fout, 256);
	image_typed<char><<<dim3(16, 16), dim3(16, 16)>>>(in, out, 256);
	image_typed<double><<<dim3(16, 16), dim3(16, 16)>>>((const double *)in, (double *)out, 256);
	image_typed<float4><<<dim3(8, 32), dim3(8, 8)>>>((const float4 *)in, (float4 *)out, 64);
	volume<1><<<dim3(4, 4, 8), dim3(8, 8, 4)>>>(fin, fout, 32, 32);
	volume<2><<<dim3(2, 4, 16), dim3(16, 4, 4)>>>(fin, fout, 33, 17);
	volume_z_first<<<1, dim3(8, 8, 4)>>>(fin, fout);
	flattened<<<64, dim3(16, 16)>>>(fin, fout);
	flattened_wrong<<<64, dim3(16, 16)>>>(fin, fout);
	row_per_thread<<<16, 128>>>(fin, fout, 48);
	column_per_thread<<<16, 128>>>(fin, fout, 16 * 128, 48);
	two_dimensional_array<<<32, dim3(32, 8)>>>((const float(*)[100])in, (float(*)[128])out);
	pitched<<<dim3(8, 32), dim3(32, 8)>>>(in, fout, 1040);
	return finish();
}
