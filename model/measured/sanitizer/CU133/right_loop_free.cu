/* The scratch memory is freed behind the loop. */
#include "../check.cuh"

__global__ void step(float *state, float *scratch, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		scratch[i] = state[i] + 1;
		state[i] = scratch[i];
	}
}

int main()
{
	const int n = 1 << 20;
	float *state = device_array<float>(n), *scratch = device_array<float>(n);
	for (int turn = 0; turn < 3; turn++) {
		step<<<(n + 255) / 256, 256>>>(state, scratch, n);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
	}
	CHECK(cudaFree(scratch));
	CHECK(cudaFree(state));
	return 0;
}
