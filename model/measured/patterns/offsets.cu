/* Unit stride from a base that is off the sector or line grid. */
#include "pattern.cuh"

template <typename T, int OFFSET> __global__ void load_offset(const T *in, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T value = in[i + OFFSET];
	out[i] = value;
}

template <typename T, int OFFSET> __global__ void store_offset(const T *in, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T value = in[i];
	out[i + OFFSET] = value;
}

__global__ void load_runtime_offset(const float *in, float *out, int offset)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i + offset];
	out[i] = value;
}

__global__ void load_block_offset(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i + blockIdx.x];
	out[i] = value;
}

__global__ void load_row_offset(const float *in, float *out, int width)
{
	const int row = blockIdx.x;
	const float value = in[row * width + threadIdx.x];
	out[row * blockDim.x + threadIdx.x] = value;
}

__global__ void load_shifted_pointer(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[i] = value;
}

__global__ void load_warp_offset(const float *in, float *out)
{
	const int warp = threadIdx.x / 32;
	const int lane = threadIdx.x % 32;
	const float value = in[warp * 33 + lane];
	out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main()
{
	constexpr int GRID = 64;
	constexpr int BLOCK = 256;
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;

	load_offset<float, 1><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 2><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 4><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 7><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 8><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 16><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 31><<<GRID, BLOCK>>>(fin, fout);
	load_offset<float, 33><<<GRID, BLOCK>>>(fin, fout);
	load_offset<char, 1><<<GRID, BLOCK>>>(in, out);
	load_offset<short, 1><<<GRID, BLOCK>>>((const short *)in, (short *)out);
	load_offset<double, 1><<<GRID, BLOCK>>>((const double *)in, (double *)out);
	load_offset<float2, 1><<<GRID, BLOCK>>>((const float2 *)in, (float2 *)out);
	load_offset<float4, 1><<<GRID, BLOCK>>>((const float4 *)in, (float4 *)out);
	load_offset<float4, 2><<<GRID, BLOCK>>>((const float4 *)in, (float4 *)out);
	load_offset<float3, 1><<<GRID, BLOCK>>>((const float3 *)in, (float3 *)out);
	store_offset<float, 1><<<GRID, BLOCK>>>(fin, fout);
	store_offset<char, 5><<<GRID, BLOCK>>>(in, out);
	store_offset<double, 3><<<GRID, BLOCK>>>((const double *)in, (double *)out);
	load_runtime_offset<<<GRID, BLOCK>>>(fin, fout, 3);
	load_block_offset<<<GRID, BLOCK>>>(fin, fout);
	load_row_offset<<<GRID, BLOCK>>>(fin, fout, 301);
	load_shifted_pointer<<<GRID, BLOCK>>>(fin + 5, fout + 8);
	load_warp_offset<<<GRID, BLOCK>>>(fin, fout);
	return finish();
}
