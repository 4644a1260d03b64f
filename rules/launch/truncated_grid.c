/* CU620 truncated-grid: a grid of `n / block` blocks, rounded down, for a kernel that does one element per
 * thread: the last n % block elements are never processed.
 *
 * Silent where n is known to be a multiple, by its value or as it is computed, where the remainder is looked
 * at, where threads loop over more than one element, and where another launch of the kernel follows. */
#include "analyzer/rule/rule.h"
#include "analyzer/value/rounding.h"

struct division {
	const struct ir_expr *size, *by;
};

static bool divides(const struct ir_expr *expr, struct division *out)
{
	const struct ir_expr *inner = ir_look_through(expr);
	if (!inner || inner->kind != IR_BINARY || inner->op != IR_OP_DIV ||
		ir_type_value(inner->type)->kind != IR_TYPE_INT)
		return false;
	*out = (struct division){ir_strip_casts(inner->operands[0]), ir_strip_casts(inner->operands[1])};
	return true;
}

static bool mentions(const struct ir_expr *expr, const struct ir_expr *part)
{
	if (ir_same_expr(expr, part))
		return true;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i] && mentions(expr->operands[i], part))
			return true;
	return false;
}

/* Whether a size is a multiple as it is computed: a product with the divisor, a rounded size, a power. */
static bool is_made_multiple(const struct pass *pass, const struct ir_expr *size, const struct ir_expr *by)
{
	const struct ir_expr *made = ir_look_through(size);
	int64_t number, factor;
	bool is_known = ir_fold_int_called(pass_query(pass), by, &number) && number > 0;
	if (made->kind != IR_BINARY)
		return false;
	if (made->op == IR_OP_SHL || made->op == IR_OP_AND || made->op == IR_OP_SUB)
		return true;
	if (made->op != IR_OP_MUL)
		return false;
	for (size_t i = 0; i < 2; i++) {
		if (mentions(ir_look_through(made->operands[i]), ir_look_through(by)) ||
			mentions(made->operands[i], by))
			return true;
		if (is_known && ir_fold_int_called(pass_query(pass), made->operands[i], &factor) &&
			factor % number == 0)
			return true;
	}
	return false;
}

struct check {
	const struct division *division;
	bool found;
};

/* `n % block`, or `n / block * block`: somebody thinks of the rest. */
static void look_for_rest(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct check *check = context;
	(void)path;
	bool is_rest = expr->kind == IR_BINARY && (expr->op == IR_OP_REM || expr->op == IR_OP_AND) &&
		       ir_same_expr(expr->operands[0], check->division->size);
	check->found |= is_rest;
}

static bool is_rest_thought_of(const struct ir_launch *launch, const struct division *division)
{
	const struct ir_visitor visitor = {.expr = look_for_rest};
	struct check check = {.division = division};
	if (launch->function)
		ir_walk_function(launch->function, &visitor, &check);
	return check.found;
}

/* The parameter that is handed the size. */
static const struct ir_var *size_param(const struct simt_report *report, const struct division *division)
{
	const struct ir_launch *launch = report->launch->site;
	for (size_t i = 0; i < launch->arg_count && i < report->kernel->param_count; i++)
		if (launch->args[i] && ir_same_expr(launch->args[i], division->size))
			return report->kernel->params[i];
	return NULL;
}

struct guard {
	const struct ir_var *size;
	bool is_guard, has_loop, asks_grid;
};

static void look_for_grid(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct guard *guard = context;
	(void)path;
	guard->asks_grid |= ir_builtin(expr) == CUDA_GRID_DIM;
	bool is_comparison = expr->kind == IR_BINARY && (expr->op == IR_OP_LT || expr->op == IR_OP_GE);
	if (!is_comparison || !guard->size)
		return;
	const struct ir_expr *right = ir_strip_casts(expr->operands[1]);
	guard->is_guard |= right->kind == IR_VAR && right->var == guard->size;
}

static void look_for_loop(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct guard *guard = context;
	(void)path;
	if (!ir_is_loop(stmt) || !stmt->expr || !guard->size)
		return;
	const struct ir_expr *test = ir_strip_casts(stmt->expr);
	const struct ir_expr *right = test->kind == IR_BINARY ? ir_strip_casts(test->operands[1]) : NULL;
	guard->has_loop |= right && right->kind == IR_VAR && right->var == guard->size;
}

/* Whether every thread does the element of its global index, and no other: it accesses there whoever it is,
 * or asks whether there is one. */
static bool is_by_element(const struct simt_report *report, const struct ir_var *size, size_t axis)
{
	const struct ir_visitor visitor = {.expr = look_for_grid, .stmt = look_for_loop};
	struct guard guard = {.size = size};
	ir_walk_function(report->kernel, &visitor, &guard);
	if (guard.asks_grid || guard.has_loop)
		return false;
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->global_step[axis] && size)
			return true;
	return guard.is_guard;
}

static bool is_block(
	const struct pass *pass, const struct simt_report *report, const struct ir_expr *by, size_t axis)
{
	int64_t number;
	const struct ir_expr *part =
		report->launch->site->block ? ir_dim3_part(report->launch->site->block, axis) : NULL;
	if (part && (ir_same_expr(by, part) || ir_same_expr(ir_look_through(by), ir_look_through(part))))
		return true;
	return report->launch->source == LAUNCH_SITE && ir_fold_int_called(pass_query(pass), by, &number) &&
	       number == report->launch->block[axis];
}

static bool is_launched_again(const struct pass *pass, const struct simt_report *report)
{
	struct ir_launches launches = ir_launches_of(pass_query(pass), report->kernel);
	size_t in_function = 0;
	for (size_t i = 0; i < launches.count; i++)
		in_function += launches.data[i]->function == report->launch->site->function;
	return in_function > 1;
}

static void check_axis(struct pass *pass, const struct simt_report *report, size_t axis)
{
	const struct ir_launch *launch = report->launch->site;
	const struct ir_expr *part = ir_dim3_part(launch->grid, axis);
	struct division division;
	int64_t size = 0, by = 0;
	if (!part || !divides(part, &division) || !is_block(pass, report, division.by, axis))
		return;
	bool is_known = ir_fold_int_called(pass_query(pass), division.size, &size) &&
			ir_fold_int_called(pass_query(pass), division.by, &by) && by > 0;
	const struct ir_var *param = size_param(report, &division);
	if ((is_known && size % by == 0) || is_made_multiple(pass, division.size, division.by) ||
		is_rest_thought_of(launch, &division) || !is_by_element(report, param, axis) ||
		is_launched_again(pass, report))
		return;
	const char *text = pass_text(pass, division.size->range),
		   *block = pass_text(pass, division.by->range);
	struct finding *finding =
		is_known
			? pass_report(pass, part->range,
				  "`%s / %s` is rounded down: %lld of %lld elements have no thread in `%s`",
				  text, block, (long long)(size % by), (long long)size, report->kernel->name)
			: pass_report(pass, part->range,
				  "`%s / %s` is rounded down: where `%s` is no multiple, the last elements have "
				  "no thread in `%s`",
				  text, block, text, report->kernel->name);
	finding->function = launch->function ? launch->function->display : NULL;
	finding->confidence = is_known ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "round up");
	if (ir_look_through(part) == ir_strip_casts(part))
		fix_replace(pass, fix, part->range, "(%s + %s - 1) / %s", text, block, block);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	if (!report->launch->site || !report->launch->site->grid || report->launch->source > LAUNCH_SITE ||
		report->launch->site->form != IR_LAUNCH_CHEVRON)
		return;
	for (size_t axis = 0; axis < 3; axis++)
		check_axis(pass, report, axis);
}

const struct rule rule_truncated_grid = {
	.code = "CU620",
	.name = "truncated-grid",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Grid rounded down, so that the last elements have no thread",
	.hooks = {.execution = on_execution},
};
