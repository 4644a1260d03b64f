/* CU602 grid-dimension-limit: a grid over 65535 blocks in y or z, over 2^31 - 1 in x, or with no block at
 * all. Such a launch fails, and a program that doesn't check goes on with old data.
 *
 * Only extents that are known count: `(n + 15) / 16` with an unknown n is left alone. */
#include "analyzer/rule/launched.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "model/model.h"

static bool check_grid(
	struct pass *pass, struct ir_range at, const struct ir_dim3 *grid, const struct model_arch *arch)
{
	static const char axes[] = "xyz";
	for (size_t i = 0; i < 3; i++) {
		if (!grid->known[i])
			continue;
		if (grid->value[i] == 0) {
			pass_report(pass, at, "grid has no block in %c", axes[i]);
			return true;
		}
		if (grid->value[i] > arch->max_grid_dim[i]) {
			pass_report(pass, at, "grid of %lld blocks in %c is over the limit of %d for %c",
				(long long)grid->value[i], axes[i], arch->max_grid_dim[i], axes[i]);
			return true;
		}
	}
	return false;
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	const struct model_arch *arch = model_arch_nearest(pass->target->archs[0]);
	struct ir_launch_shape written;
	if (ir_is_dead(pass->path) || !arch)
		return;
	ir_launch_shape(launch, &written);
	launched_shapes shapes = pass_launched(pass, launch);
	for (size_t i = 0; i < shapes.count; i++)
		if (check_grid(pass, launched_range(launch, written.grid), &shapes.data[i].grid, arch))
			return;
}

const struct rule rule_grid_dimension_limit = {
	.code = "CU602",
	.name = "grid-dimension-limit",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Grid larger than a dimension allows, or empty",
	.hooks = {.launch = on_launch},
};
