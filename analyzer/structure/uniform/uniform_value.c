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

static bool is_builtin(const struct ir_expr *expr, const char *name)
{
	expr = ir_strip_casts(expr);
	return expr && expr->kind == IR_VAR && expr->var->storage == IR_BUILTIN &&
	       !strcmp(expr->var->name, name);
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
	if (is_builtin(expr, "warpSize"))
		return true;
	if (expr->kind == IR_MEMBER && is_builtin(expr->operands[0], "blockDim"))
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
	case IR_BUILTIN: return !strcmp(var->name, "threadIdx") ? IR_VARYING : IR_UNIFORM;
	default: return var->type->is_volatile ? IR_VARYING : IR_UNIFORM;
	}
}

static enum ir_variance member_value(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	const struct ir_expr *object = expr->operands[0];
	if (is_builtin(object, "threadIdx")) {
		if (!strcmp(expr->member.name, "x"))
			return uniformity->lanes_along_x ? IR_LANE_LINEAR : IR_VARYING;
		return uniformity->rows_are_warps ? IR_WARP_UNIFORM : IR_VARYING;
	}
	return loaded(expr, uniform_value(uniformity, object));
}

struct named_variance {
	const char *name;
	enum ir_variance variance;
};

/* Calls whose result doesn't follow from their arguments; by unqualified name. */
static const struct named_variance known_calls[] = {
	{"__any_sync", IR_WARP_UNIFORM},
	{"__all_sync", IR_WARP_UNIFORM},
	{"__uni_sync", IR_WARP_UNIFORM},
	{"__ballot_sync", IR_WARP_UNIFORM},
	{"__any", IR_WARP_UNIFORM},
	{"__all", IR_WARP_UNIFORM},
	{"__ballot", IR_WARP_UNIFORM},
	{"__activemask", IR_WARP_UNIFORM},
	{"__reduce_add_sync", IR_WARP_UNIFORM},
	{"__reduce_min_sync", IR_WARP_UNIFORM},
	{"__reduce_max_sync", IR_WARP_UNIFORM},
	{"__reduce_and_sync", IR_WARP_UNIFORM},
	{"__reduce_or_sync", IR_WARP_UNIFORM},
	{"__reduce_xor_sync", IR_WARP_UNIFORM},
	{"__syncthreads_count", IR_UNIFORM},
	{"__syncthreads_and", IR_UNIFORM},
	{"__syncthreads_or", IR_UNIFORM},
	{"this_thread_block", IR_UNIFORM},
	{"this_grid", IR_UNIFORM},
	{"this_cluster", IR_UNIFORM},
	{"tiled_partition", IR_UNIFORM},
	{"num_threads", IR_UNIFORM},
	{"num_blocks", IR_UNIFORM},
	{"group_dim", IR_UNIFORM},
	{"group_index", IR_UNIFORM},
	{"block_rank", IR_UNIFORM},
	{"block_index", IR_UNIFORM},
	{"meta_group_size", IR_UNIFORM},
	{NULL, IR_VARYING},
};

/* A broadcast from a uniform lane over whole warps; lanes of a narrower shuffle get values of their own
 * segment. */
static enum ir_variance shuffle_value(struct ir_uniformity *uniformity, const struct ir_expr *call)
{
	bool has_mask = strstr(call->call->name, "_sync") != NULL;
	size_t lane = has_mask ? 2 : 1;
	bool broadcast = !strcmp(call->call->name, "__shfl_sync") || !strcmp(call->call->name, "__shfl");
	int64_t width;
	if (!broadcast || call->operand_count <= lane)
		return IR_VARYING;
	const struct ir_expr *last = call->operand_count > lane + 1 ? call->operands[lane + 1] : NULL;
	if (last && !is_builtin(last, "warpSize") &&
		!(ir_fold_int(last, &width) && width == UNIFORM_WARP_SIZE))
		return IR_VARYING;
	return uniform_value(uniformity, call->operands[lane]) <= IR_WARP_UNIFORM ? IR_WARP_UNIFORM
										  : IR_VARYING;
}

static bool is_tile(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type && type->kind == IR_TYPE_RECORD && type->record && strstr(type->record->name, "tile");
}

static enum ir_variance group_rank(const struct ir_uniformity *uniformity, const struct ir_expr *object)
{
	if (!object || is_tile(object->type) || !uniformity->lanes_along_x)
		return IR_VARYING;
	const struct ir_type *type = ir_type_value(object->type);
	bool whole = type->kind == IR_TYPE_RECORD && type->record &&
		     (strstr(type->record->name, "thread_block") || strstr(type->record->name, "grid_group"));
	return whole ? IR_LANE_LINEAR : IR_VARYING;
}

static enum ir_variance call_value(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function;
	for (const struct named_variance *known = known_calls; known->name; known++)
		if (!strcmp(call->name, known->name) && (!function || function->is_system))
			return known->variance;
	if (!strncmp(call->name, "__shfl", 6))
		return shuffle_value(uniformity, expr);
	if (!strcmp(call->name, "thread_rank"))
		return group_rank(uniformity, call->object);
	if (!function)
		return IR_VARYING;
	if (!function->is_system)
		return function->body ? uniform_fact(uniformity, function)->variance : IR_VARYING;
	if (strstr(call->name, "tomic") || strstr(call->name, "clock") || call->object ||
		function->is_method || expr->operand_count == 0 || strstr(call->name, "match"))
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
