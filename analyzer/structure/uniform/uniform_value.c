/* How an expression varies between the lanes of a warp, given what is known of the variables in it. */
#include "analyzer/structure/uniform/uniform_state.h"

#include <string.h>

#include "analyzer/value/fold.h"

enum ir_variance uniform_join(enum ir_variance a, enum ir_variance b)
{
	if (a == b || b == IR_VARIANCE_NONE)
		return a;
	if (a == IR_VARIANCE_NONE)
		return b;
	if (a == IR_LANE_LINEAR || b == IR_LANE_LINEAR)
		return IR_VARYING;
	return a > b ? a : b;
}

/* A value that moves a lane-linear one by whole warps. */
static bool is_warp_multiple(
	const struct ir_uniformity *uniformity, const struct ir_expr *expr, unsigned depth)
{
	int64_t value;
	expr = ir_strip_casts(expr);
	if (!expr || depth > 8)
		return false;
	if (ir_fold_int(expr, &value))
		return value % UNIFORM_WARP_SIZE == 0;
	if (ir_builtin(expr) == CUDA_WARP_SIZE)
		return true;
	if (expr->kind == IR_MEMBER && ir_builtin(expr->operands[0]) == CUDA_BLOCK_DIM)
		return uniformity->whole_warps && !strcmp(expr->member.name, "x");
	if (expr->kind == IR_VAR && !expr->var->is_assigned && !expr->var->is_address_taken)
		return expr->var->init && is_warp_multiple(uniformity, expr->var->init, depth + 1);
	if (expr->kind != IR_BINARY)
		return false;
	bool left = is_warp_multiple(uniformity, expr->operands[0], depth + 1);
	bool right = is_warp_multiple(uniformity, expr->operands[1], depth + 1);
	if (expr->op == IR_OP_MUL)
		return left || right;
	return (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB) && left && right;
}

/* (multiple of 32 + lane) op right, where right is uniform. */
static enum ir_variance linear_binary(
	const struct ir_uniformity *uniformity, enum ir_op op, const struct ir_expr *right)
{
	int64_t value;
	bool multiple = is_warp_multiple(uniformity, right, 0);
	bool known = ir_fold_int(right, &value);
	switch (op) {
	case IR_OP_ADD:
	case IR_OP_SUB: return multiple ? IR_LANE_LINEAR : IR_VARYING;
	case IR_OP_DIV:
	case IR_OP_LT:
	case IR_OP_GE: return multiple ? IR_WARP_UNIFORM : IR_VARYING;
	case IR_OP_LE:
	case IR_OP_GT:
		return known && value % UNIFORM_WARP_SIZE == UNIFORM_WARP_SIZE - 1 ? IR_WARP_UNIFORM
										   : IR_VARYING;
	case IR_OP_SHR: return known && value >= 5 ? IR_WARP_UNIFORM : IR_VARYING;
	case IR_OP_AND: return known && value % UNIFORM_WARP_SIZE == 0 ? IR_WARP_UNIFORM : IR_VARYING;
	default: return IR_VARYING;
	}
}

enum ir_variance uniform_binary(struct ir_uniformity *uniformity, enum ir_op op, const struct ir_expr *left,
	const struct ir_expr *right)
{
	enum ir_variance a = uniform_value(uniformity, left), b = uniform_value(uniformity, right);
	if (op == IR_OP_COMMA || op == IR_OP_NONE)
		return b;
	if (a == IR_VARIANCE_NONE || b == IR_VARIANCE_NONE)
		return IR_VARIANCE_NONE;
	if (a <= IR_WARP_UNIFORM && b <= IR_WARP_UNIFORM)
		return uniform_join(a, b);
	if (a == IR_LANE_LINEAR && b <= IR_WARP_UNIFORM)
		return linear_binary(uniformity, op, right);
	if (b == IR_LANE_LINEAR && a <= IR_WARP_UNIFORM) {
		if (op == IR_OP_ADD)
			return linear_binary(uniformity, op, left);
		if (op == IR_OP_GT) /* 32 > t is t < 32 */
			return linear_binary(uniformity, IR_OP_LT, left);
		if (op == IR_OP_LE)
			return linear_binary(uniformity, IR_OP_GE, left);
	}
	return IR_VARYING;
}

static enum ir_variance join_operands(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	enum ir_variance variance = IR_UNIFORM;
	for (size_t i = 0; i < expr->operand_count; i++)
		variance = uniform_join(variance, uniform_value(uniformity, expr->operands[i]));
	return variance;
}

/* What a pointer, array or index that differs between lanes loads differs, too. */
static enum ir_variance loaded(const struct ir_expr *expr, enum ir_variance address)
{
	if (address == IR_LANE_LINEAR || expr->type->is_volatile)
		return IR_VARYING;
	return address;
}

static enum ir_variance variable_value(struct ir_uniformity *uniformity, const struct ir_var *var)
{
	switch (var->storage) {
	case IR_LOCAL:
	case IR_PARAM: return uniform_fact(uniformity, var)->variance;
	case IR_BUILTIN: return var->builtin == CUDA_THREAD_INDEX ? IR_VARYING : IR_UNIFORM;
	default: return var->type->is_volatile ? IR_VARYING : IR_UNIFORM;
	}
}

static enum ir_variance member_value(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	const struct ir_expr *object = expr->operands[0];
	if (ir_builtin(object) == CUDA_THREAD_INDEX) {
		if (!strcmp(expr->member.name, "x"))
			return uniformity->lanes_along_x ? IR_LANE_LINEAR : IR_VARYING;
		return uniformity->rows_are_warps ? IR_WARP_UNIFORM : IR_VARYING;
	}
	return loaded(expr, uniform_value(uniformity, object));
}

/* A broadcast from a uniform lane over whole warps; lanes of a narrower shuffle get values of their own
 * segment. */
static enum ir_variance shuffle_value(struct ir_uniformity *uniformity, const struct ir_expr *call)
{
	const struct cuda_function *cuda = ir_cuda(call);
	size_t lane = cuda->mask ? 2 : 1;
	int64_t width;
	if (cuda->collective != IR_SHUFFLE || call->operand_count <= lane)
		return IR_VARYING;
	const struct ir_expr *last = call->operand_count > lane + 1 ? call->operands[lane + 1] : NULL;
	if (last && ir_builtin(last) != CUDA_WARP_SIZE &&
		!(ir_fold_int(last, &width) && width == UNIFORM_WARP_SIZE))
		return IR_VARYING;
	return uniform_value(uniformity, call->operands[lane]) <= IR_WARP_UNIFORM ? IR_WARP_UNIFORM
										  : IR_VARYING;
}

static enum ir_variance group_rank(const struct ir_uniformity *uniformity, const struct ir_expr *object)
{
	enum cuda_family family = object ? ir_cuda_type(object->type)->family : CUDA_NO_TYPE;
	bool is_whole =
		family == CUDA_BLOCK_GROUP || family == CUDA_GRID_GROUP || family == CUDA_MULTI_GRID_GROUP;
	return is_whole && uniformity->lanes_along_x ? IR_LANE_LINEAR : IR_VARYING;
}

static enum ir_variance call_value(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function;
	const struct cuda_function *cuda = ir_cuda(expr);
	bool is_own = function && !function->is_system;
	if (!is_own && cuda->result == CUDA_RESULT_UNIFORM)
		return IR_UNIFORM;
	if (!is_own && cuda->result == CUDA_RESULT_WARP)
		return IR_WARP_UNIFORM;
	if (cuda_is_shuffle(cuda) && !call->object)
		return shuffle_value(uniformity, expr);
	if (cuda->builtin == CUDA_THREAD_RANK)
		return group_rank(uniformity, call->object);
	if (!function)
		return IR_VARYING;
	if (is_own)
		return function->body ? uniform_fact(uniformity, function)->variance : IR_VARYING;
	if (cuda->result == CUDA_RESULT_VARYING || call->object || function->is_method ||
		expr->operand_count == 0)
		return IR_VARYING;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (uniform_value(uniformity, expr->operands[i]) == IR_LANE_LINEAR)
			return IR_VARYING;
	return join_operands(uniformity, expr); /* min, sqrtf, __ldg and the like */
}

static enum ir_variance unary_value(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	enum ir_variance operand = uniform_value(uniformity, expr->operands[0]);
	switch (expr->op) {
	case IR_OP_PLUS: return operand;
	case IR_OP_ADDRESS: return operand == IR_LANE_LINEAR ? IR_VARYING : operand;
	case IR_OP_DEREF: return loaded(expr, operand);
	default: return operand == IR_LANE_LINEAR ? IR_VARYING : operand;
	}
}

enum ir_variance uniform_value(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	if (!expr)
		return IR_UNIFORM;
	switch (expr->kind) {
	case IR_INT:
	case IR_REAL:
	case IR_STRING:
	case IR_NULL:
	case IR_FUNCTION:
	case IR_SIZEOF: return IR_UNIFORM;
	case IR_VAR: return variable_value(uniformity, expr->var);
	case IR_UNARY: return unary_value(uniformity, expr);
	case IR_BINARY: return uniform_binary(uniformity, expr->op, expr->operands[0], expr->operands[1]);
	case IR_ASSIGN: return uniform_binary(uniformity, expr->op, expr->operands[0], expr->operands[1]);
	case IR_CAST: return uniform_value(uniformity, expr->operands[0]);
	case IR_MEMBER: return member_value(uniformity, expr);
	case IR_INDEX: return loaded(expr, join_operands(uniformity, expr));
	case IR_CONDITIONAL:
	case IR_CONSTRUCT:
	case IR_INIT_LIST: {
		if (expr->kind == IR_CONSTRUCT && expr->call->function && expr->call->function->body)
			return IR_VARYING;
		enum ir_variance joined = join_operands(uniformity, expr);
		bool alone = expr->operand_count == 1 && expr->kind == IR_CONSTRUCT; /* a copy */
		return joined == IR_LANE_LINEAR && !alone ? IR_VARYING : joined;
	}
	case IR_CALL: return call_value(uniformity, expr);
	case IR_STMT_EXPR: {
		const struct ir_stmt *last = expr->body ? ir_last_stmt(expr->body) : NULL;
		return last && last->kind == IR_EXPR ? uniform_value(uniformity, last->expr) : IR_VARYING;
	}
	default: return IR_VARYING;
	}
}

enum ir_variance uniform_control(struct ir_uniformity *uniformity, const struct ir_expr *condition)
{
	enum ir_variance variance = uniform_value(uniformity, condition);
	return variance == IR_LANE_LINEAR ? IR_VARYING : variance;
}
