/* Doubles added to a word of global memory for each thread and turn. Fast: floats. */
#include "../pairs/pair.cuh"

static const int BLOCKS = 132 * 8;

__global__ void slow(double *doubles, float *floats)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		atomicAdd(&doubles[i + turn % 8 * BLOCKS * 256], (double)turn); // expect: none
	}
}

__global__ void fast(double *doubles, float *floats)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < 128; turn++) {
		atomicAdd(&floats[i + turn % 8 * BLOCKS * 256], (float)turn);
	}
}

int main()
{
	double *doubles = filled<double>(BLOCKS * 256 * 8);
	float *floats = filled<float>(BLOCKS * 256 * 8);

	return compare(
		"add_double", [&] { slow<<<BLOCKS, 256>>>(doubles, floats); },
		[&] { fast<<<BLOCKS, 256>>>(doubles, floats); });
}
