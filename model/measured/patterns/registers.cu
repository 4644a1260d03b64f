/* Loads of what a thread has in a register already, and stores that the next one overwrites: what the compiler
 * leaves of them. */
#include "pattern.cuh"

__global__ void sum_in_memory(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 16; k++)
		out[i * 2] += in[k * 16384 + i];
}

__global__ void set_then_sum(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 0.0f;
	for (int k = 0; k < 16; k++)
		out[i] += in[k * 16384 + i * 2];
	out[i] *= 0.5f;
}

__global__ void sum_of_unknown_turns(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		out[i] += in[k * 16384 + i];
	out[i] *= 0.5f;
}

__global__ void sum_behind_restrict(const float *__restrict__ in, float *__restrict__ out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 16; k++)
		out[i * 2] += in[k * 16384 + i];
}

__global__ void two_sums(const float *in, float *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 16; k++) {
		const float value = in[k * 16384 + i];
		a[i] += value;
		b[i] += value * value;
	}
}

__global__ void loaded_twice(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float first = in[i * 2];
	const float again = in[i * 2];
	out[i] = first * 0.5f + again;
}

__global__ void store_between(const float *in, float *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float first = in[i * 2];
	a[i] = first;
	const float again = in[i * 2];
	b[i] = first * 0.5f + again;
}

__global__ void other_type_between(const float *in, int *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float first = in[i * 2];
	a[i] = i;
	const float again = in[i * 2];
	b[i] = first * 0.5f + again;
}

__global__ void shared_store_between(const float *in, float *out)
{
	__shared__ float tile[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float first = in[i * 2];
	tile[threadIdx.x] = first;
	const float again = in[i * 2];
	__syncthreads();
	out[i] = tile[threadIdx.x ^ 5] + again;
}

__global__ void barrier_between(const float *in, float *out)
{
	__shared__ float tile[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	tile[threadIdx.x] = in[i * 2];
	__syncthreads();
	out[i] = tile[threadIdx.x ^ 5] + in[i * 2];
}

__global__ void stored_then_loaded(const float *in, float *out, float *copy)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * 4] = in[i] * 2.0f;
	copy[i] = out[i * 4] + 1.0f;
}

__global__ void stored_twice(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * 4] = 1.0f;
	out[i * 4] = 2.0f;
	out[i * 4 + 1] = in[i];
}

__global__ void stored_twice_read_between(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * 4] = 1.0f;
	const float value = in[i];
	out[i * 4] = value;
}

__global__ void shared_sums(const float *in, float *out)
{
	__shared__ float sum[32][33];
	__shared__ float factor[32];
	const int x = threadIdx.x, y = threadIdx.y;
	sum[x][y] = in[y * 32 + x];
	if (y == 0)
		factor[x] = in[x];
	__syncthreads();
	for (int k = 0; k < 8; k++)
		sum[x][y] -= factor[(x + k) % 32];
	__syncthreads();
	out[y * 32 + x] = sum[y][x];
}

__global__ void neighbour_stored_between(float *data, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float first = data[i * 4];
	data[i * 4 + 2] = 3.0f;
	const float again = data[i * 4];
	out[i] = first * 0.5f + again;
}

__global__ void unknown_stored_between(float *data, float *out, int by)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float first = data[i * 4];
	data[i * 4 + by] = 3.0f;
	const float again = data[i * 4];
	out[i] = first * 0.5f + again;
}

__global__ void nested_sums(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int j = 0; j < 4; j++) {
		out[j * 16384 + i] = 0.0f;
		for (int k = 0; k < 8; k++)
			out[j * 16384 + i] += in[k * 16384 + i * 2];
	}
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;

	sum_in_memory<<<32, 256>>>(fin, fout);
	set_then_sum<<<32, 256>>>(fin, fout);
	sum_of_unknown_turns<<<32, 256>>>(fin, fout, 16);
	sum_behind_restrict<<<32, 256>>>(fin, fout);
	two_sums<<<32, 256>>>(fin, fout, fout + 65536);
	loaded_twice<<<32, 256>>>(fin, fout);
	store_between<<<32, 256>>>(fin, fout, fout + 65536);
	other_type_between<<<32, 256>>>(fin, (int *)fout, fout + 65536);
	shared_store_between<<<32, 256>>>(fin, fout);
	barrier_between<<<32, 256>>>(fin, fout);
	stored_then_loaded<<<32, 256>>>(fin, fout, fout + 65536);
	stored_twice<<<32, 256>>>(fin, fout);
	stored_twice_read_between<<<32, 256>>>(fin, fout);
	shared_sums<<<1, dim3(32, 32)>>>(fin, fout);
	neighbour_stored_between<<<32, 256>>>(fout, fout + 65536);
	unknown_stored_between<<<32, 256>>>(fout, fout + 65536, 2);
	nested_sums<<<32, 256>>>(fin, fout);
	return finish();
}
