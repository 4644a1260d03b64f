/* A histogram of sixteen bins in global memory. Fast: as many additions to 64 K of them. */
#include "../pairs/pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const unsigned *in, unsigned *bins)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&bins[in[i] & 15], 1u); // expect: none
}

__global__ void fast(const unsigned *in, unsigned *bins)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&bins[in[i] & 65535], 1u);
}

int main()
{
	const unsigned *in = filled<unsigned>(N);
	unsigned *bins = filled<unsigned>(65536);

	return compare(
		"few_bins", [&] { slow<<<N / 256, 256>>>(in, bins); },
		[&] { fast<<<N / 256, 256>>>(in, bins); });
}
