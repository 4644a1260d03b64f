/* A list that grows: `cudaMalloc(&more, ...); cudaMemcpy(more, data, ...); data = more;`. That the member
 * held something is certain where it is copied from. Silent where the function does anything else with it, or
 * calls a function of the object that does or isn't seen: it may be kept or freed there. */
#include "rules/memory/common/outgrown.h"

#include <string.h>

struct search {
	struct outgrown *out;
	const struct ir_expr *member; /* one mention of it */
	bool is_set;                  /* the walk has passed the assignment */
	bool is_kept;                 /* or freed, or handed on: nothing is said */
};

static bool is_member(const struct ir_expr *expr)
{
	return expr->kind == IR_MEMBER && expr->member.field &&
	       ir_type_value(expr->type)->kind == IR_TYPE_POINTER && expr->operand_count;
}

static bool is_same(const struct search *search, const struct ir_expr *expr)
{
	return expr->kind == IR_MEMBER && expr->member.field == search->member->member.field;
}

static bool is_var(const struct ir_expr *expr, const struct ir_var *var)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_VAR && expr->var == var;
}

/* The argument of a call by its role, casts aside; NULL: there is none. */
static const struct ir_expr *argument(const struct ir_expr *expr, const struct cuda_call *call, char role)
{
	const char *at = strchr(call->roles, role);
	size_t index = at ? (size_t)(at - call->roles) : expr->operand_count;
	return index < expr->operand_count && expr->operands[index] ? ir_strip_casts(expr->operands[index])
								    : NULL;
}

static const struct cuda_call *cuda_of(const struct ir_expr *expr)
{
	return expr->kind == IR_CALL && !expr->call->object
		       ? cuda_call_of(expr->call->name, expr->operand_count)
		       : NULL;
}

static void look_for_set(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (expr->kind != IR_ASSIGN || expr->op != IR_OP_NONE || expr->operand_count != 2)
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]),
			     *from = ir_strip_casts(expr->operands[1]);
	if (!is_member(to) || from->kind != IR_VAR || from->var->storage != IR_LOCAL)
		return;
	if (search->member && !search->is_kept) {
		search->is_kept = is_same(search, to); /* set twice */
		return;
	}
	search->member = to;
	search->out->member = to->member.name;
	search->out->fresh = from->var;
	search->out->set = expr;
}

static void look_for_made(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	const struct cuda_call *call = cuda_of(expr);
	(void)path;
	search->is_set |= expr == search->out->set;
	if (!call || search->is_set)
		return;
	const struct ir_expr *made = argument(expr, call, 'P'), *to = argument(expr, call, 'd'),
			     *from = argument(expr, call, 'r');
	bool allocates = call->kind == HOST_MALLOC || call->kind == HOST_MALLOC_ASYNC;
	if (allocates && made && made->kind == IR_UNARY && made->op == IR_OP_ADDRESS &&
		is_var(made->operands[0], search->out->fresh))
		search->out->made = expr;
	if (call->kind == HOST_COPY && to && from && is_var(to, search->out->fresh) && is_same(search, from))
		search->out->copied = expr;
}

/* Whether a mention of the member does nothing to what it holds: a copy's argument, the assignment's target,
 * a comparison with a null pointer. */
static bool is_plain_use(const struct search *search, const struct ir_path *path)
{
	for (path = path->up; path && path->expr && path->expr->kind == IR_CAST; path = path->up)
		;
	const struct ir_expr *user = path ? path->expr : NULL;
	if (!user)
		return path && path->stmt && path->stmt->kind == IR_IF;
	const struct cuda_call *call = cuda_of(user);
	return user == search->out->set || (call && (call->kind == HOST_COPY || call->kind == HOST_MEMSET)) ||
	       (user->kind == IR_UNARY && user->op == IR_OP_NOT) ||
	       (user->kind == IR_BINARY && (user->op == IR_OP_EQ || user->op == IR_OP_NE));
}

static void look_at_uses(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	if (is_same(search, expr))
		search->is_kept |= !is_plain_use(search, path);
	const struct ir_path *up = path->up;
	bool is_this = expr->kind == IR_THIS && !(up && up->expr && up->expr->kind == IR_MEMBER);
	const struct ir_function *called = expr->kind == IR_CALL ? expr->call->function : NULL;
	bool is_method = expr->kind == IR_CALL &&
			 (expr->call->object || (called ? called->is_method : !cuda_of(expr)));
	search->is_kept |= is_this || is_method || expr->kind == IR_LAMBDA;
}

bool outgrown_find(const struct ir_function *function, struct outgrown *out)
{
	const struct ir_visitor sets = {.expr = look_for_set}, makes = {.expr = look_for_made},
				uses = {.expr = look_at_uses};
	struct search search = {.out = out};
	*out = (struct outgrown){0};
	if (!function->body || function->is_kernel || !function->is_host || function->is_pattern)
		return false;
	ir_walk_function(function, &sets, &search);
	if (!search.member || search.is_kept)
		return false;
	ir_walk_function(function, &makes, &search);
	if (!out->made || !out->copied)
		return false;
	ir_walk_function(function, &uses, &search);
	return !search.is_kept;
}
