/* Where a kernel dispatches. */
#include "rules/memory/common/virtuals.h"

#include <string.h>

#define DEPTH 4 /* of calls that are followed */

static bool record_has(const struct pass *pass, const struct ir_record *record)
{
	for (size_t i = 0; i < pass->module->functions.count; i++)
		if (pass->module->functions.data[i]->record == record &&
			pass->module->functions.data[i]->is_virtual)
			return true;
	for (size_t i = 0; i < record->base_count; i++)
		if (record->bases[i]->record && record_has(pass, record->bases[i]->record))
			return true;
	return false;
}

bool virtuals_has(const struct pass *pass, const struct ir_type *type)
{
	while (type && type->kind == IR_TYPE_ARRAY)
		type = type->element;
	return type && type->kind == IR_TYPE_RECORD && type->record && !type->record->is_system &&
	       record_has(pass, type->record);
}

struct dispatch {
	const struct pass *pass;
	const struct ir_var *pointer; /* to objects, or a reference to one */
	unsigned depth;
	const struct ir_expr *found;
};

/* The variable behind `p`, `*p`, `p[i]`, `p + i`. */
static const struct ir_var *behind(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	switch (expr->kind) {
	case IR_VAR: return expr->var;
	case IR_INDEX: return behind(expr->operands[0]);
	case IR_UNARY:
		return expr->op == IR_OP_DEREF || expr->op == IR_OP_ADDRESS ? behind(expr->operands[0])
									    : NULL;
	case IR_BINARY:
		return expr->op == IR_OP_ADD || expr->op == IR_OP_SUB ? behind(expr->operands[0]) : NULL;
	default: return NULL;
	}
}

static bool is_qualified(const struct pass *pass, const struct ir_expr *call)
{
	return strstr(pass_text(pass, call->range), arena_printf(pass->arena, "::%s", call->call->name));
}

static bool points_to_record(const struct ir_var *var)
{
	bool leads = var->type->kind == IR_TYPE_POINTER || var->type->kind == IR_TYPE_REFERENCE;
	return leads && var->type->element && var->type->element->kind == IR_TYPE_RECORD;
}

static void look_for_dispatch(void *context, const struct ir_expr *expr, const struct ir_path *path);

static void follow(
	struct dispatch *dispatch, const struct ir_function *function, const struct ir_var *pointer)
{
	const struct ir_visitor visitor = {.expr = look_for_dispatch};
	struct dispatch inner = {dispatch->pass, pointer, dispatch->depth + 1, NULL};
	if (points_to_record(pointer) && !pointer->is_assigned && inner.depth <= DEPTH)
		ir_walk_function(function, &visitor, &inner);
	dispatch->found = dispatch->found ? dispatch->found : inner.found;
}

static void look_for_dispatch(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct dispatch *dispatch = context;
	const struct ir_function *function = expr->kind == IR_CALL ? expr->call->function : NULL;
	(void)path;
	if (!function || dispatch->found)
		return;
	if (function->is_virtual) {
		if (expr->call->object && behind(expr->call->object) == dispatch->pointer &&
			!is_qualified(dispatch->pass, expr))
			dispatch->found = expr;
		return;
	}
	for (size_t i = 0; i < expr->operand_count && i < function->param_count && function->body; i++)
		if (expr->operands[i] && behind(expr->operands[i]) == dispatch->pointer)
			follow(dispatch, function, function->params[i]);
}

const struct ir_expr *virtuals_called(const struct pass *pass, const struct ir_function *kernel, size_t param)
{
	struct dispatch dispatch = {.pass = pass};
	if (param < kernel->param_count && kernel->body)
		follow(&dispatch, kernel, kernel->params[param]);
	return dispatch.found;
}
