/* CU610 grid-sync-without-cooperative-launch: a kernel that comes to `grid.sync()` and is launched with
 * `<<<>>>`, cudaLaunchKernel, or cudaLaunchKernelEx without the cooperative attribute. The grid group is then
 * invalid and the barrier undefined, also for one block.
 *
 * The barrier is looked for in the kernel and in what it calls. One behind an `if` that asks `is_valid()`, or
 * that tests a parameter whose value the launch doesn't tell, is taken to be skipped in ordinary launches;
 * one behind an early return likewise. A configuration that comes from elsewhere is taken to be cooperative.
 */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"

static bool is_grid_group(const struct ir_expr *expr)
{
	return expr && ir_cuda_type(expr->type)->family == CUDA_GRID_GROUP;
}

static bool is_grid_barrier(const struct ir_expr *expr)
{
	enum cuda_op op = ir_cuda(expr)->op;
	if (expr->kind != IR_CALL || (op != CUDA_GROUP_BARRIER && op != CUDA_GROUP_ARRIVE))
		return false;
	if (expr->call->object)
		return is_grid_group(expr->call->object);
	return expr->operand_count == 1 && is_grid_group(ir_strip_casts(expr->operands[0]));
}

/* A condition by which a kernel may be made for both kinds of launch. */
static void look_for_choice(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *chooses = context;
	(void)path;
	*chooses |= expr->kind == IR_VAR && expr->var->storage == IR_PARAM;
	*chooses |= ir_cuda(expr)->op == CUDA_GROUP_IS_VALID;
}

/* Anything that isn't the same for all launches with the same arguments. */
static void look_for_other(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *other = context;
	(void)path;
	*other |= expr->kind == IR_VAR && expr->var->storage != IR_PARAM;
}

static void look_for_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	bool *returns = context;
	(void)path;
	*returns |= stmt->kind == IR_RETURN;
}

/* Whether the arguments of the launch leave open which way an `if` goes that chooses. */
static bool is_open_choice(const struct ir_launch *launch, const struct ir_expr *condition)
{
	const struct ir_visitor visitor = {.expr = look_for_choice};
	bool chooses = false;
	int64_t value;
	ir_walk_expr(condition, &visitor, &chooses, NULL);
	return chooses && !ir_fold_int_launched(launch, condition, &value);
}

/* `if (!cooperative) return;` and nothing but parameters in it, somewhere before `child`. */
static bool may_have_left(
	const struct ir_launch *launch, const struct ir_stmt *block, const struct ir_stmt *child)
{
	const struct ir_visitor others = {.expr = look_for_other}, returns = {.stmt = look_for_return};
	for (size_t i = 0; i < block->child_count && block->children[i] != child; i++) {
		const struct ir_stmt *stmt = block->children[i];
		bool other = false, leaves = false;
		if (stmt->kind != IR_IF || !is_open_choice(launch, stmt->expr))
			continue;
		ir_walk_expr(stmt->expr, &others, &other, NULL);
		ir_walk_stmt(stmt, &returns, &leaves, NULL);
		if (!other && leaves)
			return true;
	}
	return false;
}

static bool is_chosen(const struct ir_launch *launch, const struct ir_path *path)
{
	for (; path && path->up; path = path->up) {
		const struct ir_stmt *stmt = path->up->stmt;
		if (stmt && stmt->kind == IR_IF && is_open_choice(launch, stmt->expr))
			return true;
		if (stmt && stmt->kind == IR_BLOCK && path->stmt && may_have_left(launch, stmt, path->stmt))
			return true;
	}
	return false;
}

static bool is_wanted(void *context, const struct ir_expr *expr)
{
	(void)context;
	return is_grid_barrier(expr);
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	static const struct ir_launched_search search = {.is_wanted = is_wanted, .is_left_out = is_chosen};
	if (!launch->kernel || !ir_is_plain_launch(launch))
		return;
	const struct ir_expr *barrier = ir_find_launched(pass->arena, launch, &search);
	if (!barrier)
		return;
	struct finding *finding = pass_report(pass, launch->range,
		"`%s` synchronizes the grid, but this launch is not cooperative: use %s",
		launch->kernel->name,
		launch->form == IR_LAUNCH_EX ? "cudaLaunchAttributeCooperative"
					     : "cudaLaunchCooperativeKernel");
	pass_related(pass, finding, barrier->range, "the grid barrier");
}

const struct rule rule_grid_sync_without_cooperative_launch = {
	.code = "CU610",
	.name = "grid-sync-without-cooperative-launch",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Grid barrier in a kernel that is launched without cooperation",
	.hooks = {.launch = on_launch},
};
