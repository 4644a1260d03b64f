/* Loops: grid strides, constant trips, trips that depend on the thread or the block. CASE
 * makes a kernel of its own of every launch. */
#include "pattern.cuh"

__global__ void grid_stride(const float *in, float *out, int n)
{
#pragma unroll 1
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		const float value = in[i];
		out[i] = value;
	}
}

__global__ void constant_trip(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int turn = 0; turn < 10; turn++) {
		sum += in[turn * 16384 + i];
	}
	out[i] = sum;
}

__global__ void unrolled_trip(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll
	for (int turn = 0; turn < 4; turn++) {
		sum += in[turn * 16384 + i];
	}
	out[i] = sum;
}

__global__ void elements_per_thread(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 4; k++) {
		sum += in[i * 4 + k];
	}
	out[i] = sum;
}

__global__ void triangle_by_thread(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k <= threadIdx.x; k++) {
		sum += in[blockIdx.x * 64 + k];
	}
	out[i] = sum;
}

__global__ void triangle_by_lane(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < (threadIdx.x % 8) + 1; k++) {
		sum += in[k * 16384 + i];
	}
	out[i] = sum;
}

__global__ void triangle_by_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < blockIdx.x; k++) {
		sum += in[k * 256 + threadIdx.x];
	}
	out[i] = sum;
}

__global__ void halving(float *data)
{
	const int base = blockIdx.x * 512;
#pragma unroll 1
	for (int step = 256; step > 0; step >>= 1) {
		if (threadIdx.x < step) {
			data[base + threadIdx.x] += data[base + threadIdx.x + step];
		}
		__syncthreads();
	}
}

__global__ void doubling(float *data)
{
	const int base = blockIdx.x * 512;
#pragma unroll 1
	for (int step = 1; step < 512; step *= 2) {
		const int i = 2 * step * threadIdx.x;
		if (i + step < 512) {
			data[base + i] += data[base + i + step];
		}
		__syncthreads();
	}
}

__global__ void nested(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int row = 0; row < 3; row++) {
#pragma unroll 1
		for (int col = 0; col < 5; col++) {
			sum += in[row * 20000 + col + i];
		}
	}
	out[i] = sum;
}

__global__ void skip_turns(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 12; k++) {
		if (k % 3 == 1) {
			continue;
		}
		sum += in[k * 16384 + i * 2];
	}
	out[i] = sum;
}

__global__ void leave_early(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 16; k++) {
		if (k * 16 > threadIdx.x) {
			break;
		}
		sum += in[k * 16384 + i];
	}
	out[i] = sum;
}

__global__ void block_stride_copy(const float *in, float *out, int n)
{
#pragma unroll 1
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		out[blockIdx.x * n + i] = in[blockIdx.x * n + i];
	}
}

template <int CASE> __global__ void naive_product(const float *a, const float *b, float *c, int n)
{
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	const int col = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		const float left = a[row * n + k];
		const float right = b[k * n + col];
		sum += left * right;
	}
	c[row * n + col] = sum;
}

__global__ void count_down(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
	int left = 6;
#pragma unroll 1
	while (left-- > 0) {
		sum = sum * 0.5f + in[left * 16384 + i * 2];
	}
	out[i] = sum;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;

	grid_stride<<<32, 256>>>(fin, fout, 100000);
	constant_trip<<<64, 256>>>(fin, fout);
	unrolled_trip<<<64, 256>>>(fin, fout);
	elements_per_thread<<<64, 256>>>(fin, fout);
	triangle_by_thread<<<32, 64>>>(fin, fout);
	triangle_by_lane<<<64, 256>>>(fin, fout);
	triangle_by_block<<<24, 256>>>(fin, fout);
	halving<<<32, 256>>>(fout);
	doubling<<<32, 256>>>(fout);
	nested<<<64, 256>>>(fin, fout);
	skip_turns<<<64, 256>>>(fin, fout);
	leave_early<<<64, 256>>>(fin, fout);
	block_stride_copy<<<32, 128>>>(fin, fout, 1000);
	naive_product<1><<<dim3(4, 4), dim3(16, 16)>>>(fin, fin, fout, 64);
	naive_product<2><<<dim3(2, 8), dim3(32, 8)>>>(fin, fin, fout, 64);
	count_down<<<64, 256>>>(fin, fout);
	return finish();
}
