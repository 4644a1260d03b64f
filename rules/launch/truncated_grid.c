/* CU620 truncated-grid: a grid of `n / block` blocks, rounded down, for a kernel that does one element per
 * thread: the last n % block elements are never processed.
 *
 * Silent where n is known to be a multiple, by its value or as it is computed, where the remainder is looked
 * at, where threads loop over more than one element, and where another launch of the kernel follows.
 *
 * Also a grid of whatever form that the walk of the host sees to have fewer threads than the number that the
 * kernel compares its global index with. */
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
		if (ir_mentions(ir_look_through(made->operands[i]), ir_look_through(by)) ||
			ir_mentions(made->operands[i], by))
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

/* A grid to be reported at the end, unless the host is seen to launch it with a multiple. */
struct candidate {
	const struct ir_launch *launch;
	const struct ir_function *kernel;
	size_t axis;
	const struct ir_expr *part;
	struct division division;
	bool is_known, is_seen, is_refuted; /* seen: on the walk of the host */
	int64_t size, by;
	int64_t threads; /* that there are for `size` elements, as the walk of the host says; 0: no such */
};

struct candidates {
	VEC(struct candidate) list;
};

static struct candidates *candidates_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct candidates);
	return pass->state;
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
	struct candidates *all = candidates_of(pass);
	for (size_t i = 0; i < all->list.count; i++)
		if (all->list.data[i].launch == launch && all->list.data[i].axis == axis)
			return;
	struct candidate candidate = {.launch = launch,
		.kernel = report->kernel,
		.axis = axis,
		.part = part,
		.division = division,
		.is_known = is_known,
		.size = size,
		.by = by};
	vec_push(pass->arena, &all->list, candidate);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	if (!report->launch->site || !report->launch->site->grid || report->launch->source > LAUNCH_SITE ||
		report->launch->site->form != IR_LAUNCH_CHEVRON)
		return;
	for (size_t axis = 0; axis < 3; axis++)
		check_axis(pass, report, axis);
}

/* Whether a sum is a multiple of a number whatever its unknowns are. */
static bool is_multiple(const struct host_sum *sum, int64_t number)
{
	bool is = sum->constant % number == 0;
	for (size_t i = 0; i < sum->term_count && is; i++) {
		const struct host_atom *atom = sum->terms[i].atom;
		int64_t factor;
		is = sum->terms[i].factor % number == 0 ||
		     (atom->op == IR_OP_MUL && host_sum_is_number(atom->left, &factor) &&
			     factor % number == 0) ||
		     (atom->op == IR_OP_MUL && atom->right && host_sum_is_number(atom->right, &factor) &&
			     factor % number == 0);
	}
	return is;
}

/* Whether what the host computes is a quotient that leaves a rest for some values. */
static bool may_leave_rest(const struct host_sum *grid)
{
	const struct host_atom *atom =
		grid->term_count == 1 && grid->constant == 0 ? grid->terms[0].atom : NULL;
	int64_t by;
	if (!atom || grid->terms[0].factor != 1 || atom->op != IR_OP_DIV)
		return false;
	if (atom->left->constant) /* `(n + 255) / 256`: a size that was rounded up before it came here */
		return false;
	return !host_sum_is_number(atom->right, &by) || by <= 0 || !is_multiple(atom->left, by);
}

/* ---- fewer threads than elements, by numbers --------------------------------------------------- */

struct limit {
	const struct ir_function *kernel;
	size_t axis;
	int64_t block;
	const struct ir_var *param;   /* that the index is held below; NULL: none is seen */
	const struct ir_field *field; /* of it; NULL: the parameter itself */
	bool asks_grid, has_loop;
};

static bool is_builtin_part(const struct ir_expr *expr, enum cuda_builtin builtin, size_t axis)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_MEMBER && ir_builtin(expr->operands[0]) == builtin && expr->member.name &&
	       expr->member.name[0] == "xyz"[axis];
}

static bool is_block_start(const struct limit *limit, const struct ir_expr *expr)
{
	int64_t number;
	expr = ir_look_through(expr);
	for (size_t i = 0; expr->kind == IR_BINARY && expr->op == IR_OP_MUL && i < 2; i++) {
		const struct ir_expr *other = ir_look_through(expr->operands[1 - i]);
		if (is_builtin_part(ir_look_through(expr->operands[i]), CUDA_BLOCK_INDEX, limit->axis) &&
			(is_builtin_part(other, CUDA_BLOCK_DIM, limit->axis) ||
				(ir_fold_int(other, &number) && number == limit->block)))
			return true;
	}
	return false;
}

/* `blockIdx.x * blockDim.x + threadIdx.x`, and nothing more. */
static bool is_global_index(const struct limit *limit, const struct ir_expr *expr)
{
	expr = ir_look_through(expr);
	for (size_t i = 0; expr->kind == IR_BINARY && expr->op == IR_OP_ADD && i < 2; i++)
		if (is_block_start(limit, expr->operands[i]) &&
			is_builtin_part(
				ir_look_through(expr->operands[1 - i]), CUDA_THREAD_INDEX, limit->axis))
			return true;
	return false;
}

/* A parameter, or a member of one. */
static bool is_extent(const struct ir_expr *expr, const struct ir_var **param, const struct ir_field **field)
{
	expr = ir_strip_casts(expr);
	*field = expr->kind == IR_MEMBER && !expr->is_arrow ? expr->member.field : NULL;
	if (*field)
		expr = ir_strip_casts(expr->operands[0]);
	*param = expr->kind == IR_VAR && expr->var->storage == IR_PARAM && !expr->var->is_assigned ? expr->var
												   : NULL;
	return *param != NULL;
}

static void look_for_limit(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct limit *limit = context;
	const struct ir_var *param;
	const struct ir_field *field;
	(void)path;
	limit->asks_grid |= ir_builtin(expr) == CUDA_GRID_DIM;
	if (!limit->param && expr->kind == IR_BINARY && (expr->op == IR_OP_LT || expr->op == IR_OP_GE) &&
		is_global_index(limit, expr->operands[0]) && is_extent(expr->operands[1], &param, &field)) {
		limit->param = param;
		limit->field = field;
	}
}

static void look_for_any_loop(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct limit *limit = context;
	const struct ir_var *param;
	const struct ir_field *field;
	(void)path;
	const struct ir_expr *test = ir_is_loop(stmt) && stmt->expr ? ir_strip_casts(stmt->expr) : NULL;
	if (test && test->kind == IR_BINARY && is_extent(test->operands[1], &param, &field))
		limit->has_loop |= param == limit->param && field == limit->field;
}

static bool find_limit(struct limit *limit)
{
	const struct ir_visitor first = {.expr = look_for_limit}, second = {.stmt = look_for_any_loop};
	ir_walk_function(limit->kernel, &first, limit);
	if (limit->param)
		ir_walk_function(limit->kernel, &second, limit);
	return limit->param && !limit->asks_grid && !limit->has_loop;
}

/* What the launch hands over there, if that is a number. */
static bool value_of_limit(const struct limit *limit, const struct host_launch *launch, int64_t *value)
{
	for (size_t i = 0; i < limit->kernel->param_count && i < launch->arg_count; i++) {
		if (limit->kernel->params[i] != limit->param)
			continue;
		if (!limit->field)
			return launch->args[i].kind == HOST_NUMBER &&
			       host_sum_is_number(launch->args[i].number, value);
		for (size_t k = 0; k < launch->member_count; k++) {
			const struct host_member *member = &launch->members[k];
			if (member->arg == i && member->offset == limit->field->offset && member->is_sure)
				return member->value.kind == HOST_NUMBER &&
				       host_sum_is_number(member->value.number, value);
		}
	}
	return false;
}

/* The only launch of its kernel that the walk sees: others may do the rest. */
static bool is_only_launch(const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		if (other != op && other->launch && other->launch->kernel == op->launch->kernel)
			return false;
	}
	return !op->where.turn;
}

static void check_numbers(
	struct pass *pass, const struct host_trace *trace, const struct host_op *op, size_t axis)
{
	struct candidates *all = candidates_of(pass);
	const struct host_launch *launch = op->launch;
	struct limit limit = {.kernel = launch->kernel, .axis = axis};
	int64_t blocks, size, threads;
	if (!host_sum_is_number(launch->grid[axis], &blocks) ||
		!host_sum_is_number(launch->block[axis], &limit.block) || blocks <= 0 || limit.block <= 0 ||
		__builtin_mul_overflow(blocks, limit.block, &threads) || !is_only_launch(trace, op) ||
		!find_limit(&limit) || !value_of_limit(&limit, launch, &size) || size <= threads)
		return;
	for (size_t i = 0; i < all->list.count; i++)
		if (all->list.data[i].launch == launch->launch && all->list.data[i].axis == axis) {
			all->list.data[i].threads = threads;
			all->list.data[i].size = size;
			return;
		}
	struct candidate candidate = {.launch = launch->launch,
		.kernel = launch->kernel,
		.axis = axis,
		.size = size,
		.threads = threads};
	vec_push(pass->arena, &all->list, candidate);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	struct candidates *all = candidates_of(pass);
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool is_plain = op->kind == HOST_LAUNCH && op->launch && op->launch->kernel &&
				op->launch->launch && op->launch->launch->grid;
		for (size_t axis = 0; is_plain && axis < 3; axis++)
			check_numbers(pass, trace, op, axis);
	}
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_launch *launch = trace->ops.data[i]->launch;
		for (size_t k = 0; launch && k < all->list.count; k++) {
			struct candidate *candidate = &all->list.data[k];
			if (candidate->launch != launch->launch || !candidate->part)
				continue;
			candidate->is_seen = true;
			candidate->is_refuted |= !may_leave_rest(launch->grid[candidate->axis]);
		}
	}
}

static void report(struct pass *pass, const struct candidate *candidate)
{
	const struct division *division = &candidate->division;
	const char *size = pass_text(pass, division->size->range), *by = pass_text(pass, division->by->range),
		   *kernel = candidate->kernel->name;
	struct finding *finding =
		candidate->is_known
			? pass_report(pass, candidate->part->range,
				  "`%s / %s` is rounded down: %lld of %lld elements have no thread in `%s`",
				  size, by, (long long)(candidate->size % candidate->by),
				  (long long)candidate->size, kernel)
			: pass_report(pass, candidate->part->range,
				  "`%s / %s` is rounded down: where `%s` is no multiple, the last elements have "
				  "no thread in `%s`",
				  size, by, size, kernel);
	finding->function = candidate->launch->function ? candidate->launch->function->display : NULL;
	finding->confidence = candidate->is_known ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	if (ir_look_through(candidate->part) != ir_strip_casts(candidate->part))
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "round up");
	fix_replace(pass, fix, candidate->part->range, "(%s + %s - 1) / %s", size, by, by);
}

static void report_numbers(struct pass *pass, const struct candidate *candidate)
{
	const struct ir_launch *launch = candidate->launch;
	struct finding *finding = pass_report(pass, launch->grid->range,
		"%lld threads are launched for %lld elements, and `%s` does one in each: the last %lld have no thread",
		(long long)candidate->threads, (long long)candidate->size, candidate->kernel->name,
		(long long)(candidate->size - candidate->threads));
	finding->function = launch->function ? launch->function->display : NULL;
	finding->confidence = CONFIDENCE_LIKELY;
}

static void on_unit_end(struct pass *pass)
{
	struct candidates *all = candidates_of(pass);
	for (size_t i = 0; i < all->list.count; i++) {
		const struct candidate *candidate = &all->list.data[i];
		if (candidate->is_known || (candidate->is_seen && !candidate->is_refuted))
			report(pass, candidate);
		else if (candidate->threads)
			report_numbers(pass, candidate);
	}
}

const struct rule rule_truncated_grid = {
	.code = "CU620",
	.name = "truncated-grid",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Grid rounded down, so that the last elements have no thread",
	.hooks = {.execution = on_execution, .host = on_host, .unit_end = on_unit_end},
};
