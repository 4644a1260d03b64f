/* The walk through host code: roots, objects, conditions, operations. */
#include "analyzer/host/walk.h"

#include "analyzer/structure/reach.h"

struct host_object *walk_object(struct walk *walk, enum host_object_kind kind, const struct ir_expr *made)
{
	struct host_object *object = ARENA_NEW(walk->arena, struct host_object);
	object->kind = kind;
	object->id = (uint32_t)walk->trace->objects.count + 1;
	object->made = made;
	vec_push(walk->arena, &walk->trace->objects, object);
	return object;
}

const struct host_sum *walk_device(struct walk *walk)
{
	const struct host_sum *zero = host_sum_number(walk->sums, 0);
	const struct host_value *device = store_get(walk->store, walk->settings->id, zero);
	return device ? device->number : zero;
}

struct host_op *walk_op(struct walk *walk, enum host_op_kind kind, const struct ir_expr *expr)
{
	struct host_op *op = ARENA_NEW(walk->arena, struct host_op);
	op->index = (uint32_t)walk->trace->ops.count;
	op->kind = kind;
	op->callee = expr && expr->kind == IR_CALL ? expr->call->name : "";
	op->expr = expr;
	op->range = expr ? expr->range : (struct ir_range){0, 0};
	op->where = (struct host_where){
		walk->path, walk->turn, walk->call, walk->frame ? walk->frame->function : walk->trace->root};
	op->device = walk_device(walk);
	op->copy_kind = -1;
	vec_push(walk->arena, &walk->trace->ops, op);
	if (walk->trace->ops.count >= ROOT_OPS)
		walk->is_over = walk->trace->is_partial = true;
	return op;
}

const struct ir_function *walk_method(
	const struct walk *walk, const struct ir_record *record, const char *name)
{
	for (size_t i = 0; i < walk->module->functions.count; i++) {
		const struct ir_function *function = walk->module->functions.data[i];
		if (function->record == record && !strcmp(function->name, name))
			return function;
	}
	return NULL;
}

void walk_assume(
	struct walk *walk, const struct host_sum *condition, bool is_taken, const struct ir_expr *expr)
{
	struct host_path *path = ARENA_NEW(walk->arena, struct host_path);
	*path = (struct host_path){walk->path, condition, is_taken, expr};
	walk->path = path;
}

int walk_known(const struct walk *walk, const struct host_sum *condition)
{
	for (const struct host_path *path = walk->path; path; path = path->up)
		if (path->condition == condition)
			return path->is_taken;
	return -1;
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* Something that only the host does: a launch or a call of CUDA's, somewhere below. */
static bool is_cuda_name(const char *name)
{
	/* so begin all libraries that work with CUDA, of which nobody knows the names: cublas, cub::,
	 * cutlass:: */
	return (!strncmp(name, "cu", 2) && name[2]) || !strcmp(name, "setenv") || !strcmp(name, "putenv");
}

static bool uses_cuda(struct walk *walk, const struct ir_function *function)
{
	ir_function_list reached = {0};
	ir_reach(walk->arena, walk->query, function, &reached);
	for (size_t i = 0; i < reached.count; i++) {
		struct ir_call_sites calls = ir_callees(walk->query, reached.data[i]);
		for (size_t k = 0; k < calls.count; k++)
			if (is_cuda_name(ir_callee_name(calls.data[k]->expr)) &&
				!(calls.data[k]->callee && calls.data[k]->callee->body))
				return true;
	}
	for (size_t i = 0; i < walk->module->launches.count; i++)
		for (size_t k = 0; k < reached.count; k++)
			if (walk->module->launches.data[i]->function == reached.data[k])
				return true;
	return false;
}

static bool known_to_use_cuda(struct walk *walk, const struct ir_function *function)
{
	for (size_t i = 0; i < walk->facts->functions.count; i++)
		if (walk->facts->functions.data[i].function == function)
			return walk->facts->functions.data[i].uses_cuda;
	struct known_function known = {function, uses_cuda(walk, function)};
	vec_push(walk->arena, &walk->facts->functions, known);
	return known.uses_cuda;
}

bool walk_is_builtin(const struct ir_expr *call)
{
	return cuda_space_of(ir_callee_name(call)) == CUDA_SPACE_BUILTIN;
}

bool walk_may_use_cuda(struct walk *walk, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	if (function && function->body && !function->is_system)
		return known_to_use_cuda(walk, function);
	if (walk_is_builtin(call))
		return false;
	return is_cuda_name(call->call->name) || !function || !function->is_system;
}

static bool is_host_code(const struct ir_function *function)
{
	return function->is_host && !function->is_kernel && !function->is_pattern && !function->is_system &&
	       function->body_state == IR_BODY_LOWERED;
}

static bool is_called(struct walk *walk, const struct ir_function *function)
{
	struct ir_call_sites calls = ir_callers(walk->query, function);
	for (size_t i = 0; i < calls.count; i++)
		if (calls.data[i]->caller && calls.data[i]->caller != function &&
			is_host_code(calls.data[i]->caller))
			return true;
	return false;
}

static bool is_root(struct walk *walk, const struct ir_function *function)
{
	if (!is_host_code(function) || function->is_lambda || function->is_destructor)
		return false;
	return !strcmp(function->qualified, "main") || !is_called(walk, function);
}

static void bind_params(struct walk *walk, const struct ir_function *function)
{
	for (size_t i = 0; i < function->param_count; i++) {
		struct host_object *object = frame_bind(walk, walk->frame, function->params[i]);
		const struct ir_type *type = function->params[i]->type;
		if (type->kind != IR_TYPE_REFERENCE && type->kind != IR_TYPE_POINTER)
			continue;
		struct host_value value = host_value_fresh(walk, NULL, type);
		if (value.kind == HOST_POINTER)
			value.object->var = function->params[i];
		store_set(walk->store, object->id, host_sum_number(walk->sums, 0), &value);
	}
	if (walk->called)
		elsewhere_bind(walk, function, walk->called);
}

static void walk_root(struct walk *walk, const struct ir_function *function)
{
	struct frame frame = {.function = function};
	walk->frame = &frame;
	frame.this_value = host_value_pointer(walk, walk_object(walk, HOST_UNSEEN, NULL));
	frame.this_value.object->is_escaped = true;
	bind_params(walk, function);
	frame.returns.mark = store_mark(walk->store);
	enum flow flow = walk_stmt(walk, function->body);
	walk->path = NULL;
	walk->trace->returns = join_end(walk, &frame.returns, flow != FLOW_DEAD, NULL);
	scope_end(walk, 0);
	walk_op(walk, HOST_ROOT_END, NULL);
	walk->frame = NULL;
}

static struct host_trace *trace_root(const struct walk *common, const struct ir_function *function)
{
	struct walk walk = *common;
	struct host_trace *trace = ARENA_NEW(walk.arena, struct host_trace);
	trace->module = walk.module;
	trace->root = function;
	trace->called = walk.called;
	trace->is_main = !strcmp(function->qualified, "main");
	trace->arena = walk.arena;
	trace->sums = walk.sums = host_sums_new(walk.arena);
	trace->per_thread_default = walk.options->per_thread_default_stream;
	walk.trace = trace;
	walk.store = store_new(walk.arena);
	walk.settings = walk_object(&walk, HOST_VARIABLE, NULL);
	walk_root(&walk, function);
	return trace;
}

/* Whether one of these calls what other units define. */
static bool calls_elsewhere(
	const struct ir_query *query, const struct ir_function *const *functions, size_t count)
{
	bool calls = false;
	for (size_t i = 0; i < count && !calls; i++) {
		struct ir_call_sites sites = ir_callees(query, functions[i]);
		for (size_t k = 0; k < sites.count && !calls; k++)
			calls = sites.data[k]->callee && host_is_elsewhere(sites.data[k]->callee);
	}
	return calls;
}

static bool passes_on(struct walk *walk, const struct ir_function *function)
{
	ir_function_list reached = {0};
	ir_reach(walk->arena, walk->query, function, &reached);
	return calls_elsewhere(walk->query, reached.data, reached.count);
}

static struct walk walk_new(struct arena *arena, const struct ir_module *module, const struct ir_query *query,
	const struct host_options *options)
{
	struct walk walk = {.arena = arena, .module = module, .query = query, .options = options};
	walk.effects = host_effect_table_new(arena, module, query);
	walk.facts = ARENA_NEW(arena, struct unit_facts);
	return walk;
}

struct host_traces host_walk_called(struct arena *arena, const struct ir_module *module,
	const struct ir_query *query, const struct host_options *options, const project_uses *uses)
{
	struct walk walk = walk_new(arena, module, query, options);
	VEC(struct host_trace *) traces = {0};
	for (size_t i = 0; i < uses->count; i++)
		for (size_t k = 0; uses->data[i].is_call && k < module->functions.count; k++) {
			const struct ir_function *function = module->functions.data[k];
			if (!function->symbol || strcmp(function->symbol, uses->data[i].symbol) != 0 ||
				!is_root(&walk, function) ||
				!(known_to_use_cuda(&walk, function) || passes_on(&walk, function)))
				continue;
			walk.called = &uses->data[i];
			vec_push(arena, &traces, trace_root(&walk, function));
		}
	return (struct host_traces){traces.data, traces.count};
}

struct host_traces host_walk_passing(struct arena *arena, const struct ir_module *module,
	const struct ir_query *query, const struct host_options *options)
{
	struct walk walk = walk_new(arena, module, query, options);
	VEC(struct host_trace *) traces = {0};
	bool any = calls_elsewhere(
		query, (const struct ir_function *const *)module->functions.data, module->functions.count);
	for (size_t i = 0; any && i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (is_root(&walk, function) && passes_on(&walk, function) &&
			!known_to_use_cuda(&walk, function))
			vec_push(arena, &traces, trace_root(&walk, function));
	}
	return (struct host_traces){traces.data, traces.count};
}

struct host_traces host_walk(struct arena *arena, const struct ir_module *module,
	const struct ir_query *query, const struct host_options *options)
{
	struct walk walk = walk_new(arena, module, query, options);
	VEC(struct host_trace *) traces = {0};
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < module->functions.count; i++) {
			const struct ir_function *function = module->functions.data[i];
			if ((strcmp(function->qualified, "main") == 0) != (pass == 0) ||
				!is_root(&walk, function) || !known_to_use_cuda(&walk, function))
				continue;
			vec_push(arena, &traces, trace_root(&walk, function));
		}
	return (struct host_traces){traces.data, traces.count};
}
