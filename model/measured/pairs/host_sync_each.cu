/* The host waits for each of 32 kernels. Fast: for the last. */
#include "pair.cuh"

static const int N = 1 << 16;
static const int TURNS = 32;

__global__ void step(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

int main()
{
	float *data = filled<float>(N);

	return compare(
		"host_sync_each",
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				step<<<N / 256, 256>>>(data);
				cudaDeviceSynchronize(); // expect: CU706
			}
		},
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				step<<<N / 256, 256>>>(data);
			}
			cudaDeviceSynchronize();
		});
}
