/* Calls: what arguments are is what parameters are, whoever calls; CUDA's own functions by what they do. */
#include "analyzer/formula/class_state.h"

#include "analyzer/cuda/device.h"

static bool is_tainted(uint32_t bits)
{
	return bits != 0;
}

static bool leads_somewhere(const struct ir_type *type)
{
	return type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE ||
	       type->kind == IR_TYPE_ARRAY;
}

/* The bits of all arguments; parameters of `callee` (NULL: nobody looks at it) become what they are. */
static uint32_t pass_arguments(
	struct class_state *state, const struct ir_expr *expr, const struct ir_function *callee)
{
	uint32_t all = 0;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_expr *argument = expr->operands[i];
		uint32_t bits = argument ? class_expr(state, argument) : 0;
		all |= bits;
		if (!argument || !callee || i >= callee->param_count)
			continue;
		size_t param = class_var_of(state, callee->params[i]);
		class_add(state, &state->vars.data[param].held, bits);
		if (leads_somewhere(callee->params[i]->type))
			class_alias(
				state, param, argument, callee->params[i]->type->kind == IR_TYPE_REFERENCE);
	}
	return all;
}

/* A function of the project: entered under the conditions here. */
static uint32_t own_call(
	struct class_state *state, const struct ir_expr *expr, const struct ir_function *callee)
{
	uint32_t object = expr->call->object ? class_expr(state, expr->call->object) : 0;
	uint32_t all = object | pass_arguments(state, expr, callee);
	uint32_t result = class_enter(state, callee);
	class_note(state, expr, all);
	if (!callee->is_method && !callee->is_constructor)
		return result;
	/* all that a method is given, its object may be, and the other way round */
	const struct ir_function *outer = state->function;
	state->function = callee;
	size_t self = class_var_of(state, NULL);
	state->function = outer;
	class_add(state, &state->vars.data[self].held, all);
	uint32_t both = state->vars.data[self].held | state->vars.data[self].led_to | result;
	bool direct;
	size_t root = expr->call->object ? class_root(state, expr->call->object, &direct) : SIZE_MAX;
	if (root != SIZE_MAX) {
		class_add(state, &state->vars.data[root].held, both);
		class_add(state, &state->vars.data[root].led_to, both);
	}
	return both;
}

static uint32_t builtin_result(enum cuda_builtin builtin)
{
	switch (builtin) {
	case CUDA_BLOCK_INDEX:
	case CUDA_BLOCK_RANK: return CLASS_INDEX;
	case CUDA_GRID_DIM:
	case CUDA_BLOCK_COUNT: return UINT32_C(7) << CLASS_GRID;
	case CUDA_THREAD_RANK:
	case CUDA_THREAD_COUNT: return CLASS_INDEX | UINT32_C(7) << CLASS_GRID;
	case CUDA_CLUSTER_INDEX:
	case CUDA_CLUSTER_RANK:
	case CUDA_CLUSTER_DIM:
	case CUDA_CLUSTER_COUNT: return CLASS_ODD;
	default: return 0;
	}
}

/* A function without a body: what it gives is data where it is given a pointer. */
static uint32_t foreign_call(struct class_state *state, const struct ir_expr *expr)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	uint32_t object = expr->call->object ? class_expr(state, expr->call->object) : 0;
	uint32_t all = object | pass_arguments(state, expr, NULL);
	class_note(state, expr, all);
	if (cuda->builtin != CUDA_NO_BUILTIN)
		return builtin_result(cuda->builtin) | (all & CLASS_ODD);
	if (expr->operand_count && expr->operands[0] && leads_somewhere(expr->operands[0]->type))
		return 0;
	bool is_kept = cuda->math == CUDA_MATH_MIN || cuda->math == CUDA_MATH_MAX ||
		       cuda->math == CUDA_MATH_ABS || ir_is_call(expr, "__syncthreads");
	if (is_kept && !class_compares(state, expr, all))
		return all | CLASS_ODD;
	return is_kept ? all : is_tainted(all) ? all | CLASS_ODD : 0;
}

uint32_t class_call(struct class_state *state, const struct ir_expr *expr)
{
	const struct ir_function *callee = expr->call->function;
	if (callee && callee->body && !callee->is_system)
		return own_call(state, expr, callee);
	/* a copy, or one made of members */
	if (expr->kind == IR_CONSTRUCT && (!callee || !callee->body))
		return pass_arguments(state, expr, NULL);
	return foreign_call(state, expr);
}
