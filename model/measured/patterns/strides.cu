/* A constant distance between the elements of neighbouring lanes, on the load and on the store side. */
#include "pattern.cuh"

template <int STRIDE> __global__ void load_stride(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i * STRIDE];
	out[i] = value;
}

template <typename T, int STRIDE> __global__ void store_stride(const T *in, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T value = in[i];
	out[i * STRIDE] = value;
}

template <typename T, int STRIDE> __global__ void load_typed_stride(const T *in, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T value = in[i * STRIDE];
	out[i] = value;
}

__global__ void load_runtime_stride(const float *in, float *out, int stride)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i * stride];
	out[i] = value;
}

__global__ void load_reversed(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[n - 1 - i];
	out[i] = value;
}

__global__ void load_blocked(const float *in, float *out)
{
	const int base = blockIdx.x * blockDim.x * 4;
	const float value = in[base + threadIdx.x * 4 + 2];
	out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void load_block_stride(const float *in, float *out)
{
	const int i = threadIdx.x * gridDim.x + blockIdx.x;
	const float value = in[i];
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

	load_stride<2><<<GRID, BLOCK>>>(fin, fout);
	load_stride<3><<<GRID, BLOCK>>>(fin, fout);
	load_stride<4><<<GRID, BLOCK>>>(fin, fout);
	load_stride<5><<<GRID, BLOCK>>>(fin, fout);
	load_stride<6><<<GRID, BLOCK>>>(fin, fout);
	load_stride<7><<<GRID, BLOCK>>>(fin, fout);
	load_stride<8><<<GRID, BLOCK>>>(fin, fout);
	load_stride<9><<<GRID, BLOCK>>>(fin, fout);
	load_stride<16><<<GRID, BLOCK>>>(fin, fout);
	load_stride<17><<<GRID, BLOCK>>>(fin, fout);
	load_stride<31><<<GRID, BLOCK>>>(fin, fout);
	load_stride<32><<<GRID, BLOCK>>>(fin, fout);
	load_stride<33><<<GRID, BLOCK>>>(fin, fout);
	store_stride<float, 2><<<GRID, BLOCK>>>(fin, fout);
	store_stride<float, 5><<<GRID, BLOCK>>>(fin, fout);
	store_stride<float, 32><<<GRID, BLOCK>>>(fin, fout);
	store_stride<char, 3><<<GRID, BLOCK>>>(in, out);
	store_stride<double, 3><<<GRID, BLOCK>>>((const double *)in, (double *)out);
	load_typed_stride<char, 2><<<GRID, BLOCK>>>(in, out);
	load_typed_stride<char, 33><<<GRID, BLOCK>>>(in, out);
	load_typed_stride<short, 3><<<GRID, BLOCK>>>((const short *)in, (short *)out);
	load_typed_stride<double, 2><<<GRID, BLOCK>>>((const double *)in, (double *)out);
	load_typed_stride<double, 7><<<GRID, BLOCK>>>((const double *)in, (double *)out);
	load_typed_stride<float2, 3><<<GRID, BLOCK>>>((const float2 *)in, (float2 *)out);
	load_typed_stride<float4, 2><<<GRID, BLOCK>>>((const float4 *)in, (float4 *)out);
	load_typed_stride<float4, 5><<<GRID, BLOCK>>>((const float4 *)in, (float4 *)out);
	load_runtime_stride<<<GRID, BLOCK>>>(fin, fout, 6);
	load_reversed<<<GRID, BLOCK>>>(fin, fout, GRID * BLOCK);
	load_blocked<<<GRID, BLOCK>>>(fin, fout);
	load_block_stride<<<GRID, BLOCK>>>(fin, fout);
	return finish();
}
