/* The table of prices. The rows are in costs.def. */
#include "model/costs.h"
#include "model/marks.h"

#include <assert.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define MODEL_COSTS(number, efficiency, fetch, l2_in, l2_out, port, local, integer, sfu, sfu_wait,           \
	fp64_wait, shfl, constant_wait, constant_each, constant_same, atomic_rate, atomic_back, atomic_swap, \
	atomic_chain, atomic_float, atomic_issue, atomic_wait, shared_each, shared_loop, shared_wide,        \
	acquires, fence_dev, fence_sys, launch, start, starts)                                               \
	{                                                                                                    \
		.cc = (number),                                                                              \
		.dram_efficiency = efficiency,                                                               \
		.dram_fetch = fetch,                                                                         \
		.l2_read = l2_in,                                                                            \
		.l2_write = l2_out,                                                                          \
		.l2_port = port,                                                                             \
		.l2_local = local,                                                                           \
		.int_lanes = integer,                                                                        \
		.sfu_lanes = sfu,                                                                            \
		.sfu_latency = sfu_wait,                                                                     \
		.fp64_latency = fp64_wait,                                                                   \
		.shuffle = shfl,                                                                             \
		.constant_latency = constant_wait,                                                           \
		.constant_request = constant_each,                                                           \
		.constant_uniform = constant_same,                                                           \
		.atomic_sectors = atomic_rate,                                                               \
		.atomic_used = atomic_back,                                                                  \
		.atomic_cas = atomic_swap,                                                                   \
		.atomic_same = atomic_chain,                                                                 \
		.atomic_same_float = atomic_float,                                                           \
		.atomic_request = atomic_issue,                                                              \
		.atomic_latency = atomic_wait,                                                               \
		.shared_atomic = shared_each,                                                                \
		.shared_retry = shared_loop,                                                                 \
		.shared_retry_wide = shared_wide,                                                            \
		.acquire = acquires,                                                                         \
		.fence_device = fence_dev,                                                                   \
		.fence_system = fence_sys,                                                                   \
		.launch_us = launch,                                                                         \
		.block_start = start,                                                                        \
		.blocks_per_cycle = starts,                                                                  \
	},

static const struct model_costs costs[] = {
#include "model/costs.def"
};

const struct model_costs *model_costs_of(const struct model_arch *arch)
{
	const struct model_costs *best = NULL;
	for (size_t i = 0; i < COUNT(costs) && costs[i].cc <= arch->cc; i++)
		best = &costs[i];
	assert(best); /* the first row is the oldest architecture's */
	return best;
}
