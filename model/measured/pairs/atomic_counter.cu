/* Every thread counts on one address; the compiler makes one atomic of each warp's. Fast: one for each block.
 */
#include "pair.cuh"

static const int N = 1 << 25;

__global__ void slow(const float *in, int *count)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (in[i] > 0.5f) {
		atomicAdd(count, 1); // expect: CU511
	}
}

__global__ void fast(const float *in, int *count)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int found = __syncthreads_count(in[i] > 0.5f);
	if (threadIdx.x == 0) {
		atomicAdd(count, found);
	}
}

int main()
{
	const float *in = filled<float>(N);
	int *count = filled<int>(1);

	return compare(
		"atomic_counter", [&] { slow<<<N / 1024, 1024>>>(in, count); },
		[&] { fast<<<N / 1024, 1024>>>(in, count); });
}
