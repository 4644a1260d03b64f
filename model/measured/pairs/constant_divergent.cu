/* Every lane reads its own word of constant memory: one replay for each. Fast: all lanes read the same. */
#include "pair.cuh"

static const int BLOCKS = 132 * 32;

__constant__ float table[1024];

__global__ void slow(float *out, int step)
{
	float sum = 0.0f;
	for (int turn = 0; turn < 512; turn++) {
		sum += table[(threadIdx.x + turn * step) & 1023]; // expect: CU104
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void fast(float *out, int step)
{
	float sum = 0.0f;
	for (int turn = 0; turn < 512; turn++) {
		sum += table[(turn * step) & 1023];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
	float *out = filled<float>(BLOCKS * 256);
	const float *numbers = filled<float>(1024);
	check(cudaMemcpyToSymbol(table, numbers, sizeof(table), 0, cudaMemcpyDeviceToDevice),
		"cudaMemcpyToSymbol");

	return compare(
		"constant_divergent", [&] { slow<<<BLOCKS, 256>>>(out, 3); },
		[&] { fast<<<BLOCKS, 256>>>(out, 3); });
}
