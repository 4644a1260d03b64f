/* CU603 partial-warp-block: a block whose size is no multiple of the warp size, so that lanes of its last
 * warp idle.
 *
 * One thread is deliberate, whatever the grid; and a single block of less than a warp is somebody's small
 * job. A block that can't be launched (CU601) has no lanes to idle. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "model/model.h"

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

/* Whether the device and the kernel's __launch_bounds__ take such a block. */
static bool can_launch(
	const struct pass *pass, const struct ir_launch *launch, const struct ir_dim3 *block, int64_t threads)
{
	const struct model_arch *arch = model_arch_nearest(pass->target->archs[0]);
	int64_t most = arch ? arch->max_threads_per_block : threads, promised;
	for (size_t i = 0; arch && i < 3; i++)
		if (block->value[i] > arch->max_block_dim[i])
			return false;
	const struct ir_attribute *bounds =
		launch->kernel ? ir_function_attribute(launch->kernel, "launch_bounds") : NULL;
	if (bounds && bounds->arg_count && ir_fold_int(bounds->args[0], &promised) && promised > 0 &&
		promised < most)
		most = promised;
	return threads <= most;
}

/* " (12 %)"; nothing for less than one in a hundred. */
static const char *percent(struct arena *arena, int64_t part, int64_t whole)
{
	long long value = (long long)(100 * part / whole);
	return value ? arena_printf(arena, " (%lld %%)", value) : "";
}

/* A launch that was reported: its execution, which comes later, tells what full warps would save. */
struct reported {
	const struct ir_launch *launch;
	struct finding *finding;
};

typedef VEC(struct reported) reported_list;

static void remember(struct pass *pass, const struct ir_launch *launch, struct finding *finding)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, reported_list);
	reported_list *list = pass->state;
	struct reported reported = {launch, finding};
	vec_push(pass->arena, list, reported);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const reported_list *list = pass->state;
	for (size_t i = 0; list && i < list->count; i++)
		if (list->data[i].launch == report->launch->site && report->launch->source == LAUNCH_SITE)
			pass_cost_launch(pass, list->data[i].finding, PRICE_PARTIAL_WARPS);
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
	if (threads % WARP_SIZE == 0 || is_small_job(&shape, threads) ||
		!can_launch(pass, launch, &block, threads))
		return;
	int64_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE, idle = warps * WARP_SIZE - threads;
	struct finding *finding = pass_report(pass, shape.block->range,
		"block of %lld threads is no multiple of 32: %lld of the %lld lanes of its %lld %s idle%s",
		(long long)threads, (long long)idle, (long long)(warps * WARP_SIZE), (long long)warps,
		warps == 1 ? "warp" : "warps", percent(pass->arena, idle, warps * WARP_SIZE));
	finding->cost.metric = "active_threads_per_warp";
	finding->cost.value = (double)threads / (double)warps;
	finding->cost.ideal = WARP_SIZE;
	finding->cost.has_ideal = true;
	finding->launch.source = "launch-site";
	for (size_t i = 0; i < 3; i++)
		finding->launch.block[i] = block.value[i];
	finding->launch.block_known = true;
	remember(pass, launch, finding);
}

const struct rule rule_partial_warp_block = {
	.code = "CU603",
	.name = "partial-warp-block",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Block size that is no multiple of the warp size",
	.hooks = {.launch = on_launch, .execution = on_execution},
};
