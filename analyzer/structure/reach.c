/* Closures over calls. Kernels reach few functions and name few shared variables, so lists with linear search
 * do. */
#include "analyzer/structure/reach.h"

#include "analyzer/ir/walk.h"
#include "analyzer/structure/dead.h"

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

/* ---- searching what a launch runs ------------------------------------------------------------ */

/* Functions still to be looked at are added behind those being looked at. */
struct hunt {
	struct arena *arena;
	const struct ir_launch *launch;
	const struct ir_launched_search *search;
	ir_function_list functions;
	const struct ir_expr *found;
};

static void look_at(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct hunt *hunt = context;
	const struct ir_function *callee = expr->kind == IR_CALL ? expr->call->function : NULL;
	if (hunt->found)
		return;
	bool is_wanted = hunt->search->is_wanted(hunt->search->context, expr);
	if ((!is_wanted && !(callee && callee->body)) || hunt->search->is_left_out(hunt->launch, path) ||
		ir_is_dead_launched(hunt->launch, path))
		return;
	if (is_wanted)
		hunt->found = expr;
	else
		add_function(hunt->arena, &hunt->functions, callee);
}

const struct ir_expr *ir_find_launched(
	struct arena *arena, const struct ir_launch *launch, const struct ir_launched_search *search)
{
	const struct ir_visitor visitor = {.expr = look_at, .enter_lambdas = true};
	struct hunt hunt = {.arena = arena, .launch = launch, .search = search};
	add_function(arena, &hunt.functions, launch->kernel);
	for (size_t i = 0; i < hunt.functions.count && !hunt.found; i++)
		ir_walk_function(hunt.functions.data[i], &visitor, &hunt);
	return hunt.found;
}
