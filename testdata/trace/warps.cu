// Shuffles, votes, atomics, barriers, groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void shuffles(int *out)
{
	int t = threadIdx.x;
	out[__shfl_xor_sync(0xffffffff, t, 1)] = 1;
	out[__shfl_down_sync(0xffffffff, t, 4)] = 2;
	out[__shfl_up_sync(0xffffffff, t, 4, 8)] = 3;
	out[__shfl_sync(0xffffffff, t, 5)] = 4;
	out[__shfl_sync(0xffffffff, t, t / 2, 16)] = 5;
}

__global__ void votes(int *out)
{
	int t = threadIdx.x;
	unsigned below = __ballot_sync(0xffffffff, t % 32 < 5);
	out[__popc(below)] = 1;
	out[__popc(below & ((1u << (t & 31)) - 1))] = 2;
	out[__ffs(below) + __clz(t)] = 3;
	if (__any_sync(0xffffffff, t == 40))
		out[t] = 4;
	if (__all_sync(0xffffffff, t < 32))
		out[t] = 5;
}

__global__ void adds(int *out, const int *keys)
{
	__shared__ int bins[16];
	int t = threadIdx.x;
	atomicAdd(&bins[t & 15], 1);
	atomicAdd(&out[t], 1);
	atomicCAS(&out[0], 0, t);
	atomicAdd(&out[keys[t]], 1);
}

__global__ void barriers(int *out, const int *in, int n)
{
	__syncthreads();
	if (threadIdx.x < 8)
		__syncthreads();
	if (n > 4)
		__syncthreads();
	if (in[threadIdx.x])
		__syncthreads();
	for (int k = 0; k < n; k++)
		__syncthreads();
	for (int k = threadIdx.x; k < n; k += 32)
		__syncthreads();
	for (int k = 0; k < n; k++) {
		if (in[threadIdx.x + k])
			break;
		__syncthreads();
	}
	if ((int)threadIdx.x >= n)
		return;
	__syncthreads();
}

__global__ void groups(int *out)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
	out[block.thread_rank()] = 1;
	out[tile.thread_rank()] = 2;
	out[tile.meta_group_rank()] = tile.size();
	block.sync();
}

void launch(int *p, int n)
{
	shuffles<<<1, 32>>>(p);
	votes<<<1, 64>>>(p);
	adds<<<1, 32>>>(p, p);
	barriers<<<1, 32>>>(p, p, n);
	groups<<<1, 64>>>(p);
}
