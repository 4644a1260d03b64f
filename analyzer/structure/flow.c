/* One table from variable, member or function to the expressions whose values it may have; searches mark what
 * they have been to by their number. */
#include "analyzer/structure/flow.h"

#include "analyzer/base/pointer_table.h"
#include "analyzer/ir/walk.h"

enum { DEPTH_LIMIT = 1000 };

/* A variable, member or function. */
struct flow_node {
	const void *key;
	VEC(const struct ir_expr *) values;
	VEC(struct flow_node *) aliases; /* parameters that refer to it */
	unsigned seen;                   /* number of the last search that came here */
};

struct ir_flow {
	struct arena *arena;
	struct pointer_table table; /* of nodes */
	unsigned searches;
	const struct ir_function *function; /* being walked */
};

/* ---- the table ------------------------------------------------------------------------------- */

static struct flow_node *node_of(struct ir_flow *flow, const void *key)
{
	void **at = pointer_table_at(flow->arena, &flow->table, key);
	if (!*at) {
		struct flow_node *node = ARENA_NEW(flow->arena, struct flow_node);
		node->key = key;
		*at = node;
	}
	return *at;
}

/* ---- filling it ------------------------------------------------------------------------------ */

/* The variable or member that an lvalue is, or is a part of; NULL: none. */
static const void *place_key(const struct ir_expr *expr)
{
	for (expr = ir_strip_casts(expr); expr; expr = ir_strip_casts(expr->operands[0])) {
		if (expr->kind == IR_VAR)
			return expr->var;
		if (expr->kind == IR_MEMBER && expr->member.field)
			return expr->member.field;
		bool passes =
			expr->kind == IR_INDEX || expr->kind == IR_MEMBER ||
			(expr->kind == IR_UNARY && (expr->op == IR_OP_DEREF || expr->op == IR_OP_ADDRESS));
		if (!passes)
			return NULL;
	}
	return NULL;
}

static void add_value(struct ir_flow *flow, const void *key, const struct ir_expr *value)
{
	if (key && value)
		vec_push(flow->arena, &node_of(flow, key)->values, value);
}

static bool may_write_through(const struct ir_type *type)
{
	bool refers = type->kind == IR_TYPE_REFERENCE || type->kind == IR_TYPE_POINTER;
	return refers && type->element && !type->element->is_const;
}

static void add_arguments(struct ir_flow *flow, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	size_t count = function && !function->is_system ? function->param_count : 0;
	for (size_t i = 0; i < count && i < call->operand_count; i++) {
		struct ir_var *param = function->params[i];
		const void *key = may_write_through(param->type) ? place_key(call->operands[i]) : NULL;
		add_value(flow, param, call->operands[i]);
		if (key)
			vec_push(flow->arena, &node_of(flow, key)->aliases, node_of(flow, param));
	}
}

static void add_members(struct ir_flow *flow, const struct ir_expr *list)
{
	const struct ir_type *type = ir_type_value(list->type);
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	for (size_t i = 0; record && i < record->field_count && i < list->operand_count; i++)
		if (list->operands[i]->kind != IR_ASSIGN)
			add_value(flow, &record->fields[i], list->operands[i]);
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct ir_flow *flow = context;
	(void)path;
	if (expr->kind == IR_ASSIGN)
		add_value(flow, place_key(expr->operands[0]),
			expr->op == IR_OP_NONE ? expr->operands[1] : expr);
	else if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		add_arguments(flow, expr);
	else if (expr->kind == IR_INIT_LIST)
		add_members(flow, expr);
}

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct ir_flow *flow = context;
	(void)path;
	if (stmt->kind == IR_RETURN)
		add_value(flow, flow->function, stmt->expr);
}

static void on_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct ir_flow *flow = context;
	(void)path;
	add_value(flow, var, var->init);
	/* a reference is another name of what it is made from */
	const void *key = var->init && may_write_through(var->type) ? place_key(var->init) : NULL;
	if (key)
		vec_push(flow->arena, &node_of(flow, key)->aliases, node_of(flow, var));
}

struct ir_flow *ir_flow_new(struct arena *arena, const struct ir_module *module)
{
	const struct ir_visitor visitor = {.expr = on_expr, .stmt = on_stmt, .var = on_var};
	struct ir_flow *flow = ARENA_NEW(arena, struct ir_flow);
	flow->arena = arena;
	for (size_t i = 0; i < module->globals.count; i++) {
		add_value(flow, module->globals.data[i], module->globals.data[i]->init);
		ir_walk_expr(module->globals.data[i]->init, &visitor, flow, NULL);
	}
	for (size_t i = 0; i < module->functions.count; i++) {
		flow->function = module->functions.data[i];
		ir_walk_function(flow->function, &visitor, flow);
	}
	return flow;
}

/* ---- searching ------------------------------------------------------------------------------- */

struct search {
	struct ir_flow *flow;
	ir_flow_visit *visit;
	void *context;
	unsigned depth;
};

static bool search(struct search *on, const struct ir_expr *expr);

static bool search_node(struct search *on, struct flow_node *node)
{
	if (node->seen == on->flow->searches)
		return false;
	node->seen = on->flow->searches;
	for (size_t i = 0; i < node->values.count; i++)
		if (search(on, node->values.data[i]))
			return true;
	for (size_t i = 0; i < node->aliases.count; i++)
		if (search_node(on, node->aliases.data[i]))
			return true;
	return false;
}

static const void *named_by(const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_VAR: return expr->var;
	case IR_MEMBER: return expr->member.field;
	case IR_CALL: return expr->call->function;
	default: return NULL;
	}
}

static bool search(struct search *on, const struct ir_expr *expr)
{
	if (!expr || on->depth >= DEPTH_LIMIT)
		return false;
	enum ir_flow_way way = on->visit(on->context, expr);
	if (way == FLOW_FOUND || way == FLOW_NO)
		return way == FLOW_FOUND;
	on->depth++;
	size_t first = way == FLOW_REST ? 1 : 0, end = expr->operand_count;
	if (way == FLOW_FIRST || way == FLOW_NAMED)
		end = way == FLOW_FIRST && end > 0;
	bool found = false;
	for (size_t i = first; !found && i < end; i++)
		found = search(on, expr->operands[i]);
	bool is_call = expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT;
	if (!found && way == FLOW_FURTHER && is_call)
		found = search(on, expr->call->object);
	const void *key = !found && way >= FLOW_NAMED ? named_by(expr) : NULL;
	if (key)
		found = search_node(on, node_of(on->flow, key));
	on->depth--;
	return found;
}

bool ir_flow_search(struct ir_flow *flow, const struct ir_expr *expr, ir_flow_visit *visit, void *context)
{
	struct search on = {.flow = flow, .visit = visit, .context = context};
	flow->searches++;
	return search(&on, expr);
}

struct ir_values ir_flow_values(struct ir_flow *flow, const struct ir_var *var)
{
	const struct flow_node *node = node_of(flow, var);
	return (struct ir_values){.data = node->values.data, .count = node->values.count};
}

typedef VEC(const struct ir_expr *) expr_list;

/* Values other than the name itself, which is what references to it are made from. */
static void collect(struct arena *arena, struct flow_node *node, const void *key, expr_list *out)
{
	for (size_t i = 0; i < node->values.count; i++)
		if (place_key(node->values.data[i]) != key)
			vec_push(arena, out, node->values.data[i]);
	for (size_t i = 0; i < node->aliases.count; i++)
		for (size_t k = 0; k < node->aliases.data[i]->values.count; k++)
			if (place_key(node->aliases.data[i]->values.data[k]) != key)
				vec_push(arena, out, node->aliases.data[i]->values.data[k]);
}

struct ir_values ir_flow_values_of(struct arena *arena, struct ir_flow *flow, const struct ir_expr *name)
{
	const void *key = named_by(name);
	expr_list values = {0};
	if (key && name->kind != IR_CALL)
		collect(arena, node_of(flow, key), key, &values);
	return (struct ir_values){.data = values.data, .count = values.count};
}

static enum ir_flow_way visit_target(void *context, const struct ir_expr *expr)
{
	return expr == context ? FLOW_FOUND : FLOW_FURTHER;
}

bool ir_depends(struct ir_flow *flow, const struct ir_expr *expr, const struct ir_expr *on)
{
	return ir_flow_search(flow, expr, visit_target, (void *)(uintptr_t)on);
}
