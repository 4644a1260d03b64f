/* The classic reduction ladder, step by step, and two scans. */
#include "pattern.cuh"

__global__ void reduce_modulo(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
#pragma unroll 1
	for (int s = 1; s < 256; s *= 2) {
		if (t % (2 * s) == 0) {
			data[t] += data[t + s];
		}
		__syncthreads();
	}
	if (t == 0) {
		out[blockIdx.x] = data[0];
	}
}

__global__ void reduce_strided(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
#pragma unroll 1
	for (int s = 1; s < 256; s *= 2) {
		const int i = 2 * s * t;
		if (i < 256) {
			data[i] += data[i + s];
		}
		__syncthreads();
	}
	if (t == 0) {
		out[blockIdx.x] = data[0];
	}
}

__global__ void reduce_sequential(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
#pragma unroll 1
	for (int s = 128; s > 0; s >>= 1) {
		if (t < s) {
			data[t] += data[t + s];
		}
		__syncthreads();
	}
	if (t == 0) {
		out[blockIdx.x] = data[0];
	}
}

__global__ void reduce_first_add(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	const float first = in[blockIdx.x * 512 + t];
	const float second = in[blockIdx.x * 512 + 256 + t];
	data[t] = first + second;
	__syncthreads();
#pragma unroll 1
	for (int s = 128; s > 0; s >>= 1) {
		if (t < s) {
			data[t] += data[t + s];
		}
		__syncthreads();
	}
	if (t == 0) {
		out[blockIdx.x] = data[0];
	}
}

__global__ void reduce_last_warp(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
#pragma unroll 1
	for (int s = 128; s > 32; s >>= 1) {
		if (t < s) {
			data[t] += data[t + s];
		}
		__syncthreads();
	}
	if (t < 32) {
		float value = data[t];
		value += data[t + 32];
		__syncwarp();
		data[t] = value;
		__syncwarp();
		value += data[t + 16];
		__syncwarp();
		data[t] = value;
		__syncwarp();
		value += data[t + 8];
		__syncwarp();
		data[t] = value;
		__syncwarp();
		value += data[t + 4];
		__syncwarp();
		data[t] = value;
		__syncwarp();
		value += data[t + 2];
		__syncwarp();
		data[t] = value;
		__syncwarp();
		value += data[t + 1];
		if (t == 0) {
			out[blockIdx.x] = value;
		}
	}
}

template <int BLOCK> __global__ void reduce_unrolled(const float *in, float *out)
{
	__shared__ float data[BLOCK];
	const int t = threadIdx.x;
	data[t] = in[blockIdx.x * BLOCK + t];
	__syncthreads();
	if (BLOCK >= 256) {
		if (t < 128) {
			data[t] += data[t + 128];
		}
		__syncthreads();
	}
	if (BLOCK >= 128) {
		if (t < 64) {
			data[t] += data[t + 64];
		}
		__syncthreads();
	}
	if (t < 32) {
		float value = data[t] + data[t + 32];
		for (int offset = 16; offset > 0; offset >>= 1) {
			value += __shfl_down_sync(0xffffffffu, value, offset);
		}
		if (t == 0) {
			out[blockIdx.x] = value;
		}
	}
}

__global__ void reduce_shuffle(const float *in, float *out, int n)
{
	__shared__ float partial[8];
	float sum = 0.0f;
#pragma unroll 1
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		sum += in[i];
	}
	for (int offset = 16; offset > 0; offset >>= 1) {
		sum += __shfl_down_sync(0xffffffffu, sum, offset);
	}
	if (threadIdx.x % 32 == 0) {
		partial[threadIdx.x / 32] = sum;
	}
	__syncthreads();
	if (threadIdx.x < 8) {
		float value = partial[threadIdx.x];
		for (int offset = 4; offset > 0; offset >>= 1) {
			value += __shfl_down_sync(0xffu, value, offset);
		}
		if (threadIdx.x == 0) {
			out[blockIdx.x] = value;
		}
	}
}

__global__ void scan_doubling(const float *in, float *out)
{
	__shared__ float data[2][128];
	const int t = threadIdx.x;
	int from = 0;
	data[0][t] = in[blockIdx.x * 128 + t];
	__syncthreads();
#pragma unroll 1
	for (int s = 1; s < 128; s *= 2) {
		float value = data[from][t];
		if (t >= s) {
			value += data[from][t - s];
		}
		from = 1 - from;
		data[from][t] = value;
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = data[from][t];
}

__global__ void scan_tree(const float *in, float *out)
{
	__shared__ float data[256];
	const int t = threadIdx.x;
	data[2 * t] = in[blockIdx.x * 256 + 2 * t];
	data[2 * t + 1] = in[blockIdx.x * 256 + 2 * t + 1];
	int offset = 1;
#pragma unroll 1
	for (int d = 128; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) {
			const int a = offset * (2 * t + 1) - 1;
			const int b = offset * (2 * t + 2) - 1;
			data[b] += data[a];
		}
		offset *= 2;
	}
	__syncthreads();
	if (t == 0) {
		data[255] = 0.0f;
	}
#pragma unroll 1
	for (int d = 1; d < 256; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			const int a = offset * (2 * t + 1) - 1;
			const int b = offset * (2 * t + 2) - 1;
			const float moved = data[a];
			data[a] = data[b];
			data[b] += moved;
		}
	}
	__syncthreads();
	out[blockIdx.x * 256 + t] = data[t];
	out[blockIdx.x * 256 + t + 128] = data[t + 128];
}

int main()
{
	const float *in = buffer<float>();
	float *out = buffer<float>();

	reduce_modulo<<<64, 256>>>(in, out);
	reduce_strided<<<64, 256>>>(in, out);
	reduce_sequential<<<64, 256>>>(in, out);
	reduce_first_add<<<32, 256>>>(in, out);
	reduce_last_warp<<<64, 256>>>(in, out);
	reduce_unrolled<128><<<64, 128>>>(in, out);
	reduce_unrolled<256><<<64, 256>>>(in, out);
	reduce_shuffle<<<32, 256>>>(in, out, 50000);
	scan_doubling<<<64, 128>>>(in, out);
	scan_tree<<<64, 128>>>(in, out);
	return finish();
}
