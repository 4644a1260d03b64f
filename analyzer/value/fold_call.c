/* Folding calls: min, max, ceil and their like; other functions by running their bodies, as far as
 * those are made of declarations, ifs and returns. */
#include "analyzer/value/fold_eval.h"

#include <math.h>

/* What a body does: return (and what), go on to the next statement, or something this evaluator can't follow.
 */
enum flow { FLOW_RETURNS, FLOW_CONTINUES, FLOW_UNKNOWN };

static enum flow follow(struct fold *fold, const struct ir_stmt *stmt, const struct ir_expr **result)
{
	if (!stmt || stmt->kind == IR_EMPTY || stmt->kind == IR_DECL)
		return FLOW_CONTINUES;
	if (fold->steps++ > 1000)
		return FLOW_UNKNOWN;
	if (stmt->kind == IR_RETURN) {
		*result = stmt->expr;
		return stmt->expr ? FLOW_RETURNS : FLOW_UNKNOWN;
	}
	if (stmt->kind == IR_BLOCK) {
		enum flow flow = FLOW_CONTINUES;
		for (size_t i = 0; i < stmt->child_count && flow == FLOW_CONTINUES; i++)
			flow = follow(fold, stmt->children[i], result);
		return flow;
	}
	int64_t condition;
	if (stmt->kind == IR_IF && !stmt->var_count && fold_integer(fold, stmt->expr, &condition))
		return follow(fold, condition ? stmt->body : stmt->other, result);
	return FLOW_UNKNOWN;
}

bool fold_enter(struct fold *fold, const struct ir_expr *call, struct fold_frame *frame,
	struct fold_value *args, const struct ir_expr **result)
{
	const struct ir_function *function = call->call->function;
	if (!function || function->body_state != IR_BODY_LOWERED || function->is_virtual ||
		function->is_variadic)
		return false;
	if (function->param_count > FOLD_ARG_LIMIT || call->operand_count > function->param_count)
		return false;
	for (size_t i = 0; i < function->param_count; i++) {
		bool known = i < call->operand_count && fold_expr(fold, call->operands[i], &args[i]) &&
			     fold_convert(function->params[i]->type, call->operands[i]->type, &args[i]);
		args[i].is_known = known;
	}
	*frame = (struct fold_frame){.function = function, .args = args};
	fold->frame = frame;
	return follow(fold, function->body, result) == FLOW_RETURNS;
}

static bool fold_body(struct fold *fold, const struct ir_expr *call, struct fold_value *out)
{
	const struct fold_frame *caller = fold->frame;
	struct fold_frame frame;
	struct fold_value args[FOLD_ARG_LIMIT];
	const struct ir_expr *result = NULL;
	bool known = fold_enter(fold, call, &frame, args, &result) && fold_expr(fold, result, out) &&
		     fold_convert(call->type, result->type, out);
	fold->frame = caller;
	return known;
}

static bool fold_two(struct fold *fold, const struct ir_expr *call, struct fold_value *out)
{
	const struct cuda_function *cuda = ir_cuda(call);
	bool is_min = cuda_is_min(cuda);
	const struct ir_type *type = ir_type_value(call->type);
	struct fold_value a, b, less;
	if (!is_min && !cuda_is_max(cuda))
		return false;
	if (!fold_expr(fold, call->operands[0], &a) || !fold_convert(type, call->operands[0]->type, &a) ||
		!fold_expr(fold, call->operands[1], &b) || !fold_convert(type, call->operands[1]->type, &b) ||
		!fold_binary(IR_OP_LT, type, type, &b, &a, &less))
		return false;
	*out = (less.integer != 0) == is_min ? b : a;
	return true;
}

static bool fold_one(struct fold *fold, const struct ir_expr *call, struct fold_value *out)
{
	enum cuda_math math = ir_cuda(call)->math;
	if (math != CUDA_MATH_CEIL && math != CUDA_MATH_FLOOR)
		return false;
	struct fold_value value;
	if (!fold_expr(fold, call->operands[0], &value))
		return false;
	double real = value.is_real ? value.real : (double)value.integer;
	*out = (struct fold_value){
		.is_known = true, .is_real = true, .real = math == CUDA_MATH_CEIL ? ceil(real) : floor(real)};
	return true;
}

bool fold_call(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	if (expr->operand_count == 2 && fold_two(fold, expr, out))
		return true;
	if (expr->operand_count == 1 && fold_one(fold, expr, out))
		return true;
	return fold_body(fold, expr, out);
}
