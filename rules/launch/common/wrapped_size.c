/* The way back from a size to the product that wrapped, by the source alone: that the product had those
 * values at the time is known from the walk. */
#include "rules/launch/common/wrapped_size.h"

#include "analyzer/ir/walk.h"
#include "analyzer/rule/rule.h"

enum { MAX_DEPTH = 12 };

struct flow {
	const struct host_wrap *wrap;
	const struct host_call *call; /* in which the expression stands; NULL: in the root */
	const struct ir_function *function;
	unsigned depth;
};

static bool comes_from(const struct flow *flow, const struct ir_expr *expr);

struct search {
	const struct flow *flow;
	const struct ir_var *var;     /* assignments to this, */
	const struct ir_field *field; /* or to this; neither: what is returned */
	bool found;
};

static void look_at_assign(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (search->found || expr->kind != IR_ASSIGN || expr->operand_count != 2)
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]);
	bool is_it = search->var ? to->kind == IR_VAR && to->var == search->var
				 : to->kind == IR_MEMBER && to->member.field == search->field;
	search->found =
		is_it && (expr == search->flow->wrap->expr || comes_from(search->flow, expr->operands[1]));
}

static void look_at_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (!search->found && stmt->kind == IR_RETURN && stmt->expr)
		search->found = comes_from(search->flow, stmt->expr);
}

static struct flow deeper(const struct flow *flow, const struct ir_function *function)
{
	return (struct flow){flow->wrap, flow->call, function, flow->depth + 1};
}

static bool is_assigned_from(
	const struct flow *flow, const struct ir_function *function, struct search search)
{
	const struct ir_visitor visitor = {.expr = look_at_assign};
	struct flow inner = deeper(flow, function);
	search.flow = &inner;
	if (function)
		ir_walk_function(function, &visitor, &search);
	return search.found;
}

static bool is_returned_by(const struct flow *flow, const struct ir_function *function)
{
	const struct ir_visitor visitor = {.stmt = look_at_return};
	struct flow inner = deeper(flow, function);
	struct search search = {.flow = &inner};
	ir_walk_function(function, &visitor, &search);
	return search.found;
}

/* The argument that a parameter was given, by the calls that lead to the operation. */
static bool is_given(const struct flow *flow, const struct ir_var *param)
{
	for (const struct host_call *call = flow->call; call; call = call->up) {
		if (!call->function || !call->expr)
			continue;
		for (size_t i = 0; i < call->function->param_count; i++) {
			const struct flow outer = {
				flow->wrap, call->up, call->up ? call->up->function : NULL, flow->depth + 1};
			if (call->function->params[i] == param && i < call->expr->operand_count)
				return comes_from(&outer, call->expr->operands[i]);
		}
	}
	return false;
}

static bool var_comes_from(const struct flow *flow, const struct ir_var *var)
{
	const struct flow inner = deeper(flow, flow->function);
	if (var->storage == IR_PARAM && is_given(flow, var))
		return true;
	return (var->init && comes_from(&inner, var->init)) ||
	       (var->is_assigned && is_assigned_from(flow, var->function, (struct search){.var = var}));
}

static bool comes_from(const struct flow *flow, const struct ir_expr *expr)
{
	if (flow->depth > MAX_DEPTH)
		return false;
	if (expr == flow->wrap->expr)
		return true;
	switch (expr->kind) {
	case IR_SIZEOF: return false;
	case IR_VAR: return var_comes_from(flow, expr->var);
	case IR_MEMBER:
		if (expr->member.field && is_assigned_from(flow, flow->wrap->where.function,
						  (struct search){.field = expr->member.field}))
			return true;
		break;
	case IR_BINARY:
		/* what is left of it is in range, whatever it was */
		if (expr->op == IR_OP_REM || expr->op == IR_OP_AND ||
			(expr->op >= IR_OP_LT && expr->op <= IR_OP_NE))
			return false;
		break;
	case IR_CALL:
		if (expr->call->function && expr->call->function->body &&
			is_returned_by(flow, expr->call->function))
			return true;
		break;
	default: break;
	}
	for (size_t i = expr->kind == IR_CONDITIONAL ? 1 : 0; i < expr->operand_count; i++)
		if (expr->operands[i] && comes_from(flow, expr->operands[i]))
			return true;
	return false;
}

bool wrapped_size_comes_from(
	const struct host_op *op, const struct ir_expr *expr, const struct host_wrap *wrap)
{
	const struct flow flow = {wrap, op->where.call, op->where.function, 0};
	return comes_from(&flow, expr);
}
