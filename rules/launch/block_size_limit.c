/* CU601 block-size-limit: a block that no device takes (over 1024 threads, over 64 in z, none at all), or one
 * larger than the kernel's own `__launch_bounds__` or different from its `__block_size__`. Such a launch
 * fails.
 *
 * Only extents that are known count, in the launch itself or where the host comes to it with them. With
 * `<<<>>>`, the second argument of a `__block_size__` kernel is no block size (CU608). */
#include "analyzer/rule/launched.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "model/model.h"

static const char axes[] = "xyz";

static bool check_device(struct pass *pass, struct ir_range at, const struct ir_dim3 *block)
{
	const struct model_arch *arch = model_arch_nearest(pass->target->archs[0]);
	int64_t total;
	if (!arch)
		return false;
	for (size_t i = 0; i < 3; i++) {
		if (!block->known[i])
			continue;
		if (block->value[i] == 0) {
			pass_report(pass, at, "block is 0 in %c: the launch fails", axes[i]);
			return true;
		}
		if (block->value[i] > arch->max_block_dim[i]) {
			pass_report(pass, at,
				"block is %lld threads in %c, over the limit of %d: the launch fails",
				(long long)block->value[i], axes[i], arch->max_block_dim[i]);
			return true;
		}
	}
	bool is_over = ir_dim3_total(block, &total) && total > arch->max_threads_per_block;
	if (is_over)
		pass_report(pass, at,
			"block of %lldx%lldx%lld is %lld threads, over the limit of %d: the launch fails",
			(long long)block->value[0], (long long)block->value[1], (long long)block->value[2],
			(long long)total, arch->max_threads_per_block);
	return is_over;
}

static bool is_over_device(const struct ir_dim3 *block)
{
	int64_t total;
	return ir_dim3_total(block, &total) && total > 1024;
}

static bool check_bounds(
	struct pass *pass, const struct ir_launch *launch, struct ir_range at, const struct ir_dim3 *block)
{
	const struct ir_attribute *bounds = ir_function_attribute(launch->kernel, "launch_bounds");
	int64_t total, most;
	if (!bounds || bounds->arg_count == 0 || !ir_fold_int(bounds->args[0], &most) || most <= 0)
		return false;
	if (!ir_dim3_total(block, &total) || total <= most || is_over_device(block))
		return false;
	struct finding *finding = pass_report(pass, at,
		"block of %lld threads is over the %lld that `__launch_bounds__` of `%s` promises: the "
		"launch fails",
		(long long)total, (long long)most, launch->kernel->name);
	pass_related(pass, finding, launch->kernel->name_range, "at most %lld threads, says its declaration",
		(long long)most);
	return true;
}

static bool check_block_size(
	struct pass *pass, const struct ir_launch *launch, struct ir_range at, const struct ir_dim3 *block)
{
	const struct ir_attribute *size = ir_function_attribute(launch->kernel, "block_size");
	for (size_t i = 0; size && i < 3; i++) {
		int64_t wanted = 1;
		if (i < size->arg_count && !ir_fold_int(size->args[i], &wanted))
			return false;
		if (!block->known[i] || block->value[i] == wanted)
			continue;
		struct finding *finding = pass_report(pass, at,
			"block is %lld threads in %c, but `__block_size__` of `%s` says %lld: the launch "
			"fails",
			(long long)block->value[i], axes[i], launch->kernel->name, (long long)wanted);
		pass_related(pass, finding, launch->kernel->name_range, "the block size is fixed here");
		return true;
	}
	return false;
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_shape written;
	bool fixed = launch->kernel && ir_function_attribute(launch->kernel, "block_size");
	if (ir_is_dead(pass->path) || (fixed && launch->form == IR_LAUNCH_CHEVRON))
		return;
	ir_launch_shape(launch, &written);
	struct ir_range at = launched_range(launch, written.block);
	launched_shapes shapes = pass_launched(pass, launch);
	bool is_told = false;
	for (size_t i = 0; i < shapes.count && !is_told; i++) {
		const struct ir_dim3 *block = &shapes.data[i].block;
		is_told = check_device(pass, at, block);
		is_told |= launch->kernel && check_bounds(pass, launch, at, block);
		is_told |= fixed && check_block_size(pass, launch, at, block);
	}
}

const struct rule rule_block_size_limit = {
	.code = "CU601",
	.name = "block-size-limit",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Block larger than the device or the kernel allows",
	.hooks = {.launch = on_launch},
};
