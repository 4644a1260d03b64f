/* Calls without their stream. See library_stream.h. */
#include "rules/host/common/library_stream.h"

#include "analyzer/cuda/word.h"

bool library_is_stream(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_POINTER && type->element && type->element->kind == IR_TYPE_RECORD &&
	       ir_cuda_type(type->element)->family == CUDA_STREAM;
}

bool library_is_null_stream(const struct ir_expr *expr)
{
	if (!expr)
		return true;
	expr = ir_strip_casts(expr);
	return expr->kind == IR_NULL || (expr->kind == IR_INT && (expr->integer == 0 || expr->integer == 1));
}

static bool is_null(const struct ir_expr *expr)
{
	expr = expr ? ir_strip_casts(expr) : NULL;
	return expr && (expr->kind == IR_NULL || (expr->kind == IR_INT && !expr->integer));
}

/* ---- CUB ------------------------------------------------------------------------------------- */

/* Where a variable gets a value, or gives away its address, before a place in the source. */
struct filling {
	const struct ir_var *var;
	uint32_t before;
	bool found;
};

static void look_for_filling(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct filling *filling = context;
	(void)path;
	bool fills = expr->kind == IR_ASSIGN || (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS);
	const struct ir_expr *target = fills ? ir_strip_casts(expr->operands[0]) : NULL;
	filling->found |= target && target->kind == IR_VAR && target->var == filling->var &&
			  expr->range.begin < filling->before;
}

/* The call that finds out how much storage is needed gets none. */
static bool asks_for_size(const struct ir_expr *call, const struct ir_function *caller)
{
	const struct ir_expr *storage = call->operand_count ? ir_strip_casts(call->operands[0]) : NULL;
	if (!storage || is_null(storage))
		return true;
	if (storage->kind != IR_VAR || storage->var->storage != IR_LOCAL || !is_null(storage->var->init))
		return false;
	const struct ir_visitor visitor = {.expr = look_for_filling, .enter_lambdas = true};
	struct filling filling = {.var = storage->var, .before = call->range.begin};
	ir_walk_function(caller, &visitor, &filling);
	return !filling.found;
}

/* cub::DeviceScan::InclusiveSum */
static bool is_cub(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	const struct ir_record *record = function ? function->record : NULL;
	return record && record->cuda && record->cuda->family == CUDA_CUB_DEVICE;
}

/* ---- Thrust ---------------------------------------------------------------------------------- */

/* thrust::device, thrust::cuda::par: objects of the library. */
static bool is_policy(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	const struct ir_type *type = ir_type_value(expr->type);
	return expr->kind == IR_VAR && expr->var->is_system && cuda_word_find(expr->var->name)->is_policy &&
	       type->kind == IR_TYPE_RECORD && type->record &&
	       cuda_space_of(type->record->name) == CUDA_SPACE_THRUST;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Functions of the unit: the last argument that isn't given. */
static bool has_default(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	for (size_t i = call->operand_count; function && i < function->param_count; i++)
		if (library_is_stream(function->params[i]->type) && function->params[i]->default_arg &&
			library_is_null_stream(function->params[i]->default_arg))
			return true;
	return false;
}

enum library_work library_work_of(const struct ir_expr *call, const struct ir_function *caller)
{
	if (call->kind != IR_CALL)
		return LIBRARY_NONE;
	for (size_t i = 0; i < call->operand_count; i++)
		if (library_is_stream(call->operands[i]->type) && !is_null(call->operands[i]))
			return LIBRARY_NONE;
	if (is_cub(call))
		return asks_for_size(call, caller) ? LIBRARY_NONE : LIBRARY_CUB;
	if (ir_space(call) == CUDA_SPACE_THRUST)
		return call->operand_count && is_policy(call->operands[0]) ? LIBRARY_THRUST : LIBRARY_NONE;
	return call->call->function && !call->call->function->is_system && has_default(call)
		       ? LIBRARY_DEFAULTED
		       : LIBRARY_NONE;
}
