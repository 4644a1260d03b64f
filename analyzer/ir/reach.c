/* Closures over calls. Kernels reach few functions and name few shared variables, so lists with linear search
 * do. */
#include "analyzer/ir/reach.h"

#include "analyzer/ir/walk.h"

static void add_function(struct arena *arena, ir_function_list *list, const struct ir_function *function)
{
	if (!function || !function->body)
		return;
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i] == function)
			return;
	vec_push(arena, list, function);
}

void ir_reach(struct arena *arena, const struct ir_query *query, const struct ir_function *function,
	ir_function_list *out)
{
	add_function(arena, out, function);
	for (size_t i = 0; i < out->count; i++) {
		struct ir_call_sites sites = ir_callees(query, out->data[i]);
		for (size_t j = 0; j < sites.count; j++)
			add_function(arena, out, sites.data[j]->callee);
	}
}

struct shared {
	struct arena *arena;
	ir_var_list *vars;
};

static void shared_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct shared *shared = context;
	(void)path;
	if (expr->kind != IR_VAR || expr->var->storage != IR_SHARED)
		return;
	for (size_t i = 0; i < shared->vars->count; i++)
		if (shared->vars->data[i] == expr->var)
			return;
	vec_push(shared->arena, shared->vars, expr->var);
}

void ir_shared_vars(struct arena *arena, const struct ir_query *query, const struct ir_function *function,
	ir_var_list *out)
{
	ir_function_list functions = {0};
	struct shared shared = {.arena = arena, .vars = out};
	const struct ir_visitor visitor = {.expr = shared_expr};
	ir_reach(arena, query, function, &functions);
	for (size_t i = 0; i < functions.count; i++)
		ir_walk_function(functions.data[i], &visitor, &shared);
}

bool ir_static_shared(
	struct arena *arena, const struct ir_query *query, const struct ir_function *kernel, int64_t *bytes)
{
	ir_var_list vars = {0};
	int64_t total = 0;
	ir_shared_vars(arena, query, kernel, &vars);
	for (size_t i = 0; i < vars.count; i++) {
		const struct ir_type *type = vars.data[i]->type;
		if (type->size < 0 || type->size > INT32_MAX)
			return false;
		if (type->align > 0)
			total = (total + type->align - 1) / type->align * type->align;
		total += type->size;
	}
	*bytes = total;
	return true;
}
