#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum(int v)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	return v;
}
__global__ void k(int *p, int n)
{
	cg::thread_block b = cg::this_thread_block();
	auto t = cg::tiled_partition<32>(b);
	int v = p[b.thread_rank()];
	if (t.thread_rank() < 16)
		v += __ballot_sync(0xffff, v > 0);
	unsigned m = __activemask();
	v = sum(v) + __popc(m) + t.shfl(v, 0);
	switch (v & 3) {
	case 0: v++; break;
	case 1: __syncwarp(); [[fallthrough]];
	default: v = __reduce_add_sync(m, v);
	}
	do {
		v = atomicCAS(p, v, v + 1);
	} while (v > n);
	p[threadIdx.x] = v;
}
