/* CU602 grid-dimension-limit: a grid over 65535 blocks in y or z, over 2^31 - 1 in x, or with no block at
 * all. Such a launch fails, and a program that doesn't check goes on with old data.
 *
 * Only extents that follow from the source count: `(n + 15) / 16` with an unknown n is left alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "model/model.h"

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	static const char axes[] = "xyz";
	const struct model_arch *arch = model_arch_nearest(pass->target->archs[0]);
	struct ir_launch_shape shape;
	struct ir_dim3 grid;
	ir_launch_shape(launch, &shape);
	if (ir_is_dead(pass->path) || !arch || !shape.grid || !ir_fold_dim3(shape.grid, &grid))
		return;
	for (size_t i = 0; i < 3; i++) {
		if (!grid.known[i])
			continue;
		if (grid.value[i] == 0) {
			pass_report(pass, shape.grid->range, "grid has no block in %c", axes[i]);
			return;
		}
		if (grid.value[i] > arch->max_grid_dim[i]) {
			pass_report(pass, shape.grid->range,
				"grid of %lld blocks in %c is over the limit of %d for %c",
				(long long)grid.value[i], axes[i], arch->max_grid_dim[i], axes[i]);
			return;
		}
	}
}

const struct rule rule_grid_dimension_limit = {
	.code = "CU602",
	.name = "grid-dimension-limit",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Grid larger than a dimension allows, or empty",
	.hooks = {.launch = on_launch},
};
