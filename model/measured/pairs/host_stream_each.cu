/* A stream for each turn. Fast: one for all. */
#include "pair.cuh"

static const int N = 1 << 16;
static const int TURNS = 16;

__global__ void step(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

int main()
{
	float *data = filled<float>(N);
	cudaStream_t kept;
	check(cudaStreamCreate(&kept), "cudaStreamCreate");

	return compare(
		"host_stream_each",
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				cudaStream_t stream;
				cudaStreamCreate(&stream); // expect: CU735
				step<<<N / 256, 256, 0, stream>>>(data);
				cudaStreamDestroy(stream);
			}
		},
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				step<<<N / 256, 256, 0, kept>>>(data);
			}
		});
}
