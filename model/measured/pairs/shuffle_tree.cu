/* Sums of integers over warps by five shuffles each. Fast: by one instruction. */
#include "pair.cuh"

static const int N = 1 << 22;
static const int TURNS = 32;

__global__ void slow(const int *in, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	int kept = in[i], sum = 0;
#pragma unroll 1
	for (int turn = 0; turn < TURNS; turn++) {
		int value = kept ^ turn;
		for (int mask = 16; mask > 0; mask /= 2) {
			value += __shfl_xor_sync(0xffffffff, value, mask); // expect: CU411
		}
		sum ^= value;
	}
	out[i] = sum;
}

__global__ void fast(const int *in, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	int kept = in[i], sum = 0;
#pragma unroll 1
	for (int turn = 0; turn < TURNS; turn++) {
		sum ^= __reduce_add_sync(0xffffffff, kept ^ turn);
	}
	out[i] = sum;
}

int main()
{
	const int *in = filled<int>(N);
	int *out = filled<int>(N);

	return compare(
		"shuffle_tree", [&] { slow<<<N / 256, 256>>>(in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
