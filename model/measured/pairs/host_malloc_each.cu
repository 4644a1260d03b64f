/* A buffer for each turn. Fast: one for all. The time is that of 16 turns, with what the host needs for them. */
#include "pair.cuh"

static const int N = 1 << 18;
static const int TURNS = 16;

__global__ void step(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

int main()
{
	float *kept = filled<float>(N);

	return compare(
		"host_malloc_each",
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				float *data;
				cudaMalloc(&data, N * sizeof(float)); // expect: CU712
				step<<<N / 256, 256>>>(data);
				cudaFree(data);
			}
		},
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				step<<<N / 256, 256>>>(kept);
			}
		});
}
