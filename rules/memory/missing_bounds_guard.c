/* CU110 missing-bounds-guard: a grid that is rounded up at the launch, and a kernel in which every thread
 * accesses the element of its global index, without asking whether there is one.
 *
 * Any condition that keeps some thread away counts as a guard, whatever it compares. Sizes that are known to
 * be multiples of the block, or whose remainder the host looks at, are silent. Buffers may be padded, so a
 * finding is no more than likely. */
#include "analyzer/rule/rule.h"
#include "analyzer/value/rounding.h"

/* Whether the rounding adds nothing, as far as constants tell. */
static bool is_exact(const struct pass *pass, const struct ir_rounding *rounding)
{
	int64_t size, by;
	return ir_fold_int_called(pass_query(pass), rounding->size, &size) &&
	       ir_fold_int_called(pass_query(pass), rounding->by, &by) && by > 0 && size % by == 0;
}

struct check {
	const struct ir_rounding *rounding;
	const struct ir_expr *grid; /* may hold a remainder itself */
	bool found;
};

static bool holds(const struct ir_expr *expr, const struct ir_expr *part)
{
	bool found = expr == part;
	for (size_t i = 0; i < expr->operand_count && !found; i++)
		found = holds(expr->operands[i], part);
	return found;
}

static void look_for_remainder(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct check *check = context;
	(void)path;
	check->found |= expr->kind == IR_BINARY && expr->op == IR_OP_REM &&
			ir_same_expr(expr->operands[0], check->rounding->size) &&
			ir_same_expr(expr->operands[1], check->rounding->by) && !holds(check->grid, expr);
}

/* Whether the launching function asks for the remainder itself, as an assertion does. */
static bool is_checked(
	const struct ir_launch *launch, const struct ir_expr *grid, const struct ir_rounding *rounding)
{
	const struct ir_visitor visitor = {.expr = look_for_remainder};
	struct check check = {.rounding = rounding, .grid = ir_look_through(grid)};
	if (launch->function)
		ir_walk_function(launch->function, &visitor, &check);
	return check.found;
}

/* The kernel's parameter that gets the size; NULL: none. */
static const struct ir_var *size_param(const struct simt_report *report, const struct ir_rounding *rounding)
{
	const struct ir_launch *launch = report->launch->site;
	if (launch->form != IR_LAUNCH_CHEVRON)
		return NULL;
	for (size_t i = 0; i < launch->arg_count && i < report->kernel->param_count; i++)
		if (ir_same_expr(launch->args[i], rounding->size))
			return report->kernel->params[i];
	return NULL;
}

/* Whether the size is rounded to what a block covers when neighbouring threads are `step` bytes apart: to its
 * threads, or to a few elements for each of them. */
static bool is_by_block(const struct pass *pass, const struct simt_report *report, const struct ir_expr *by,
	size_t axis, int64_t step)
{
	const struct ir_launch *launch = report->launch->site;
	int64_t number, threads = report->launch->block[axis];
	if (report->launch->source == LAUNCH_SITE && ir_fold_int_called(pass_query(pass), by, &number))
		return number % threads == 0 && number / threads <= (step < 0 ? -step : step);
	const struct ir_expr *part = launch->block ? ir_dim3_part(launch->block, axis) : NULL;
	if (!part)
		return false;
	return ir_mentions(by, part) || ir_mentions(ir_look_through(by), ir_look_through(part));
}

/* Whether the size is rounded to the tile of elements that a block goes to. */
static bool is_by_tile(const struct pass *pass, const struct ir_expr *by, int64_t tile)
{
	int64_t number;
	return tile && ir_fold_int_called(pass_query(pass), by, &number) && number == tile;
}

static const struct simt_site *unguarded_site(
	const struct pass *pass, const struct simt_report *report, const struct ir_expr *by, size_t axis)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->global_step[axis] && is_by_block(pass, report, by, axis, site->global_step[axis]))
			return site;
		if (is_by_tile(pass, by, site->tile[axis]))
			return site;
	}
	return NULL;
}

/* Reports one dimension; one access that is unguarded in several is reported for the first. Returns the site,
 * NULL: none. */
static const struct simt_site *check_axis(
	struct pass *pass, const struct simt_report *report, size_t axis, const struct simt_site *before)
{
	const struct ir_launch *launch = report->launch->site;
	const struct ir_expr *part = ir_dim3_part(launch->grid, axis);
	struct ir_rounding rounding;
	if (!part || !ir_rounded_up(part, &rounding) || is_exact(pass, &rounding) ||
		is_checked(launch, part, &rounding))
		return before;
	const struct simt_site *site = unguarded_site(pass, report, rounding.by, axis);
	if (!site || site == before)
		return before;
	const struct ir_var *param = size_param(report, &rounding);
	const char *object = site->object ? simt_object_name(site->object) : "memory";
	bool in_kernel = site->function == report->kernel;
	struct finding *finding = pass_report(pass,
		in_kernel ? site->expr->range : report->kernel->name_range,
		site->global_step[axis]
			? "every thread %s `%s` at its global index, but the launch rounds its grid up: threads past "
			  "`%s` have no element%s"
			: "every block %s a whole tile of `%s`, but the launch rounds its grid up: threads past `%s` "
			  "have no element%s",
		site->kind == SIMT_LOAD ? "reads" : "writes", object, pass_text(pass, rounding.size->range),
		param ? arena_printf(pass->arena, "; compare the index with `%s`", param->name) : "");
	finding->confidence = CONFIDENCE_LIKELY;
	if (!in_kernel)
		pass_related(pass, finding, site->expr->range, "the access");
	pass_related(pass, finding, launch->range, "the launch");
	return site;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	if (!report->launch->site || !report->launch->site->grid || report->launch->source > LAUNCH_SITE)
		return;
	const struct simt_site *reported = NULL;
	for (size_t axis = 0; axis < 3; axis++)
		reported = check_axis(pass, report, axis, reported);
}

const struct rule rule_missing_bounds_guard = {
	.code = "CU110",
	.name = "missing-bounds-guard",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Grid rounded up, and no guard in the kernel",
	.hooks = {.execution = on_execution},
};
