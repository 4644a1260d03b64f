/* Atomics on global and shared memory: dropped and used results, spread and contended addresses. */
#include "pattern.cuh"

template <typename T> __global__ void add_spread(T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&out[i], (T)(threadIdx.x + 1));
}

template <typename T> __global__ void add_spread_used(T *data, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T before = atomicAdd(&data[i], (T)(threadIdx.x + 1));
	out[i] = before;
}

template <typename T> __global__ void add_one_address(const T *in, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T value = in[i];
	atomicAdd(out, value);
}

__global__ void add_uniform_one_address(int *out)
{
	atomicAdd(out, 1);
}

template <int STRIDE> __global__ void add_stride(int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&out[i * STRIDE], i);
}

__global__ void add_wrapped(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&out[i % 64], 1.5f);
}

__global__ void add_per_block(int *out)
{
	if (threadIdx.x == 0) {
		atomicAdd(&out[blockIdx.x], 2);
	}
}

__global__ void extremes(const int *in, int *low, int *high)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int value = in[i];
	atomicMin(&low[i], value);
	atomicMax(&high[i * 2], value);
}

__global__ void bits(unsigned *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicOr(&out[i / 32], 1u << (i % 32));
}

__global__ void exchange(int *data, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int before = atomicExch(&data[i], i);
	out[i] = before;
}

__global__ void compare_and_swap(int *data, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int before = atomicCAS(&data[i], 0x01010101, i);
	out[i] = before;
}

__global__ void compare_and_swap_wide(unsigned long long *data, unsigned long long *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned long long before = atomicCAS(&data[i], 1ull, (unsigned long long)i);
	out[i] = before;
}

__global__ void count_up(unsigned *data, unsigned *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned before = atomicInc(&data[i], 100u);
	out[i] = before;
}

__global__ void histogram_global(const unsigned char *in, int *bins)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int bin = in[i];
	atomicAdd(&bins[bin], 1);
}

template <int LENGTH, int STRIDE> __global__ void shared_add(int *out)
{
	__shared__ int bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&bins[(threadIdx.x % LENGTH) * STRIDE], (int)threadIdx.x);
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}

__global__ void shared_max(int *out)
{
	__shared__ int tops[256];
	tops[threadIdx.x] = 0;
	__syncthreads();
	atomicMax(&tops[threadIdx.x & 63], (int)threadIdx.x);
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = tops[threadIdx.x];
}

__global__ void shared_swap(int *out)
{
	__shared__ int cells[256];
	cells[threadIdx.x] = 0;
	__syncthreads();
	const int before = atomicCAS(&cells[threadIdx.x], 0, (int)threadIdx.x);
	out[blockIdx.x * 256 + threadIdx.x] = before + cells[255 - threadIdx.x];
}

__global__ void shared_add_wide(unsigned long long *out)
{
	__shared__ unsigned long long sums[256];
	sums[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&sums[threadIdx.x], (unsigned long long)threadIdx.x);
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = sums[threadIdx.x];
}

__global__ void shared_add_float(float *out)
{
	__shared__ float sums[256];
	sums[threadIdx.x] = 0.0f;
	__syncthreads();
	atomicAdd(&sums[threadIdx.x], 2.5f);
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = sums[threadIdx.x];
}

__global__ void histogram_shared(const unsigned char *in, int *out)
{
	__shared__ int bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	const int bin = in[blockIdx.x * 256 + threadIdx.x];
	atomicAdd(&bins[bin], 1);
	__syncthreads();
	atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
	constexpr int GRID = 32;
	constexpr int BLOCK = 256;
	char *in = buffer<char>();
	char *out = buffer<char>();
	int *iin = (int *)in;
	int *iout = (int *)out;

	add_spread<int><<<GRID, BLOCK>>>(iout);
	add_spread<float><<<GRID, BLOCK>>>((float *)out);
	add_spread<double><<<GRID, BLOCK>>>((double *)out);
	add_spread<unsigned long long><<<GRID, BLOCK>>>((unsigned long long *)out);
	add_spread_used<int><<<GRID, BLOCK>>>(iin, iout);
	add_spread_used<float><<<GRID, BLOCK>>>((float *)in, (float *)out);
	add_spread_used<double><<<GRID, BLOCK>>>((double *)in, (double *)out);
	add_one_address<float><<<GRID, BLOCK>>>((const float *)in, (float *)out);
	add_one_address<double><<<GRID, BLOCK>>>((const double *)in, (double *)out);
	add_one_address<int><<<GRID, BLOCK>>>(iin, iout);
	add_uniform_one_address<<<GRID, BLOCK>>>(iout);
	add_stride<2><<<GRID, BLOCK>>>(iout);
	add_stride<8><<<GRID, BLOCK>>>(iout);
	add_stride<33><<<GRID, BLOCK>>>(iout);
	add_wrapped<<<GRID, BLOCK>>>((float *)out);
	add_per_block<<<GRID, BLOCK>>>(iout);
	extremes<<<GRID, BLOCK>>>(iin, iout, iout + (1 << 20));
	bits<<<GRID, BLOCK>>>((unsigned *)out);
	exchange<<<GRID, BLOCK>>>(iin, iout);
	compare_and_swap<<<GRID, BLOCK>>>(iin, iout);
	compare_and_swap_wide<<<GRID, BLOCK>>>((unsigned long long *)in, (unsigned long long *)out);
	count_up<<<GRID, BLOCK>>>((unsigned *)in, (unsigned *)out);
	histogram_global<<<GRID, BLOCK>>>((const unsigned char *)in, iout);
	shared_add<256, 1><<<GRID, BLOCK>>>(iout);
	shared_add<8, 1><<<GRID, BLOCK>>>(iout);
	shared_add<8, 32><<<GRID, BLOCK>>>(iout);
	shared_add<32, 2><<<GRID, BLOCK>>>(iout);
	shared_max<<<GRID, BLOCK>>>(iout);
	shared_swap<<<GRID, BLOCK>>>(iout);
	shared_add_wide<<<GRID, BLOCK>>>((unsigned long long *)out);
	shared_add_float<<<GRID, BLOCK>>>((float *)out);
	histogram_shared<<<GRID, BLOCK>>>((const unsigned char *)in, iout);
	return finish();
}
