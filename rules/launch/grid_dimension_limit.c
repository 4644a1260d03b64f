/* CU602 grid-dimension-limit: a grid over 65535 blocks in y or z, over 2^31 - 1 in x, or with no block at
 * all. Such a launch fails, and a program that doesn't check goes on with old data.
 *
 * Extents that are known are warnings. A size that only the run knows and that nothing in the function bounds
 * is an info of the strict set, where y or z get a block for each few of it: `(n + 15) / 16` is a picture's
 * height, which comes nowhere near. */
#include <string.h>

#include "analyzer/rule/launched.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/value/rounding.h"
#include "model/model.h"

enum { MOST_PER_BLOCK = 8 };

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

struct bound {
	const struct ir_expr *size, *part;
	bool found;
};

/* A comparison, a remainder, a minimum, or a change of the size: somebody thinks of it. */
static void look_for_bound(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct bound *bound = context;
	(void)path;
	bool is_asked = expr->kind == IR_BINARY && (ir_is_comparison(expr->op) || expr->op == IR_OP_REM);
	bool is_changed = expr->kind == IR_ASSIGN && ir_strip_casts(expr->operands[0])->kind == IR_VAR;
	bool is_limited = expr->kind == IR_CALL && expr->call->name &&
			  (strstr(expr->call->name, "min") || strstr(expr->call->name, "clamp"));
	size_t count = is_changed ? 1 : expr->operand_count;
	for (size_t i = 0; (is_asked || is_changed || is_limited) && i < count; i++)
		bound->found |= ir_mentions(expr->operands[i], bound->size) ||
				(is_asked && ir_mentions(expr->operands[i], bound->part));
}

/* The size of which an extent is a block for each few; *by: how many. NULL: another expression. */
static const struct ir_expr *size_of(const struct pass *pass, const struct ir_expr *part, int64_t *by)
{
	struct ir_rounding rounding;
	const struct ir_expr *made = ir_look_through(part);
	*by = 1;
	if (ir_rounded_up(part, &rounding)) {
		if (!ir_fold_int_called(pass_query(pass), rounding.by, by) || *by < 1 || *by > MOST_PER_BLOCK)
			return NULL;
		made = ir_look_through(rounding.size);
	}
	const struct ir_expr *owner = made;
	while (owner->kind == IR_MEMBER)
		owner = ir_strip_casts(owner->operands[0]);
	bool is_given = owner->kind == IR_VAR && owner->var->storage == IR_PARAM;
	const struct ir_type *type = ir_type_value(made->type);
	return is_given && type->kind == IR_TYPE_INT && type->size >= 4 ? made : NULL;
}

struct filling {
	const struct ir_var *var;
	size_t axis, count;
	const struct ir_expr *value;
};

static void look_for_filling(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct filling *filling = context;
	const struct ir_expr *target = expr->kind == IR_ASSIGN ? ir_strip_casts(expr->operands[0]) : NULL;
	(void)path;
	if (!target || target->kind != IR_MEMBER || target->member.name[0] != "xyz"[filling->axis])
		return;
	const struct ir_expr *owner = ir_strip_casts(target->operands[0]);
	if (owner->kind == IR_VAR && owner->var == filling->var) {
		filling->value = expr->operands[1];
		filling->count++;
	}
}

/* An extent as it is written: in the constructor, or in the one assignment that fills it in; NULL: neither.
 */
static const struct ir_expr *part_of(const struct ir_launch *launch, const struct ir_expr *grid, size_t axis)
{
	const struct ir_visitor visitor = {.expr = look_for_filling};
	const struct ir_expr *owner = ir_strip_casts(grid);
	while (owner->kind == IR_CONSTRUCT && owner->operand_count == 1)
		owner = ir_strip_casts(owner->operands[0]);
	struct filling filling = {.var = owner->kind == IR_VAR ? owner->var : NULL, .axis = axis};
	if (filling.var)
		ir_walk_function(launch->function, &visitor, &filling);
	return filling.count ? (filling.count == 1 ? filling.value : NULL) : ir_dim3_part(grid, axis);
}

static void check_size(
	struct pass *pass, const struct ir_launch *launch, const struct ir_expr *grid, size_t axis, int limit)
{
	const struct ir_visitor visitor = {.expr = look_for_bound, .enter_lambdas = true};
	const struct ir_expr *part = launch->function ? part_of(launch, grid, axis) : NULL;
	int64_t by;
	const struct ir_expr *size = part ? size_of(pass, part, &by) : NULL;
	if (!size)
		return;
	struct bound bound = {.size = size, .part = ir_strip_casts(part)};
	ir_walk_function(launch->function, &visitor, &bound);
	if (bound.found)
		return;
	struct finding *finding = pass_report(pass, launched_range(launch, grid),
		"the grid passes the limit of %d blocks in %c from `%s` = %lld on, and nothing here bounds it; put it in x, "
		"or loop over it",
		limit, "xyz"[axis], pass_text(pass, size->range), (long long)limit * by + 1);
	finding->severity = SEVERITY_INFO;
	finding->confidence = CONFIDENCE_LIKELY;
}

/* Where no shape that the host comes with tells an extent of y or z. */
static void check_sizes(struct pass *pass, const struct ir_launch *launch,
	const struct ir_launch_shape *written, const launched_shapes *shapes, const struct model_arch *arch)
{
	for (size_t axis = 1; written->grid && axis < 3; axis++) {
		bool is_told = false;
		for (size_t i = 0; i < shapes->count; i++)
			is_told |= shapes->data[i].grid.known[axis];
		if (!is_told)
			check_size(pass, launch, written->grid, axis, arch->max_grid_dim[axis]);
	}
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
	check_sizes(pass, launch, &written, &shapes, arch);
}

const struct rule rule_grid_dimension_limit = {
	.code = "CU602",
	.name = "grid-dimension-limit",
	.severity = SEVERITY_WARNING,
	.strict_infos = true,
	.since = "0.1.0",
	.summary = "Grid larger than a dimension allows, or empty",
	.hooks = {.launch = on_launch},
};
