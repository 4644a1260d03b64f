/* Lanes that have something to write take a place each. Fast: one lane takes the places of its warp. */
#include "pair.cuh"

static const int N = 1 << 22;

__global__ void slow(const float *in, int *count, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	if (value > 0.75f) {
		out[atomicAdd(count, 1) & (N - 1)] = value; // expect: CU511
	}
}

__global__ void fast(const float *in, int *count, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	const bool has = value > 0.75f;
	const unsigned all = __ballot_sync(0xffffffff, has);
	const int lane = threadIdx.x & 31;
	int first = 0;
	if (lane == 0 && all) {
		first = atomicAdd(count, __popc(all));
	}
	first = __shfl_sync(0xffffffff, first, 0);
	if (has) {
		out[(first + __popc(all & ((1u << lane) - 1))) & (N - 1)] = value;
	}
}

int main()
{
	const float *in = filled<float>(N);
	int *count = filled<int>(1);
	float *out = filled<float>(N);

	return compare(
		"append_by_lane", [&] { slow<<<N / 256, 256>>>(in, count, out); },
		[&] { fast<<<N / 256, 256>>>(in, count, out); });
}
