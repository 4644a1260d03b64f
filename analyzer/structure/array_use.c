/* Walks the functions that can name the array. */
#include "analyzer/structure/array_use.h"

#include "analyzer/ir/walk.h"

struct search {
	const struct ir_var *var;
	unsigned extents;
	bool otherwise;
};

unsigned ir_extents(const struct ir_type *type)
{
	unsigned count = 0;
	for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
		count++;
	return count;
}

const struct ir_type *ir_innermost_array(const struct ir_type *type)
{
	if (type->kind != IR_TYPE_ARRAY)
		return NULL;
	while (type->element->kind == IR_TYPE_ARRAY)
		type = type->element;
	return type;
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	if (expr->kind != IR_VAR || expr->var != search->var || search->otherwise)
		return;
	/* outwards, through the conversions to a pointer that subscripts are written on */
	unsigned subscripts = 0;
	const struct ir_expr *inner = expr;
	const struct ir_path *at = path->up; /* the innermost is the name itself */
	for (; at && at->expr && subscripts < search->extents; at = at->up) {
		const struct ir_expr *outer = at->expr;
		bool subscript = outer->kind == IR_INDEX && outer->operands[0] == inner;
		if (!subscript && !(outer->kind == IR_CAST && outer->is_implicit))
			break;
		subscripts += subscript;
		inner = outer;
	}
	if (subscripts < search->extents)
		search->otherwise = true;
	while (at && at->expr && at->expr->kind == IR_MEMBER)
		at = at->up;
	if (at && at->expr &&
		((at->expr->kind == IR_UNARY && at->expr->op == IR_OP_ADDRESS) ||
			at->expr->kind == IR_SIZEOF))
		search->otherwise = true;
}

bool ir_is_only_indexed(const struct ir_module *module, const struct ir_var *var)
{
	struct search search = {.var = var, .extents = ir_extents(var->type)};
	const struct ir_visitor visitor = {.expr = on_expr, .enter_lambdas = true};
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (!var->function || function == var->function)
			ir_walk_function(function, &visitor, &search);
	}
	return search.extents > 0 && !search.otherwise;
}
