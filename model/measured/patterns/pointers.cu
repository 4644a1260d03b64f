/* The same accesses in other words: pointer arithmetic, helpers, lambdas, classes, templates, casts. */
#include "pattern.cuh"

#include <cuda_fp16.h>

struct view {
	float *data;
	int width;

	__device__ float &at(int row, int col) const
	{
		return data[row * width + col];
	}

	__device__ float load(int index) const
	{
		return data[index];
	}
};

struct square {
	__device__ float operator()(float x) const
	{
		return x * x;
	}
};

union word {
	float f;
	unsigned u;
};

__device__ int global_index()
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ float fetch(const float *from, int stride)
{
	return from[threadIdx.x * stride];
}

__device__ void put(float *to, float value)
{
	to[threadIdx.x] = value;
}

__device__ void swap_values(float &a, float &b)
{
	const float kept = a;
	a = b;
	b = kept;
}

__device__ float from_tile(const float *tile, int stride)
{
	return tile[(threadIdx.x * stride) & 255];
}

template <typename T, int N> __device__ void load_row(const T *from, T (&row)[N])
{
#pragma unroll
	for (int k = 0; k < N; k++) {
		row[k] = from[k * 8192];
	}
}

__global__ void pointer_increment(const float *in, float *out)
{
	const float *p = in + global_index();
	float *q = out;
	q += blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 5; k++) {
		sum += *p;
		p += 16384;
	}
	*q = sum;
}

__global__ void pointer_walk(const float *in, float *out)
{
	const float *p = in + global_index() * 6;
	const float *end = p + 6;
	float sum = 0.0f;
#pragma unroll 1
	while (p != end) {
		sum += *p++;
	}
	out[global_index()] = sum;
}

__global__ void pointer_table(float *const *rows, float *out)
{
	const float *row = rows[blockIdx.x % 4];
	const float value = row[threadIdx.x];
	out[global_index()] = value;
}

__global__ void helper_functions(const float *in, float *out)
{
	const float value = fetch(in + blockIdx.x * 1024, 4);
	put(out + blockIdx.x * 256, value);
}

__global__ void reference_arguments(float *data)
{
	const int i = global_index();
	swap_values(data[i], data[i + 16384]);
}

__global__ void view_by_value(view in, view out)
{
	const float value = in.at(blockIdx.x, threadIdx.x);
	const float other = in.load(threadIdx.x * 2);
	out.at(blockIdx.x, threadIdx.x) = value + other;
}

template <typename F> __global__ void map_with(const float *in, float *out, F function)
{
	const int i = global_index();
	const float value = in[i * 2 + 1];
	out[i] = function(value);
}

__global__ void local_lambda(const float *in, float *out)
{
	const int width = 20;
	auto at = [=](int row, int col) { return row * width + col; };
	const float value = in[at(threadIdx.x, 3)];
	out[global_index()] = value;
}

__global__ void read_only(const float *__restrict__ in, float *__restrict__ out)
{
	const int i = global_index();
	const float value = __ldg(&in[i * 3]);
	const float2 pair = __ldg(reinterpret_cast<const float2 *>(in) + i);
	out[i] = value + pair.x + pair.y;
}

__global__ void half_pairs(const __half *in, __half *out)
{
	const int i = global_index();
	const __half2 value = reinterpret_cast<const __half2 *>(in)[i];
	reinterpret_cast<__half2 *>(out)[i] = __hadd2(value, value);
}

__global__ void char_quads(const char4 *in, uchar4 *out)
{
	const int i = global_index();
	const char4 value = in[i];
	out[i] = make_uchar4(value.w, value.z, value.y, value.x);
}

__global__ void bytes_of_words(const float *in, unsigned char *out)
{
	const int i = global_index();
	const unsigned char *bytes = (const unsigned char *)in;
	const unsigned char value = bytes[i * 4 + 1];
	out[i] = value;
}

__global__ void through_union(const word *in, unsigned *out)
{
	const int i = global_index();
	const unsigned value = in[i].u;
	out[i] = value ^ 0x80000000u;
}

__global__ void rows_of_registers(const float *in, float *out)
{
	float row[4];
	load_row(in + global_index(), row);
	out[global_index()] = row[0] * row[1] + row[2] * row[3];
}

__global__ void tile_through_helper(const float *in, float *out)
{
	__shared__ float tile[256];
	tile[threadIdx.x] = in[global_index()];
	__syncthreads();
	const float value = from_tile(tile, 8);
	out[global_index()] = value;
}

__global__ void __launch_bounds__(128) volatile_loads(const volatile float *in, float *out)
{
	const int i = global_index();
	const float first = in[i];
	const float second = in[i];
	out[i] = first + second;
}

__global__ void wide_index(const float *in, float *out)
{
	const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i * 9];
	out[i] = value;
}

__global__ void three_dimensional_array(const float (*in)[4][32], float *out)
{
	const float value = in[blockIdx.x][threadIdx.y][threadIdx.x];
	const float turned = in[threadIdx.x][threadIdx.y][blockIdx.x];
	out[(blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x] = value + turned;
}

__global__ void negative_offset(const float *in, float *out)
{
	const float *end = in + gridDim.x * blockDim.x;
	const float value = end[-1 - global_index()];
	out[global_index()] = value;
}

__global__ void vector_components(const float4 *in, float *out)
{
	const int i = global_index();
	const float4 value = in[i];
	out[i * 4] = value.x;
	out[i * 4 + 1] = value.y;
	out[i * 4 + 2] = value.z;
	out[i * 4 + 3] = value.w;
}

__global__ void double_from_floats(const float2 *in, double *out)
{
	const int i = global_index();
	const double value = in[i].x;
	const double other = in[i + 16384].y;
	out[i] = value * other;
}

__global__ void shared_vector_of_scalars(const float4 *in, float *out)
{
	__shared__ __align__(16) float tile[1024];
	reinterpret_cast<float4 *>(tile)[threadIdx.x] = in[global_index()];
	__syncthreads();
	const float value = tile[threadIdx.x * 4 + 1];
	out[global_index()] = value;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;
	float *rows[4] = {fout, fout + 5000, fout + 10004, fout + 20001};
	float **table = buffer<float *>();
	check(cudaMemcpy(table, rows, sizeof(rows), cudaMemcpyHostToDevice), "cudaMemcpy");
	const view from = {(float *)in, 300};
	const view to = {fout, 256};

	pointer_increment<<<64, 256>>>(fin, fout);
	pointer_walk<<<64, 256>>>(fin, fout);
	pointer_table<<<64, 256>>>(table, (float *)in);
	helper_functions<<<64, 256>>>(fin, fout);
	reference_arguments<<<64, 256>>>(fout);
	view_by_value<<<64, 256>>>(from, to);
	map_with<<<64, 256>>>(fin, fout, square());
	local_lambda<<<64, 256>>>(fin, fout);
	read_only<<<64, 256>>>(fin, fout);
	half_pairs<<<64, 256>>>((const __half *)in, (__half *)out);
	char_quads<<<64, 256>>>((const char4 *)in, (uchar4 *)out);
	bytes_of_words<<<64, 256>>>(fin, (unsigned char *)out);
	through_union<<<64, 256>>>((const word *)in, (unsigned *)out);
	rows_of_registers<<<32, 256>>>(fin, fout);
	tile_through_helper<<<64, 256>>>(fin, fout);
	volatile_loads<<<64, 128>>>(fin, fout);
	wide_index<<<64, 256>>>(fin, fout);
	three_dimensional_array<<<32, dim3(32, 4)>>>((const float(*)[4][32])in, fout);
	negative_offset<<<64, 256>>>(fin, fout);
	vector_components<<<64, 256>>>((const float4 *)in, fout);
	double_from_floats<<<64, 256>>>((const float2 *)in, (double *)out);
	shared_vector_of_scalars<<<64, 256>>>((const float4 *)in, fout);
	return finish();
}
