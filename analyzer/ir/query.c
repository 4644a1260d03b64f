/* The call graph of a unit. Functions are numbered as they are met; a table makes each question cheap. */
#include "analyzer/ir/query.h"

#include "analyzer/base/pointer_table.h"
#include "analyzer/ir/walk.h"

struct node {
	const struct ir_function *function; /* NULL: the initialisers at namespace scope */
	VEC(const struct ir_call_site *) callers, callees;
	VEC(const struct ir_launch *) launches;
	bool is_kernel_code;
};

struct ir_query {
	struct arena *arena;
	const struct ir_module *module;
	VEC(struct node *) nodes;
	struct pointer_table table; /* function to node */
};

struct build {
	struct ir_query *query;
	struct node *current;
};

static struct node *find(const struct ir_query *query, const struct ir_function *function)
{
	return pointer_table_find(&query->table, function);
}

static struct node *node_of(struct ir_query *query, const struct ir_function *function)
{
	void **at = pointer_table_at(query->arena, &query->table, function);
	if (!*at) {
		struct node *node = ARENA_NEW(query->arena, struct node);
		node->function = function;
		vec_push(query->arena, &query->nodes, node);
		*at = node;
	}
	return *at;
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct build *build = context;
	struct arena *arena = build->query->arena;
	(void)path;
	const struct ir_function *callee = NULL;
	if (expr->kind == IR_LAMBDA)
		callee = expr->lambda;
	else if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		callee = expr->call->function;
	else
		return;
	struct ir_call_site *site = ARENA_NEW(arena, struct ir_call_site);
	*site = (struct ir_call_site){.caller = build->current->function, .callee = callee, .expr = expr};
	vec_push(arena, &build->current->callees, site);
	if (callee)
		vec_push(arena, &node_of(build->query, callee)->callers, site);
}

static void mark_kernel_code(struct ir_query *query)
{
	VEC(struct node *) open = {0};
	for (size_t i = 0; i < query->nodes.count; i++) {
		struct node *node = query->nodes.data[i];
		node->is_kernel_code = node->function && node->function->is_kernel;
		if (node->is_kernel_code)
			vec_push(query->arena, &open, node);
	}
	while (open.count) {
		const struct node *node = open.data[--open.count];
		for (size_t i = 0; i < node->callees.count; i++) {
			const struct ir_function *callee = node->callees.data[i]->callee;
			struct node *next = callee ? find(query, callee) : NULL;
			if (!next || next->is_kernel_code)
				continue;
			next->is_kernel_code = true;
			vec_push(query->arena, &open, next);
		}
	}
}

const struct ir_query *ir_query_new(struct arena *arena, const struct ir_module *module)
{
	const struct ir_visitor visitor = {.expr = on_expr};
	struct ir_query *query = ARENA_NEW(arena, struct ir_query);
	query->arena = arena;
	query->module = module;
	struct build build = {.query = query, .current = node_of(query, NULL)};
	for (size_t i = 0; i < module->globals.count; i++)
		ir_walk_expr(module->globals.data[i]->init, &visitor, &build, NULL);
	for (size_t i = 0; i < module->functions.count; i++) {
		build.current = node_of(query, module->functions.data[i]);
		ir_walk_function(module->functions.data[i], &visitor, &build);
	}
	for (size_t i = 0; i < module->launches.count; i++) {
		const struct ir_launch *launch = module->launches.data[i];
		if (launch->kernel)
			vec_push(arena, &node_of(query, launch->kernel)->launches, launch);
	}
	mark_kernel_code(query);
	return query;
}

const struct ir_module *ir_query_module(const struct ir_query *query)
{
	return query->module;
}

struct ir_call_sites ir_callers(const struct ir_query *query, const struct ir_function *function)
{
	const struct node *node = find(query, function);
	if (!node)
		return (struct ir_call_sites){0};
	return (struct ir_call_sites){.data = node->callers.data, .count = node->callers.count};
}

struct ir_call_sites ir_callees(const struct ir_query *query, const struct ir_function *function)
{
	const struct node *node = find(query, function);
	if (!node)
		return (struct ir_call_sites){0};
	return (struct ir_call_sites){.data = node->callees.data, .count = node->callees.count};
}

struct ir_launches ir_launches_of(const struct ir_query *query, const struct ir_function *kernel)
{
	const struct node *node = find(query, kernel);
	if (!node)
		return (struct ir_launches){0};
	return (struct ir_launches){.data = node->launches.data, .count = node->launches.count};
}

/* Whether the function was not in the set yet. */
static bool add_once(struct ir_query *set, const struct ir_function *function)
{
	size_t before = set->nodes.count;
	node_of(set, function);
	return set->nodes.count > before;
}

const struct ir_call_site *ir_reached_call(const struct ir_query *query, const struct ir_function *function,
	bool (*is_wanted)(const struct ir_expr *call))
{
	struct arena *scratch = arena_new();
	const struct ir_call_site *found = NULL;
	VEC(const struct node *) queue = {0};
	struct ir_query *seen = ARENA_NEW(scratch, struct ir_query);
	seen->arena = scratch;
	const struct node *start = find(query, function);
	if (start)
		vec_push(scratch, &queue, start);
	for (size_t next = 0; next < queue.count && !found; next++) {
		const struct node *node = queue.data[next];
		for (size_t i = 0; i < node->callees.count && !found; i++) {
			const struct ir_call_site *site = node->callees.data[i];
			const struct node *callee = site->callee ? find(query, site->callee) : NULL;
			if (is_wanted(site->expr))
				found = site;
			if (callee && callee->callees.count && add_once(seen, site->callee))
				vec_push(scratch, &queue, callee);
		}
	}
	arena_free(scratch);
	return found;
}

bool ir_is_kernel_code(const struct ir_query *query, const struct ir_function *function)
{
	const struct node *node = find(query, function);
	return node && node->is_kernel_code;
}
