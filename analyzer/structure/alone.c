/* Looking through a kernel for what concerns others; see alone.h. */
#include "analyzer/structure/alone.h"

#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/structure/reach.h"

static bool is_volatile(const struct ir_type *type)
{
	for (; type; type = type->element)
		if (type->is_volatile)
			return true;
	return false;
}

/* Namespace-scope variables, but for what nobody can change. */
static bool is_shared_with_others(const struct ir_var *var)
{
	switch (var->storage) {
	case IR_DEVICE:
	case IR_MANAGED: return true;
	case IR_GLOBAL:
	case IR_STATIC_LOCAL: return !var->type->is_const;
	default: return false;
	}
}

/* Of the bundled functions: those that work on a thread's own values, and those that end within the block. */
static bool is_harmless(const struct ir_function *function)
{
	const struct cuda_function *cuda = function->cuda ? function->cuda : &cuda_no_function;
	if (function->is_method || strstr(function->qualified, "::") || function->space == CUDA_SPACE_RUNTIME)
		return false;
	bool is_memory = cuda->effect && cuda->cache != CUDA_CACHE_READ_ONLY;
	return !is_memory && !cuda_is_fence(cuda) && cuda->op != CUDA_SLEEP &&
	       cuda->scope != IR_SCOPE_CLUSTER;
}

static bool is_harmless_call(const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	if (!function)
		return expr->kind == IR_CONSTRUCT;
	return function->body || (function->is_system && is_harmless(function));
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *concerns_others = context;
	(void)path;
	*concerns_others |= is_volatile(expr->type);
	switch (expr->kind) {
	case IR_VAR: *concerns_others |= is_shared_with_others(expr->var); break;
	case IR_CALL:
	case IR_CONSTRUCT: *concerns_others |= !is_harmless_call(expr); break;
	case IR_LAUNCH:
	case IR_NEW:
	case IR_DELETE:
	case IR_UNKNOWN_EXPR: *concerns_others = true; break;
	default: break;
	}
}

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	bool *concerns_others = context;
	(void)path;
	*concerns_others |= stmt->kind == IR_ASM || stmt->kind == IR_UNKNOWN_STMT;
}

bool ir_is_alone(const struct ir_query *query, const struct ir_function *kernel)
{
	static const struct ir_visitor visitor = {.stmt = on_stmt, .expr = on_expr, .enter_lambdas = true};
	struct arena *scratch = arena_new();
	ir_function_list reached = {0};
	bool concerns_others = false;
	ir_reach(scratch, query, kernel, &reached);
	for (size_t i = 0; !concerns_others && i < reached.count; i++) {
		concerns_others |= reached.data[i]->body_state == IR_BODY_DAMAGED;
		ir_walk_function(reached.data[i], &visitor, &concerns_others);
	}
	arena_free(scratch);
	return !concerns_others;
}
