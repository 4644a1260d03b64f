/* What is known of values in the first thread of the first block: indices that are 0, sizes that are
 * positive, conditions that follow. */
#include "analyzer/host/effect/effect_start.h"

#include <string.h>

#include "analyzer/value/fold.h"

static enum ir_type_kind kind_of(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type ? type->kind : IR_TYPE_UNKNOWN;
}

bool start_is_changed(const struct start *start, const struct ir_var *var)
{
	if (var->is_address_taken && var->type->kind != IR_TYPE_POINTER)
		return true;
	for (size_t i = 0; i < start->assigned.count; i++)
		if (start->assigned.data[i] == var)
			return true;
	return false;
}

/* What a parameter of a function that was entered was given; *frame is where that is written. */
static const struct ir_expr *given(const struct ir_var *var, const struct start_frame **frame)
{
	for (const struct start_frame *at = *frame; at; at = at->up) {
		if (at->function != var->function || !at->call)
			continue;
		const struct ir_call *call = at->call->call;
		size_t first =
			call->object && at->call->operand_count && at->call->operands[0] == call->object;
		for (size_t i = 0; i < at->function->param_count && i + first < at->call->operand_count; i++)
			if (at->function->params[i] == var) {
				*frame = at->up;
				return at->call->operands[i + first];
			}
	}
	return NULL;
}

const struct ir_expr *start_value_so_far(
	struct start *start, const struct ir_var *var, const struct start_frame **frame)
{
	if (start_is_changed(start, var) || start->steps++ > START_STEPS)
		return NULL;
	return var->storage == IR_PARAM ? given(var, frame) : var->storage == IR_LOCAL ? var->init : NULL;
}

static const struct ir_expr *only_result(const struct ir_function *function)
{
	const struct ir_stmt *stmt = function && function->body ? function->body : NULL;
	while (stmt && stmt->kind == IR_BLOCK && stmt->child_count == 1)
		stmt = stmt->children[0];
	return stmt && stmt->kind == IR_RETURN ? stmt->expr : NULL;
}

static bool is_zero_call(struct start *start, const struct ir_expr *expr, const struct start_frame *frame)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	bool is_product = cuda->math == CUDA_MATH_MUL24 || cuda->math == CUDA_MATH_MIN;
	if (cuda->builtin == CUDA_THREAD_RANK || cuda->builtin == CUDA_BLOCK_RANK ||
		cuda->builtin == CUDA_CLUSTER_RANK || cuda->builtin == CUDA_PART_RANK)
		return true;
	if (is_product && expr->operand_count == 2)
		return start_is_zero(start, expr->operands[0], frame) ||
		       start_is_zero(start, expr->operands[1], frame);
	const struct ir_expr *result = only_result(expr->call->function);
	if (!result || (frame && frame->depth >= START_FRAMES))
		return false;
	const struct start_frame inner = {.up = frame,
		.function = expr->call->function,
		.call = expr,
		.depth = frame ? frame->depth + 1 : 0};
	return start_is_zero(start, result, &inner);
}

static bool is_zero_binary(struct start *start, const struct ir_expr *expr, const struct start_frame *frame)
{
	bool left = start_is_zero(start, expr->operands[0], frame), right;
	switch (expr->op) {
	case IR_OP_DIV:
	case IR_OP_REM:
	case IR_OP_SHL:
	case IR_OP_SHR: return left;
	case IR_OP_MUL:
	case IR_OP_AND: return left || start_is_zero(start, expr->operands[1], frame);
	case IR_OP_ADD:
	case IR_OP_SUB:
	case IR_OP_OR:
	case IR_OP_XOR: right = left && start_is_zero(start, expr->operands[1], frame); return left && right;
	default: return false;
	}
}

bool start_is_zero(struct start *start, const struct ir_expr *expr, const struct start_frame *frame)
{
	int64_t number;
	if (!expr || !effect_is_whole(expr) || start->steps++ > START_STEPS)
		return false;
	switch (expr->kind) {
	case IR_INT: return expr->integer == 0;
	case IR_CAST: return start_is_zero(start, expr->operands[0], frame);
	case IR_MEMBER: {
		enum cuda_builtin builtin = ir_builtin(expr->operands[0]);
		return builtin == CUDA_THREAD_INDEX || builtin == CUDA_BLOCK_INDEX;
	}
	case IR_BINARY: return is_zero_binary(start, expr, frame);
	case IR_CONDITIONAL:
		return start_is_zero(start, expr->operands[1], frame) &&
		       start_is_zero(start, expr->operands[2], frame);
	case IR_CALL: return is_zero_call(start, expr, frame);
	case IR_VAR: {
		const struct ir_expr *value = start_value_so_far(start, expr->var, &frame);
		return value ? start_is_zero(start, value, frame)
			     : expr->var->is_constexpr && ir_fold_int(expr, &number) && number == 0;
	}
	default: return ir_fold_int(expr, &number) && number == 0;
	}
}

/* Whether an expression is a size: positive, whatever the thread, and not read from memory. */
static bool is_size(struct start *start, const struct ir_expr *expr, const struct start_frame *frame)
{
	int64_t number;
	if (!expr || !effect_is_whole(expr) || start->steps++ > START_STEPS)
		return false;
	if (ir_fold_int(expr, &number))
		return number > 0;
	switch (expr->kind) {
	case IR_CAST: return is_size(start, expr->operands[0], frame);
	case IR_VAR: {
		if (start_is_changed(start, expr->var))
			return false;
		const struct start_frame *at = frame;
		const struct ir_expr *value = start_value_so_far(start, expr->var, &at);
		if (value)
			return is_size(start, value, at);
		enum ir_storage storage = expr->var->storage;
		return storage == IR_PARAM || storage == IR_CONSTANT || storage == IR_TEMPLATE_PARAM ||
		       expr->var->builtin == CUDA_WARP_SIZE;
	}
	case IR_MEMBER: {
		const struct ir_expr *base = ir_strip_casts(expr->operands[0]);
		if (base->kind != IR_VAR || expr->is_arrow)
			return base->kind == IR_MEMBER && is_size(start, base, frame);
		return base->var->storage == IR_PARAM || base->var->storage == IR_CONSTANT ||
		       base->var->builtin == CUDA_BLOCK_DIM || base->var->builtin == CUDA_GRID_DIM;
	}
	case IR_BINARY:
		if (expr->op == IR_OP_ADD)
			return (is_size(start, expr->operands[0], frame) ||
				       start_is_zero(start, expr->operands[0], frame)) &&
			       (is_size(start, expr->operands[1], frame) ||
				       start_is_zero(start, expr->operands[1], frame));
		return (expr->op == IR_OP_MUL || expr->op == IR_OP_DIV || expr->op == IR_OP_SUB ||
			       expr->op == IR_OP_SHL || expr->op == IR_OP_SHR) &&
		       is_size(start, expr->operands[0], frame) && is_size(start, expr->operands[1], frame);
	default: return false;
	}
}

/* A comparison, in the first thread: 1 true, 0 false, -1 unknown. */
static int compare(struct start *start, const struct ir_expr *expr)
{
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	bool left_zero = start_is_zero(start, left, start->frame),
	     right_zero = start_is_zero(start, right, start->frame);
	bool is_less = left_zero && is_size(start, right, start->frame);
	bool is_greater = right_zero && is_size(start, left, start->frame);
	bool is_equal = left_zero && right_zero;
	if (!is_less && !is_greater && !is_equal)
		return -1;
	switch (expr->op) {
	case IR_OP_LT: return is_less;
	case IR_OP_GT: return is_greater;
	case IR_OP_LE: return is_less || is_equal;
	case IR_OP_GE: return is_greater || is_equal;
	case IR_OP_EQ: return is_equal;
	case IR_OP_NE: return !is_equal;
	default: return -1;
	}
}

int start_decide(struct start *start, const struct ir_expr *expr)
{
	int64_t number;
	int left, right;
	if (!expr)
		return 1;
	if (!effect_is_whole(expr))
		return -1;
	if (ir_fold_int(expr, &number))
		return number != 0;
	switch (expr->kind) {
	case IR_CAST: return start_decide(start, expr->operands[0]);
	case IR_UNARY:
		if (expr->op != IR_OP_NOT)
			break;
		left = start_decide(start, expr->operands[0]);
		return left < 0 ? left : !left;
	case IR_BINARY:
		if (expr->op != IR_OP_LOGICAL_AND && expr->op != IR_OP_LOGICAL_OR)
			return compare(start, expr);
		left = start_decide(start, expr->operands[0]);
		right = start_decide(start, expr->operands[1]);
		int ends = expr->op == IR_OP_LOGICAL_OR;
		return left == ends || right == ends ? ends : left < 0 || right < 0 ? -1 : !ends;
	case IR_VAR: {
		const struct start_frame *frame = start->frame;
		const struct ir_expr *value = start_value_so_far(start, expr->var, &frame);
		if (value && frame == start->frame && kind_of(expr) == IR_TYPE_BOOL)
			return start_decide(start, value);
		break;
	}
	default: break;
	}
	return start_is_zero(start, expr, start->frame) ? 0 : -1;
}
