/* A transpose whose stores are a row apart. Fast: through a padded tile. */
#include "pair.cuh"

static const int SIZE = 8192;

__global__ void slow(const float *in, float *out)
{
	const int x = blockIdx.x * 32 + threadIdx.x;
	const int y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8) {
		const float value = in[(y + j) * SIZE + x];
		out[x * SIZE + y + j] = value; // expect: CU101
	}
}

__global__ void fast(const float *in, float *out)
{
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x;
	int y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8) {
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * SIZE + x];
	}
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8) {
		out[(y + j) * SIZE + x] = tile[threadIdx.x][threadIdx.y + j];
	}
}

int main()
{
	const float *in = filled<float>((size_t)SIZE * SIZE);
	float *out = filled<float>((size_t)SIZE * SIZE);

	return compare(
		"transpose_naive", [&] { slow<<<dim3(SIZE / 32, SIZE / 32), dim3(32, 8)>>>(in, out); },
		[&] { fast<<<dim3(SIZE / 32, SIZE / 32), dim3(32, 8)>>>(in, out); });
}
