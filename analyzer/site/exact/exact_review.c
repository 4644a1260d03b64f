/* Which counts the compiler leaves alone: what is seen of a whole execution.
 *
 * Arms of an `if` that have accesses in common share them, a load masked to its low bytes becomes narrower,
 * and the first load of a function may be counted where it is called. All as seen in code for sm_90 by
 * nvcc 13. */
#include "analyzer/ir/walk.h"
#include "analyzer/site/exact/exact.h"
#include "analyzer/site/exact/exact_arms.h"
#include "analyzer/site/exact/exact_recent.h"
#include "analyzer/site/exact/exact_sink.h"
#include "analyzer/value/rounding.h"

static void forget_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct simt_report *report = context;
	(void)path;
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->expr == expr)
			report->sites.data[i]->exact = false;
}

static void forget_stmt(void *context, const struct ir_stmt *stmt)
{
	const struct ir_visitor visitor = {.expr = forget_expr};
	ir_walk_stmt(stmt, &visitor, context, NULL);
}

/* Whether `part` is all that a statement consists of, braces aside. */
static bool ends_in(const struct ir_stmt *stmt, const struct ir_stmt *part)
{
	while (stmt != part && stmt->kind == IR_BLOCK && stmt->child_count == 1)
		stmt = stmt->children[0];
	return stmt == part;
}

static void review_if(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	/* an else-if was looked at with the first `if` of its chain */
	while (path && path->stmt && path->stmt->kind == IR_BLOCK && path->stmt->child_count == 1)
		path = path->up;
	bool is_else = path && path->stmt && path->stmt->kind == IR_IF && path->stmt->other &&
		       ends_in(path->stmt->other, stmt);
	if (stmt->kind == IR_IF && stmt->other && !is_else)
		exact_arms(stmt, forget_stmt, context);
}

/* x & 0xff and x & 0xffff, where x was loaded. */
static void review_mask(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	(void)path;
	if (expr->kind != IR_BINARY || expr->op != IR_OP_AND)
		return;
	const struct ir_expr *value = ir_strip_casts(expr->operands[0]),
			     *mask = ir_strip_casts(expr->operands[1]);
	if (mask->kind != IR_INT || (mask->integer != 0xff && mask->integer != 0xffff))
		return;
	if (value->kind == IR_VAR && !value->var->is_assigned && value->var->init)
		value = ir_strip_casts(value->var->init);
	forget_expr(context, value, NULL);
}

/* A reference's memory may be loaded where the function is called. */
static void review_references(struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *site = report->sites.data[i];
		const struct ir_expr *expr = site->expr;
		if (expr->kind == IR_VAR && expr->var->storage == IR_PARAM &&
			expr->var->type->kind == IR_TYPE_REFERENCE)
			site->exact = false;
	}
}

/* The types of cuda_fp16.h and cuda_bf16.h assign by operators of their own, in whose lines a store is
 * counted. */
static bool is_of_header(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_RECORD && ir_cuda_type(type)->family == CUDA_HALF;
}

static void review_sites(struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *site = report->sites.data[i];
		if ((site->kind == SIMT_STORE && is_of_header(site->expr->type)) ||
			(site->is_held && site->is_far))
			site->exact = false;
	}
}

/* Whether an address takes nothing but parameters and constants; pointers that are moved on start there. */
static bool is_given(const struct ir_expr *expr)
{
	expr = ir_look_through(expr);
	switch (expr->kind) {
	case IR_INT: return true;
	case IR_VAR:
		if (expr->var->storage == IR_PARAM)
			return true;
		return expr->var->type->kind == IR_TYPE_POINTER && expr->var->is_assigned &&
		       expr->var->init && is_given(expr->var->init);
	case IR_INDEX:
	case IR_BINARY: return is_given(expr->operands[0]) && is_given(expr->operands[1]);
	case IR_UNARY: return expr->op == IR_OP_DEREF && is_given(expr->operands[0]);
	default: return false;
	}
}

/* The first instruction of a function is counted at the line that calls it. That may be any load whose
 * address its caller has. */
static bool is_early(const struct simt_report *report, const struct simt_site *site)
{
	return site->kind == SIMT_LOAD && site->function != report->kernel && is_given(site->expr);
}

static void review_calls(struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (is_early(report, report->sites.data[i]))
			report->sites.data[i]->exact = false;
}

/* The statement of such a call. */
static void review_call(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct simt_report *report = context;
	bool early = false;
	for (size_t i = 0; expr->kind == IR_CALL && i < report->sites.count && !early; i++)
		early = report->sites.data[i]->function == expr->call->function &&
			is_early(report, report->sites.data[i]);
	while (early && path && !path->stmt)
		path = path->up;
	if (early && path)
		forget_stmt(context, path->stmt);
}

/* Which function is called is loaded from the object, and where the function is from a table: in the line of
 * the call, or of the `delete`. */
static void review_dispatch(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_visitor visitor = {.expr = forget_expr};
	bool is_virtual = expr->kind == IR_CALL && expr->call->function && expr->call->function->is_virtual;
	if (!is_virtual && expr->kind != IR_DELETE)
		return;
	for (; path && path->expr; path = path->up)
		expr = path->expr;
	ir_walk_expr(expr, &visitor, context, NULL);
}

/* A shared variable that isn't an array may be loaded before it is known whether `a && b` needs it: by warps
 * in which no lane does, too. */
static void forget_scalar(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct simt_report *report = context;
	(void)path;
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *site = report->sites.data[i];
		const struct ir_var *var = site->object ? simt_object_var(site->object) : NULL;
		bool is_scalar = site->space == SIMT_SHARED && var && var->type->kind != IR_TYPE_ARRAY;
		if (site->expr == expr && site->kind == SIMT_LOAD && is_scalar)
			site->exact = false;
	}
}

static void review_need(void *context, const struct ir_expr *expr)
{
	const struct ir_visitor visitor = {.expr = forget_scalar};
	if (expr->kind == IR_BINARY && (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR))
		ir_walk_expr(expr->operands[1], &visitor, context, NULL);
}

static void review_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	review_need(context, expr);
	review_mask(context, expr, path);
	review_call(context, expr, path);
	review_dispatch(context, expr, path);
}

/* Whether lanes of some warp leave a loop in different turns. */
static bool parts_warps(const struct simt_report *report, const struct ir_stmt *loop)
{
	for (size_t i = 0; i < report->branches.count; i++)
		if (report->branches.data[i]->stmt == loop && report->branches.data[i]->split_warps > 0)
			return true;
	return false;
}

/* The compiler unrolls loops by four and more, and does what is left over first: lanes that go round
 * different numbers of times are then side by side in other turns than the source has them. */
static void review_loops(struct simt_report *report)
{
	enum { UNROLLED = 4 };
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *site = report->sites.data[i];
		if (site->loop && site->turns >= UNROLLED && parts_warps(report, site->loop))
			site->exact = false;
	}
}

/* One load that is written twice: in a loop and outside of it the compiler may make one place of both, and
 * what was loaded long before may still be there. */
static void review_twice(struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *first = report->sites.data[i];
		for (size_t k = i + 1; k < report->sites.count && first->kind == SIMT_LOAD; k++) {
			struct simt_site *again = report->sites.data[k];
			if (again->kind != SIMT_LOAD || again->function != first->function ||
				again->space != first->space || !ir_same_expr(first->expr, again->expr))
				continue;
			bool parted = !again->loop != !first->loop;
			if (parted || again->number >= first->number + RECENT)
				again->exact = false;
			if (parted)
				first->exact = false;
		}
	}
}

void exact_review(struct simt_report *report)
{
	VEC(const struct ir_function *) seen = {0};
	struct arena *arena = arena_new();
	review_references(report);
	review_sites(report);
	review_calls(report);
	review_loops(report);
	review_twice(report);
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct ir_function *function = report->sites.data[i]->function;
		size_t k = 0;
		while (k < seen.count && seen.data[k] != function)
			k++;
		if (k < seen.count)
			continue;
		vec_push(arena, &seen, function);
		const struct ir_visitor visitor = {.stmt = review_if, .expr = review_expr};
		ir_walk_function(function, &visitor, report);
		exact_sink(report, function);
	}
	arena_free(arena);
}
