/* Constant memory, kernel parameters, and arrays of a thread. */
#include "pattern.cuh"

__constant__ float coefficients[256];
__constant__ int2 table[64];

struct weights {
	float w[16];
};

__global__ void constant_uniform(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = coefficients[blockIdx.x];
	out[i] = value;
}

__global__ void constant_per_lane(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = coefficients[threadIdx.x];
	out[i] = value;
}

__global__ void constant_few_addresses(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = coefficients[threadIdx.x % 4];
	out[i] = value;
}

__global__ void constant_pairs(int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int2 value = table[threadIdx.x / 8];
	out[i] = value.x + value.y;
}

__global__ void constant_filter(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
#pragma unroll 1
	for (int k = 0; k < 9; k++) {
		sum += coefficients[k] * in[i + k];
	}
	out[i] = sum;
}

__global__ void parameter_uniform(weights all, float *out, int which)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = all.w[which];
	out[i] = value;
}

__global__ void parameter_per_lane(weights all, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = all.w[threadIdx.x % 16];
	out[i] = value;
}

__global__ void local_uniform_index(const float *in, float *out, int which)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float kept[16];
#pragma unroll 1
	for (int k = 0; k < 16; k++) {
		kept[k] = in[k * 16384 + i];
	}
	const float value = kept[which];
	out[i] = value;
}

__global__ void local_per_lane_index(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float kept[16];
#pragma unroll 1
	for (int k = 0; k < 16; k++) {
		kept[k] = in[k * 16384 + i];
	}
	const float value = kept[threadIdx.x % 16];
	out[i] = value;
}

__global__ void local_doubles(const double *in, double *out, int which)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	double kept[8];
#pragma unroll 1
	for (int k = 0; k < 8; k++) {
		kept[k] = in[k * 16384 + i];
	}
	const double value = kept[which];
	out[i] = value;
}

__global__ void local_bytes(const unsigned char *in, unsigned char *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned char counts[64];
#pragma unroll 1
	for (int k = 0; k < 64; k++) {
		counts[k] = in[k];
	}
	const unsigned char value = counts[(threadIdx.x * 7) % 64];
	out[i] = value;
}

__global__ void registers_only(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float kept[4];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		kept[k] = in[k * 16384 + i];
	}
	out[i] = kept[0] - kept[1] + kept[2] - kept[3];
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;
	weights all = {};

	constant_uniform<<<64, 256>>>(fout);
	constant_per_lane<<<64, 256>>>(fout);
	constant_few_addresses<<<64, 256>>>(fout);
	constant_pairs<<<64, 256>>>((int *)out);
	constant_filter<<<64, 256>>>(fin, fout);
	parameter_uniform<<<64, 256>>>(all, fout, 3);
	parameter_per_lane<<<64, 256>>>(all, fout);
	local_uniform_index<<<64, 256>>>(fin, fout, 5);
	local_per_lane_index<<<64, 256>>>(fin, fout);
	local_doubles<<<64, 256>>>((const double *)in, (double *)out, 3);
	local_bytes<<<64, 256>>>((const unsigned char *)in, (unsigned char *)out);
	registers_only<<<64, 256>>>(fin, fout);
	return finish();
}
