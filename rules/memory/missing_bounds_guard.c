/* CU110 missing-bounds-guard: a grid that is rounded up at the launch, and a kernel in which every thread
 * accesses the element of its global index, without asking whether there is one.
 *
 * Any condition that keeps some thread away counts as a guard, whatever it compares, unless it lets exactly
 * one too many through: `i > n` in the place of `i >= n`. Sizes that are known to be multiples of the block,
 * or whose remainder the host looks at, are silent. Buffers may be padded, so a finding is no more than
 * likely. */
#include <string.h>

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

/* Whether what is known, or promised, of the parameter leaves nothing to round: it is a multiple. */
static bool is_multiple(
	const struct pass *pass, const struct simt_report *report, const struct ir_rounding *rounding)
{
	const struct ir_var *param = size_param(report, rounding);
	int64_t by;
	if (!param || !report->launch->arguments ||
		!ir_fold_int_called(pass_query(pass), rounding->by, &by) || by < 1)
		return false;
	for (size_t i = 0; i < report->kernel->param_count; i++) {
		const struct simt_argument *argument = &report->launch->arguments[i];
		if (report->kernel->params[i] != param)
			continue;
		if (argument->kind == SIMT_ARGUMENT_NUMBER)
			return argument->value % by == 0;
		return argument->kind == SIMT_ARGUMENT_UNKNOWN && argument->has_bounds &&
		       argument->bounds.divisor % by == 0;
	}
	return false;
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
		is_checked(launch, part, &rounding) || is_multiple(pass, report, &rounding))
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

/* ---- a guard that is one off ------------------------------------------------------------------ */

static bool is_builtin(const struct ir_expr *expr, enum cuda_builtin builtin, size_t axis)
{
	static const char *const axes[] = {"x", "y", "z"};
	expr = ir_strip_casts(expr);
	return expr->kind == IR_MEMBER && ir_builtin(expr->operands[0]) == builtin &&
	       strcmp(expr->member.name, axes[axis]) == 0;
}

static bool is_extent(
	const struct pass *pass, const struct simt_report *report, const struct ir_expr *expr, size_t axis)
{
	int64_t number;
	return is_builtin(expr, CUDA_BLOCK_DIM, axis) ||
	       (ir_fold_int_called(pass_query(pass), expr, &number) && number == report->launch->block[axis]);
}

/* blockIdx * blockDim + threadIdx, in any order. */
static bool is_global_index(
	const struct pass *pass, const struct simt_report *report, const struct ir_expr *expr, size_t axis)
{
	const struct ir_expr *sum = ir_look_through(expr);
	if (sum->kind != IR_BINARY || sum->op != IR_OP_ADD)
		return false;
	for (size_t i = 0; i < 2; i++) {
		const struct ir_expr *product = ir_look_through(sum->operands[i]);
		if (!is_builtin(ir_look_through(sum->operands[1 - i]), CUDA_THREAD_INDEX, axis) ||
			product->kind != IR_BINARY || product->op != IR_OP_MUL)
			continue;
		for (size_t k = 0; k < 2; k++)
			if (is_builtin(ir_look_through(product->operands[k]), CUDA_BLOCK_INDEX, axis) &&
				is_extent(pass, report, product->operands[1 - k], axis))
				return true;
	}
	return false;
}

/* What is passed by value, without the copy that is made of it. */
static const struct ir_expr *passed(const struct ir_expr *arg)
{
	arg = ir_strip_casts(arg);
	bool is_copy = arg->kind == IR_CONSTRUCT && arg->operand_count == 1 &&
		       ir_type_value(arg->operands[0]->type)->kind == IR_TYPE_RECORD;
	return is_copy ? ir_strip_casts(arg->operands[0]) : arg;
}

/* Whether an expression of the kernel is the size that the launch rounds: the parameter that gets it, or the
 * field of one that gets the object whose field it is. */
static bool is_size(
	const struct simt_report *report, const struct ir_rounding *rounding, const struct ir_expr *expr)
{
	const struct ir_launch *launch = report->launch->site;
	const struct ir_expr *inner = ir_look_through(expr), *size = rounding->size;
	bool is_field = inner->kind == IR_MEMBER && size->kind == IR_MEMBER &&
			strcmp(inner->member.name, size->member.name) == 0;
	const struct ir_expr *owner = is_field ? ir_strip_casts(inner->operands[0]) : inner;
	const struct ir_expr *given = is_field ? size->operands[0] : size;
	for (size_t i = 0; i < launch->arg_count && i < report->kernel->param_count; i++)
		if (owner->kind == IR_VAR && owner->var == report->kernel->params[i])
			return launch->args[i] && ir_same_expr(passed(launch->args[i]), given);
	return false;
}

struct loose {
	const struct pass *pass;
	const struct simt_report *report;
	const struct ir_rounding *rounding;
	size_t axis;
	const struct ir_expr *found;
};

static void look_for_loose(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct loose *loose = context;
	(void)path;
	bool is_swapped = expr->op == IR_OP_LT || expr->op == IR_OP_GE; /* `n < i` */
	if (loose->found || expr->kind != IR_BINARY ||
		!(is_swapped || expr->op == IR_OP_GT || expr->op == IR_OP_LE))
		return;
	const struct ir_expr *index = expr->operands[is_swapped], *size = expr->operands[!is_swapped];
	if (is_size(loose->report, loose->rounding, size) &&
		is_global_index(loose->pass, loose->report, index, loose->axis))
		loose->found = expr;
}

/* A thread whose index is the size itself is there, unless the size is a multiple of the block. */
static bool check_guard(struct pass *pass, const struct simt_report *report, size_t axis)
{
	static const char *const strict[] = {
		[IR_OP_GT] = ">=", [IR_OP_LE] = "<", [IR_OP_LT] = "<=", [IR_OP_GE] = ">"};
	const struct ir_launch *launch = report->launch->site;
	const struct ir_expr *part = ir_dim3_part(launch->grid, axis);
	const struct ir_visitor visitor = {.expr = look_for_loose};
	struct ir_rounding rounding;
	if (launch->form != IR_LAUNCH_CHEVRON || !part || !ir_rounded_up(part, &rounding) ||
		is_exact(pass, &rounding) || is_checked(launch, part, &rounding) ||
		!is_by_block(pass, report, rounding.by, axis, 1))
		return false;
	struct loose loose = {pass, report, &rounding, axis, NULL};
	ir_walk_function(report->kernel, &visitor, &loose);
	if (!loose.found)
		return false;
	const char *size = pass_text(pass, rounding.size->range);
	struct finding *finding = pass_report(pass, loose.found->range,
		"`%s` lets a thread through that is one past the last: the launch rounds its grid up for `%s` "
		"elements, and thread `%s` has none; compare with `%s`",
		pass_text(pass, loose.found->range), size, size, strict[loose.found->op]);
	finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, launch->range, "the launch");
	return true;
}

/* ---- a guard on another access alone ----------------------------------------------------------- */

/* Whether the launch may have threads past the size: unless it tells otherwise. */
static bool may_pass(const struct pass *pass, const struct simt_report *report, int dim)
{
	const struct ir_launch *launch = report->launch->site;
	struct ir_rounding rounding;
	if (!launch)
		return true;
	const struct ir_expr *part = launch->grid ? ir_dim3_part(launch->grid, (size_t)dim) : NULL;
	if (!part)
		return true;
	return ir_rounded_up(part, &rounding) && !is_exact(pass, &rounding) &&
	       !is_checked(launch, part, &rounding) && !is_multiple(pass, report, &rounding);
}

static void check_kept(struct pass *pass, const struct simt_report *report, const struct simt_site *reported)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (!site->kept_elsewhere || site == reported || !may_pass(pass, report, site->kept_dim))
			continue;
		bool in_kernel = site->function == report->kernel;
		struct finding *finding = pass_report(pass,
			in_kernel ? site->expr->range : report->kernel->name_range,
			"`%s` is written at an index that another access is kept below a size at, but this one "
			"isn't: threads past it have no element; ask for it here, too",
			site->object ? simt_object_name(site->object) : "memory");
		finding->confidence = CONFIDENCE_LIKELY;
		if (!in_kernel)
			pass_related(pass, finding, site->expr->range, "the access");
		pass_related(pass, finding, site->kept_elsewhere->range, "the access with the guard");
		if (report->launch->site)
			pass_related(pass, finding, report->launch->site->range, "the launch");
	}
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	bool is_loose = false;
	if (report->launch->source > LAUNCH_SITE)
		return;
	if (!report->launch->site || !report->launch->site->grid) {
		check_kept(pass, report, NULL);
		return;
	}
	for (size_t axis = 0; axis < 3 && !is_loose; axis++)
		is_loose = check_guard(pass, report, axis);
	const struct simt_site *reported = NULL;
	for (size_t axis = 0; axis < 3; axis++)
		reported = check_axis(pass, report, axis, reported);
	check_kept(pass, report, reported);
}

const struct rule rule_missing_bounds_guard = {
	.code = "CU110",
	.name = "missing-bounds-guard",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Grid rounded up, and no guard in the kernel",
	.hooks = {.execution = on_execution},
};
