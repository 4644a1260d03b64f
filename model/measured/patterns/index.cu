/* Indices that are no straight line: xor, modulo, rotation, bit reversal, broadcasts, gathers. CASE
 * makes a kernel of its own of every launch. */
#include "pattern.cuh"

template <int MASK> __global__ void exchange(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i ^ MASK];
	out[i] = value;
}

template <int LENGTH> __global__ void wrapped(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i % LENGTH];
	out[i] = value;
}

__global__ void rotated(const float *in, float *out)
{
	const int base = blockIdx.x * blockDim.x;
	const float value = in[base + (threadIdx.x + 13) % blockDim.x];
	out[base + threadIdx.x] = value;
}

__global__ void bit_reversed(const float *in, float *out)
{
	const int base = blockIdx.x * blockDim.x;
	const unsigned reversed = __brev(threadIdx.x) >> 24;
	const float value = in[base + reversed];
	out[base + threadIdx.x] = value;
}

__global__ void gray_code(const float *in, float *out)
{
	const int base = blockIdx.x * blockDim.x;
	const float value = in[base + (threadIdx.x ^ (threadIdx.x >> 1))];
	out[base + threadIdx.x] = value;
}

template <int SHARE> __global__ void shared_by_lanes(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i / SHARE];
	out[i] = value;
}

__global__ void shared_by_lanes_far(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i / 2 * 8];
	out[i] = value;
}

__global__ void squared(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[(threadIdx.x * threadIdx.x) % 512];
	out[i] = value;
}

__global__ void hashed(const float *in, float *out)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[(i * 2654435761u) >> 12];
	out[i] = value;
}

__global__ void one_for_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[blockIdx.x];
	out[i] = value;
}

__global__ void one_for_all(const double *in, double *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const double value = in[7];
	out[i] = value;
}

__global__ void one_for_warp(const float4 *in, float4 *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 value = in[i / 32];
	out[i] = value;
}

__global__ void interleaved_halves(const float *in, float *out)
{
	const int half = blockDim.x / 2;
	const int base = blockIdx.x * blockDim.x;
	const float value = in[base + (threadIdx.x & 1) * half + threadIdx.x / 2];
	out[base + threadIdx.x] = value;
}

__global__ void mirrored_pairs(const float *in, float *out)
{
	const int base = blockIdx.x * blockDim.x;
	const int pick = threadIdx.x % 2 == 0 ? threadIdx.x : blockDim.x - threadIdx.x;
	const float value = in[base + pick];
	out[base + threadIdx.x] = value;
}

__global__ void byte_wrap(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned char wrapped_index = (unsigned char)(threadIdx.x * 40);
	const float value = in[wrapped_index];
	out[i] = value;
}

template <int CASE> __global__ void butterfly(const float *in, float *out, int step)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int low = (i / step) * step * 2 + i % step;
	const float first = in[low];
	const float second = in[low + step];
	out[i] = first - second;
}

__global__ void gather(const int *where, const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int from = where[i];
	const float value = in[from & 0xffff];
	out[i] = value;
}

__global__ void diagonal(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[(i % n) * n + i % n];
	out[i] = value;
}

__global__ void triangular_row(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = threadIdx.x;
	const float value = in[row * (row + 1) / 2];
	out[i] = value;
}

int main()
{
	constexpr int GRID = 64;
	constexpr int BLOCK = 256;
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;

	exchange<1><<<GRID, BLOCK>>>(fin, fout);
	exchange<16><<<GRID, BLOCK>>>(fin, fout);
	exchange<21><<<GRID, BLOCK>>>(fin, fout);
	exchange<64><<<GRID, BLOCK>>>(fin, fout);
	wrapped<10><<<GRID, BLOCK>>>(fin, fout);
	wrapped<48><<<GRID, BLOCK>>>(fin, fout);
	wrapped<1000><<<GRID, BLOCK>>>(fin, fout);
	rotated<<<GRID, BLOCK>>>(fin, fout);
	bit_reversed<<<GRID, BLOCK>>>(fin, fout);
	gray_code<<<GRID, BLOCK>>>(fin, fout);
	shared_by_lanes<2><<<GRID, BLOCK>>>(fin, fout);
	shared_by_lanes<3><<<GRID, BLOCK>>>(fin, fout);
	shared_by_lanes<8><<<GRID, BLOCK>>>(fin, fout);
	shared_by_lanes_far<<<GRID, BLOCK>>>(fin, fout);
	squared<<<GRID, BLOCK>>>(fin, fout);
	hashed<<<GRID, BLOCK>>>(fin, fout);
	one_for_block<<<GRID, BLOCK>>>(fin, fout);
	one_for_all<<<GRID, BLOCK>>>((const double *)in, (double *)out);
	one_for_warp<<<GRID, BLOCK>>>((const float4 *)in, (float4 *)out);
	interleaved_halves<<<GRID, BLOCK>>>(fin, fout);
	mirrored_pairs<<<GRID, BLOCK>>>(fin, fout);
	byte_wrap<<<GRID, BLOCK>>>(fin, fout);
	butterfly<1><<<GRID, BLOCK>>>(fin, fout, 4);
	butterfly<2><<<GRID, 128>>>(fin, fout, 64);
	gather<<<GRID, BLOCK>>>((const int *)in, fin, fout);
	diagonal<<<GRID, BLOCK>>>(fin, fout, 512);
	triangular_row<<<GRID, BLOCK>>>(fin, fout);
	return finish();
}
