/* CU603 partial-warp-block: a block whose size is no multiple of the warp size, so that lanes of its last
 * warp idle.
 *
 * One thread is deliberate, whatever the grid; and a single block of less than a warp is somebody's small
 * job. */
#include "analyzer/ir/config.h"
#include "analyzer/ir/dead.h"
#include "analyzer/rule.h"

enum { WARP_SIZE = 32 };

static bool is_small_job(const struct ir_launch_shape *shape, int64_t threads)
{
	struct ir_dim3 grid;
	int64_t blocks;
	if (threads == 1)
		return true;
	return threads < WARP_SIZE && shape->grid && ir_fold_dim3(shape->grid, &grid) &&
	       ir_dim3_total(&grid, &blocks) && blocks == 1;
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_shape shape;
	struct ir_dim3 block;
	int64_t threads;
	ir_launch_shape(launch, &shape);
	if (launch->kernel && ir_function_attribute(launch->kernel, "block_size"))
		return;
	if (ir_is_dead(pass->path) || !shape.block || !ir_fold_dim3(shape.block, &block) ||
		!ir_dim3_total(&block, &threads) || threads <= 0)
		return;
	if (threads % WARP_SIZE == 0 || is_small_job(&shape, threads))
		return;
	int64_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE, idle = warps * WARP_SIZE - threads;
	struct finding *finding = pass_report(pass, shape.block->range,
		"block of %lld threads is no multiple of 32: %lld of the %lld lanes of its %lld %s idle "
		"(%lld %%)",
		(long long)threads, (long long)idle, (long long)(warps * WARP_SIZE), (long long)warps,
		warps == 1 ? "warp" : "warps", (long long)(100 * idle / (warps * WARP_SIZE)));
	finding->cost.metric = "active_threads_per_warp";
	finding->cost.value = (double)threads / (double)warps;
	finding->cost.ideal = WARP_SIZE;
	finding->cost.has_ideal = true;
	finding->launch.source = "launch-site";
	for (size_t i = 0; i < 3; i++)
		finding->launch.block[i] = block.value[i];
	finding->launch.block_known = true;
}

const struct rule rule_partial_warp_block = {
	.code = "CU603",
	.name = "partial-warp-block",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Block size that is no multiple of the warp size",
	.hooks = {.launch = on_launch},
};
