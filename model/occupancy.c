/* Theoretical occupancy: how many blocks of a kernel an SM holds at once.
 *
 * Each resource of the SM alone allows some number of blocks; the smallest of these numbers wins. The rules
 * of allocation are those of cuda_occupancy.h (CUDA 13.0, lines 1328 to 1700), restated; the test compares
 * the two over a sweep. Not modelled: partitioned global caching of 6.1 and 6.2, which the calculator leaves
 * off by default. */
#include "model/model.h"

#include <assert.h>

/* Shared memory beyond this is no request any GPU could mean, and keeps sums inside an int. */
#define SHARED_MAX (1 << 30)

static int64_t round_up(int64_t value, int64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

/* Warp slots. A block over the limit of threads can't launch. */
static int blocks_by_warps(const struct model_arch *arch, int block_threads, int warps_per_block)
{
	if (block_threads > arch->max_threads_per_block)
		return 0;
	return arch->warps_per_sm / warps_per_block;
}

/* Registers. They are given to whole warps, inside the sub-partition where the warp runs. At launch the
 * hardware assumes that the block's warps are spread evenly, so it rounds their number up to the number of
 * sub-partitions; for 6.0 (two of them) the rule of the other Pascals (four) is applied, so that code for one
 * runs on all. */
static int blocks_by_registers(struct model_occupancy *out, const struct model_arch *arch, int per_thread)
{
	int64_t per_warp = round_up((int64_t)per_thread * arch->warp_size, arch->register_unit);
	int64_t per_block = per_warp * out->warps_per_block;
	int spread = arch->subpartitions < 4 ? 4 : arch->subpartitions;
	int64_t assumed = per_warp * round_up(out->warps_per_block, spread);

	out->registers_per_block = per_block < INT_MAX ? (int)per_block : INT_MAX;
	if (assumed > arch->registers_per_block || per_thread > arch->registers_per_thread_launch)
		return 0;
	if (per_warp == 0)
		return MODEL_NO_LIMIT;
	int64_t warps = arch->registers_per_sm / arch->subpartitions / per_warp * arch->subpartitions;
	return (int)(warps / out->warps_per_block);
}

/* Shared memory. The preferred carve-out is rounded up to one that exists, and gives way to the smallest that
 * holds one block. */
static int blocks_by_shared(struct model_occupancy *out, const struct model_occupancy_query *query)
{
	const struct model_arch *arch = query->arch;
	int64_t wanted = (int64_t)query->static_shared + query->dynamic_shared + arch->shared_reserved;
	int64_t allocated = round_up(wanted, arch->shared_unit);

	out->shared_per_block = (int)allocated;
	out->shared_per_sm = 0;
	int limit = query->shared_opt_in ? arch->shared_per_block_opt_in : arch->shared_per_block;
	if (allocated > limit + arch->shared_reserved)
		return 0;

	int64_t preferred = arch->shared_per_sm;
	if (query->carveout_percent != MODEL_CARVEOUT_DEFAULT)
		preferred = preferred * query->carveout_percent / 100;
	out->shared_per_sm = model_carveout_fit(arch, preferred > allocated ? preferred : allocated);
	assert(out->shared_per_sm >= 0); /* the per-block limits are below the largest carve-out */
	return allocated > 0 ? out->shared_per_sm / out->shared_per_block : MODEL_NO_LIMIT;
}

static int blocks_by_pool(int pool, int used, bool limits)
{
	return limits && used > 0 ? pool / used : MODEL_NO_LIMIT;
}

static bool query_valid(const struct model_occupancy_query *query)
{
	return query->block_threads > 0 && query->registers_per_thread >= 0 && query->static_shared >= 0 &&
	       query->dynamic_shared >= 0 &&
	       (int64_t)query->static_shared + query->dynamic_shared < SHARED_MAX &&
	       query->carveout_percent >= MODEL_CARVEOUT_DEFAULT && query->carveout_percent <= 100 &&
	       query->barriers >= 0 && query->virtual_resources >= 0;
}

struct model_occupancy_query model_occupancy_query_default(const struct model_arch *arch, int block_threads)
{
	return (struct model_occupancy_query){
		.arch = arch,
		.block_threads = block_threads,
		.shared_opt_in = true,
		.carveout_percent = MODEL_CARVEOUT_DEFAULT,
		.barriers = 1,
	};
}

bool model_occupancy(struct model_occupancy *out, const struct model_occupancy_query *query)
{
	if (!query_valid(query))
		return false;
	const struct model_arch *arch = query->arch;
	struct model_occupancy result = {.warps_per_block = (query->block_threads - 1) / arch->warp_size + 1};

	result.limit_warps = blocks_by_warps(arch, query->block_threads, result.warps_per_block);
	result.limit_registers = blocks_by_registers(&result, arch, query->registers_per_thread);
	result.limit_shared = blocks_by_shared(&result, query);
	result.limit_blocks = arch->blocks_per_sm;
	result.limit_barriers =
		blocks_by_pool(arch->barriers_per_sm, query->barriers, arch->barriers_limit_residence);
	result.limit_virtual =
		blocks_by_pool(arch->virtual_per_sm, query->virtual_resources, arch->virtual_per_sm > 0);

	const int limits[] = {result.limit_warps, result.limit_registers, result.limit_shared,
		result.limit_blocks, result.limit_barriers, result.limit_virtual};
	const size_t count = sizeof(limits) / sizeof(limits[0]);
	int blocks = MODEL_NO_LIMIT;
	for (size_t i = 0; i < count; i++)
		blocks = smaller(blocks, limits[i]);
	for (size_t i = 0; i < count; i++)
		result.limiters |= limits[i] == blocks ? 1U << i : 0U;

	result.blocks_per_sm = blocks;
	result.warps_per_sm = blocks * result.warps_per_block;
	result.occupancy = (double)result.warps_per_sm / arch->warps_per_sm;
	*out = result;
	return true;
}

const char *model_limiter_name(enum model_limiter limiter)
{
	switch (limiter) {
	case MODEL_LIMIT_WARPS: return "warps";
	case MODEL_LIMIT_REGISTERS: return "registers";
	case MODEL_LIMIT_SHARED: return "shared";
	case MODEL_LIMIT_BLOCKS: return "blocks";
	case MODEL_LIMIT_BARRIERS: return "barriers";
	case MODEL_LIMIT_VIRTUAL: return "virtual";
	}
	return "unknown";
}

enum model_limiter model_limiter_first(unsigned limiters)
{
	return (enum model_limiter)(limiters & (0U - limiters));
}
