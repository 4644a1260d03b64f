/* Shared memory by element size and stride. Every kernel fills the array linearly, then reads or writes it in
 * the way that its name says. */
#include "pattern.cuh"

template <typename T, int STRIDE> __global__ void read_stride(const T *in, T *out)
{
	__shared__ T tile[2048];
#pragma unroll 1
	for (int k = threadIdx.x; k < 2048; k += 128) {
		tile[k] = in[k];
	}
	__syncthreads();
	const T value = tile[(threadIdx.x * STRIDE) % 2048];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

template <typename T, int STRIDE> __global__ void write_stride(const T *in, T *out)
{
	__shared__ T tile[2048];
	const T value = in[threadIdx.x];
	tile[(threadIdx.x * STRIDE) % 2048] = value;
	__syncthreads();
#pragma unroll 1
	for (int k = threadIdx.x; k < 2048; k += 128) {
		out[blockIdx.x * 2048 + k] = tile[k];
	}
}

template <typename T, int SHARE> __global__ void read_shared_by_lanes(const T *in, T *out)
{
	__shared__ T tile[128];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const T value = tile[threadIdx.x / SHARE];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

template <typename T, int LENGTH> __global__ void read_wrapped(const T *in, T *out)
{
	__shared__ T tile[128];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const T value = tile[threadIdx.x % LENGTH];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

template <typename T> __global__ void read_first(const T *in, T *out)
{
	__shared__ T tile[128];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const T value = tile[blockIdx.x];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

template <typename T, int STRIDE, int COUNT> __global__ void read_some_lanes(const T *in, T *out)
{
	__shared__ T tile[2048];
#pragma unroll 1
	for (int k = threadIdx.x; k < 2048; k += 128) {
		tile[k] = in[k];
	}
	__syncthreads();
	if (threadIdx.x % 32 < COUNT) {
		const T value = tile[(threadIdx.x * STRIDE) % 2048];
		out[blockIdx.x * 128 + threadIdx.x] = value;
	}
}

__global__ void write_same_word(const float *in, float *out)
{
	__shared__ float tile[128];
	tile[threadIdx.x] = 0.0f;
	__syncthreads();
	tile[threadIdx.x / 32] = in[blockIdx.x];
	__syncthreads();
	out[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x];
}

__global__ void read_xor(const float *in, float *out)
{
	__shared__ float tile[128];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float value = tile[threadIdx.x ^ 37];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

__global__ void read_reversed(const double *in, double *out)
{
	__shared__ double tile[128];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const double value = tile[127 - threadIdx.x];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

__global__ void dynamic_array(const float *in, float *out)
{
	extern __shared__ float tile[];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float value = tile[(threadIdx.x * 4) % 128];
	out[blockIdx.x * 128 + threadIdx.x] = value;
}

int main()
{
	constexpr int GRID = 32;
	constexpr int BLOCK = 128;
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;
	const double *din = (const double *)in;
	double *dout = (double *)out;
	const float4 *vin = (const float4 *)in;
	float4 *vout = (float4 *)out;

	read_stride<float, 1><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 2><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 3><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 4><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 8><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 12><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 16><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 17><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 32><<<GRID, BLOCK>>>(fin, fout);
	read_stride<float, 33><<<GRID, BLOCK>>>(fin, fout);
	read_stride<char, 1><<<GRID, BLOCK>>>(in, out);
	read_stride<char, 4><<<GRID, BLOCK>>>(in, out);
	read_stride<char, 8><<<GRID, BLOCK>>>(in, out);
	read_stride<short, 2><<<GRID, BLOCK>>>((const short *)in, (short *)out);
	read_stride<short, 6><<<GRID, BLOCK>>>((const short *)in, (short *)out);
	read_stride<double, 1><<<GRID, BLOCK>>>(din, dout);
	read_stride<double, 2><<<GRID, BLOCK>>>(din, dout);
	read_stride<double, 8><<<GRID, BLOCK>>>(din, dout);
	read_stride<double, 17><<<GRID, BLOCK>>>(din, dout);
	read_stride<float2, 3><<<GRID, BLOCK>>>((const float2 *)in, (float2 *)out);
	read_stride<float4, 1><<<GRID, BLOCK>>>(vin, vout);
	read_stride<float4, 2><<<GRID, BLOCK>>>(vin, vout);
	read_stride<float4, 4><<<GRID, BLOCK>>>(vin, vout);
	read_stride<float4, 5><<<GRID, BLOCK>>>(vin, vout);
	read_stride<float3, 1><<<GRID, BLOCK>>>((const float3 *)in, (float3 *)out);
	write_stride<float, 2><<<GRID, BLOCK>>>(fin, fout);
	write_stride<float, 16><<<GRID, BLOCK>>>(fin, fout);
	write_stride<double, 1><<<GRID, BLOCK>>>(din, dout);
	write_stride<double, 4><<<GRID, BLOCK>>>(din, dout);
	write_stride<float4, 1><<<GRID, BLOCK>>>(vin, vout);
	write_stride<float4, 3><<<GRID, BLOCK>>>(vin, vout);
	write_stride<char, 2><<<GRID, BLOCK>>>(in, out);
	read_shared_by_lanes<float, 2><<<GRID, BLOCK>>>(fin, fout);
	read_shared_by_lanes<double, 2><<<GRID, BLOCK>>>(din, dout);
	read_shared_by_lanes<double, 4><<<GRID, BLOCK>>>(din, dout);
	read_shared_by_lanes<float4, 2><<<GRID, BLOCK>>>(vin, vout);
	read_shared_by_lanes<float4, 4><<<GRID, BLOCK>>>(vin, vout);
	read_wrapped<float, 5><<<GRID, BLOCK>>>(fin, fout);
	read_wrapped<double, 16><<<GRID, BLOCK>>>(din, dout);
	read_wrapped<float4, 8><<<GRID, BLOCK>>>(vin, vout);
	read_first<float><<<GRID, BLOCK>>>(fin, fout);
	read_first<double><<<GRID, BLOCK>>>(din, dout);
	read_first<float4><<<GRID, BLOCK>>>(vin, vout);
	read_some_lanes<float, 8, 5><<<GRID, BLOCK>>>(fin, fout);
	read_some_lanes<double, 4, 10><<<GRID, BLOCK>>>(din, dout);
	read_some_lanes<float4, 2, 11><<<GRID, BLOCK>>>(vin, vout);
	write_same_word<<<GRID, BLOCK>>>(fin, fout);
	read_xor<<<GRID, BLOCK>>>(fin, fout);
	read_reversed<<<GRID, BLOCK>>>(din, dout);
	dynamic_array<<<GRID, BLOCK, 128 * sizeof(float)>>>(fin, fout);
	return finish();
}
