// Groups: making, splitting, members and collectives.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ int group_sum(cg::thread_group group, int *scratch, int value)
{
	int lane = group.thread_rank();
	for (int i = group.size() / 2; i > 0; i /= 2) {
		scratch[lane] = value;
		group.sync();
		if (lane < i)
			value += scratch[lane + i];
		group.sync();
	}
	return value;
}

template <unsigned int Size> __device__ float tile_sum(cg::thread_block_tile<Size> tile, float value)
{
	for (int i = tile.num_threads() / 2; i > 0; i /= 2)
		value += tile.shfl_down(value, i);
	return value;
}

template <class Group> __device__ double any_sum(const Group &group, double value)
{
	double copies[Group::size()];
	copies[0] = value;
	for (int i = Group::size() / 2; i > 0; i /= 2)
		copies[0] += group.shfl_xor(copies[0], i);
	return copies[0];
}

__global__ void tiles(int *data, float *sums, int n)
{
	__shared__ int scratch[256];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_group dynamic_tile = cg::tiled_partition(block, 16);
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	auto quad = cg::tiled_partition<4>(warp);
	cg::thread_block_tile<16, cg::thread_block> half = cg::tiled_partition<16>(block);

	int sum = group_sum(block, scratch, data[block.thread_rank()]);
	sum += group_sum(dynamic_tile, scratch, sum);
	float value = tile_sum<32>(warp, sums[0]) + tile_sum(cg::thread_block_tile<16>(half), sums[1]);
	value += any_sum(quad, 1.0);
	value = cg::reduce(warp, value, cg::plus<float>());
	sum = cg::reduce(quad, sum, [](int a, int b) { return a > b ? a : b; });
	sum += cg::inclusive_scan(warp, sum) + cg::exclusive_scan(warp, sum, cg::greater<int>());
	if (warp.any(sum > n) && !half.all(sum < 0) && warp.ballot(1) == ~0u)
		sum += warp.match_any(sum) + warp.meta_group_rank() + warp.meta_group_size();
	int same;
	sum += half.match_all(sum, same);
	cg::sync(warp);
	cg::coalesced_group active = cg::coalesced_threads();
	if (active.thread_rank() == 0)
		sum = atomicAdd(data, (int)active.size());
	sum = active.shfl(sum, 0) + active.thread_rank();
	auto part = cg::binary_partition(warp, sum & 1);
	auto label = cg::labeled_partition(active, sum % 3);
	value = part.shfl_up(value, 1) + label.num_threads();
	cg::invoke_one(active, [&] { atomicAdd(data, 1); });
	sum += cg::invoke_one_broadcast(active, [&] { return atomicAdd(data, 1); });
	auto token = block.barrier_arrive();
	block.barrier_wait(cg::thread_block::arrival_token(token));
	sums[block.group_index().x * block.dim_threads().x + block.thread_index().x] = value + sum;
}

__global__ void copies(const float4 *in, float4 *out)
{
	extern __shared__ float4 stage[];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, stage, in, sizeof(float4) * block.size());
	cg::memcpy_async(block, stage, block.size(), in, block.size());
	cg::wait_prior<1>(block);
	cg::wait(block);
	out[block.thread_rank()] = stage[block.thread_rank()];
}

__global__ void whole_grid(int *data)
{
	cg::grid_group grid = cg::this_grid();
	if (!grid.is_valid())
		return;
	data[grid.thread_rank()] = grid.size() + grid.num_blocks() + grid.block_rank();
	grid.sync();
	cg::sync(grid);
}

__global__ void cluster(int *out)
{
	__shared__ int bins[32];
	cg::cluster_group cluster = cg::this_cluster();
	cluster.barrier_wait(cluster.barrier_arrive());
	int *other = cluster.map_shared_rank(bins, (cluster.block_rank() + 1) % cluster.num_blocks());
	other[threadIdx.x] = cluster.query_shared_rank(other);
	cluster.sync();
	out[cluster.thread_rank()] = bins[threadIdx.x];
}

__global__ void wide_tiles(int *out)
{
	__shared__ cg::block_tile_memory<256> scratch;
	cg::thread_block block = cg::this_thread_block(scratch);
	auto tile = cg::tiled_partition<128>(block);
	out[tile.thread_rank()] =
		tile.shfl(out[0], 0) + tile.any(out[1]) + cg::reduce(tile, 1, cg::plus<int>());
	tile.sync();
}
