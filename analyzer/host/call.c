/* Calls: of the unit's own functions, whose bodies are walked, and of code that isn't seen. */
#include "analyzer/host/walk.h"

static bool is_active(const struct walk *walk, const struct ir_function *function)
{
	for (const struct frame *frame = walk->frame; frame; frame = frame->up)
		if (frame->function == function)
			return true;
	return false;
}

static bool never_returns(const char *name)
{
	/* of C and C++ */
	static const char *const names[] = {"exit", "abort", "_exit", "quick_exit", "_Exit", "__assert_fail",
		"std::exit", "std::abort", "std::terminate", "std::quick_exit", "__builtin_unreachable",
		"__builtin_trap", "longjmp", NULL};
	return ir_is_one_of(name, names);
}

static bool reads_clock(const struct ir_expr *call)
{
	/* of C, C++, POSIX, Windows, OpenMP and MPI */
	static const char *const names[] = {"clock", "clock_gettime", "gettimeofday", "omp_get_wtime",
		"MPI_Wtime", "QueryPerformanceCounter", "GetTickCount64", "timespec_get", "ftime", NULL};
	const char *type = call->type->name ? call->type->name : "";
	return ir_is_one_of(call->call->name, names) ||
	       (!strcmp(call->call->name, "now") && !call->operand_count && strstr(type, "time_point"));
}

static void pass_argument(
	struct walk *walk, struct frame *frame, const struct ir_var *param, const struct ir_expr *arg)
{
	/* evaluated in the caller's frame, bound in the callee's */
	struct host_object *object = frame_bind(walk, frame, param);
	struct place place = {object, host_sum_number(walk->sums, 0)};
	eval_into(walk, place, param->type, arg);
	const struct host_value *value = store_get(walk->store, object->id, place.offset);
	if (value && value->kind == HOST_POINTER && !value->object->var &&
		value->object->kind != HOST_VARIABLE)
		value->object->var = param;
}

static enum flow run_body(struct walk *walk, struct frame *frame)
{
	const struct host_path *path = walk->path;
	enum flow flow = frame->function->is_constructor ? walk_constructor(walk, frame->function)
							 : walk_stmt(walk, frame->function->body);
	if (flow != FLOW_NEXT || frame->returns.states.count) /* else what let it get to its end holds on */
		walk->path = path;
	return flow;
}

/* Runs the body; the parameters are bound. */
static struct host_value run_call(struct walk *walk, struct frame *frame, const struct ir_expr *call)
{
	const struct ir_function *function = frame->function;
	struct host_call *link = ARENA_NEW(walk->arena, struct host_call);
	*link = (struct host_call){walk->call, call, function};
	walk->call = link;
	walk->frame = frame;
	walk->depth++;
	frame->first_object = (uint32_t)walk->trace->objects.count + 1;
	frame->first_op = (uint32_t)walk->trace->ops.count;
	frame->returns.mark = store_mark(walk->store);
	enum flow flow = run_body(walk, frame);
	struct host_value result =
		flow == FLOW_RETURN ? frame->result : host_value_fresh(walk, call, function->result);
	if (!join_end(walk, &frame->returns, flow != FLOW_DEAD, &result))
		walk->has_exited = true;
	scope_end(walk, 0);
	walk->depth--;
	walk->frame = frame->up;
	walk->call = link->up;
	return result;
}

struct host_value call_function(struct walk *walk, const struct ir_function *function,
	const struct ir_expr *call, const struct host_value *this_value)
{
	struct frame frame = {.up = walk->frame, .function = function};
	if (this_value)
		frame.this_value = *this_value;
	else
		frame.this_value = walk->frame->this_value; /* of a lambda: the enclosing object */
	size_t count = call ? call->operand_count : 0;
	walk->depth++; /* default arguments may call, too */
	for (size_t i = 0; i < function->param_count; i++)
		if (i < count && call->operands[i])
			pass_argument(walk, &frame, function->params[i], call->operands[i]);
		else if (function->params[i]->default_arg)
			pass_argument(walk, &frame, function->params[i], function->params[i]->default_arg);
		else
			frame_bind(walk, &frame, function->params[i]);
	walk->depth--;
	return run_call(walk, &frame, call);
}

struct host_value call_with_value(
	struct walk *walk, const struct ir_function *function, const struct host_value *value)
{
	struct frame frame = {.up = walk->frame, .function = function, .this_value = walk->frame->this_value};
	for (size_t i = 0; i < function->param_count; i++) {
		struct host_object *object = frame_bind(walk, &frame, function->params[i]);
		if (i == 0)
			store_set(walk->store, object->id, host_sum_number(walk->sums, 0), value);
	}
	return run_call(walk, &frame, NULL);
}

/* ---- code that isn't seen -------------------------------------------------------------------- */

static bool is_const_target(const struct ir_type *type)
{
	return type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE) && type->element &&
	       type->element->is_const;
}

struct unseen_call {
	struct walk *walk;
	const struct ir_expr *expr;
	VEC(struct host_access) accesses;
	VEC(struct host_value) values;
};

static void hand_over(struct unseen_call *call, struct host_object *object, const struct host_sum *offset,
	bool is_const, const struct ir_expr *arg);

struct handing {
	struct unseen_call *call;
	const struct ir_expr *arg;
};

static void hand_over_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct handing *handing = context;
	(void)offset;
	if (value->kind == HOST_POINTER && !value->object->is_escaped)
		hand_over(handing->call, value->object, value->number, false, handing->arg);
}

/* The object and what it leads to. */
static void hand_over(struct unseen_call *call, struct host_object *object, const struct host_sum *offset,
	bool is_const, const struct ir_expr *arg)
{
	struct walk *walk = call->walk;
	bool was_escaped = object->is_escaped;
	object->is_escaped = true;
	struct host_access access = {.object = object,
		.offset = offset,
		.reads = true,
		.writes = !is_const,
		.is_maybe = true,
		.expr = arg};
	vec_push(walk->arena, &call->accesses, access);
	if (!was_escaped) {
		struct handing handing = {call, arg};
		store_each(walk->store, object->id, hand_over_cell, &handing);
	}
	if (!is_const &&
		(object->kind == HOST_VARIABLE || object->kind == HOST_HEAP || object->kind == HOST_UNSEEN ||
			object->kind == HOST_PINNED || object->kind == HOST_MANAGED))
		object_forget(walk, object);
}

static const struct ir_type *param_type(const struct ir_expr *call, size_t index)
{
	const struct ir_function *function = call->call->function;
	return function && index < function->param_count ? function->params[index]->type : NULL;
}

/* What the library of C and C++ does waits for no stream and enqueues nothing. */
static bool is_harmless(const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	enum cuda_space space = ir_space(expr);
	if (space == CUDA_SPACE_THRUST || space == CUDA_SPACE_CUB)
		return false;
	if (walk_is_builtin(expr))
		return true;
	if (function)
		return function->is_system || !function->is_host;
	static const char *const known[] = {"printf", "fprintf", "puts", "operator<<", "operator>>", "endl",
		"sqrt", "fabs", "min", "max", "abs", "pow", "exp", "log", "sin", "cos", "rand", "srand",
		"atoi", "getenv", "move", "forward", "to_string", NULL};
	return ir_is_one_of(expr->call->name, known);
}

static struct host_value handed_value(
	struct walk *walk, const struct ir_expr *arg, const struct ir_type *param)
{
	bool by_reference = param && param->kind == IR_TYPE_REFERENCE;
	return by_reference ? place_pointer(eval_place(walk, arg)) : eval(walk, arg);
}

static bool object_is_const(const struct ir_expr *expr)
{
	const struct ir_type *type = expr->call->object->type;
	return expr->call->is_arrow ? is_const_target(type) : type->is_const;
}

/* A lambda or a function that the C++ library was handed: called at once, with nothing known of arguments. */
static void call_value(struct walk *walk, const struct host_value *value)
{
	if ((value->kind == HOST_CLOSURE || value->kind == HOST_FUNCTION) && value->function &&
		value->function->body && !is_active(walk, value->function))
		call_function(walk, value->function, NULL, NULL);
}

void call_unseen(struct walk *walk, const struct ir_expr *expr)
{
	struct unseen_call call = {.walk = walk, .expr = expr};
	if (expr->call->object && expr->kind == IR_CALL) {
		struct host_value object = expr->call->is_arrow
						   ? eval(walk, expr->call->object)
						   : place_pointer(eval_place(walk, expr->call->object));
		bool is_const = object_is_const(expr);
		if (object.kind == HOST_POINTER)
			hand_over(&call, object.object, object.number, is_const, expr->call->object);
	}
	for (size_t i = 0; i < expr->operand_count; i++) {
		if (!expr->operands[i])
			continue;
		const struct ir_type *type = param_type(expr, i);
		struct host_value value = handed_value(walk, expr->operands[i], type);
		vec_push(walk->arena, &call.values, value);
		bool is_const =
			type ? is_const_target(type) : is_const_target(ir_strip(expr->operands[i])->type);
		if (value.kind == HOST_POINTER && value.object->kind != HOST_TEXT)
			hand_over(&call, value.object, value.number, is_const, expr->operands[i]);
	}
	bool harmless = is_harmless(expr) || reads_clock(expr);
	bool starts_thread = !strncmp(expr->type->name, "std::", 5) && strstr(expr->type->name, "thread");
	for (size_t i = 0; i < call.values.count && harmless && !starts_thread; i++)
		call_value(walk, &call.values.data[i]);
	harmless &= !starts_thread;
	struct host_op *op = NULL;
	size_t watched = 0;
	if (reads_clock(expr))
		walk_op(walk, HOST_CLOCK, expr);
	for (size_t i = 0; i < call.accesses.count; i++)
		watched += object_is_watched(call.accesses.data[i].object);
	if (!harmless || watched)
		op = walk_op(walk, harmless ? HOST_ACCESS : HOST_OPAQUE, expr);
	if (!op)
		return;
	op->values = call.values.data;
	op->value_count = call.values.count;
	op->accesses = call.accesses.data;
	op->access_count = call.accesses.count;
}

/* ---- dispatch -------------------------------------------------------------------------------- */

static const struct ir_function *closure_of(struct walk *walk, const struct ir_expr *object, bool is_arrow)
{
	if (!object)
		return NULL;
	struct host_value value = is_arrow || object->type->kind != IR_TYPE_RECORD
					  ? eval(walk, object)
					  : place_pointer(eval_place(walk, object));
	if (value.kind == HOST_POINTER) {
		const struct host_value *cell = store_get(walk->store, value.object->id, value.number);
		if (cell)
			value = *cell;
	}
	return value.kind == HOST_CLOSURE || value.kind == HOST_FUNCTION ? value.function : NULL;
}

bool can_enter(const struct walk *walk, const struct ir_function *function)
{
	return function && function->body && function->is_host && !function->is_kernel &&
	       !function->is_system && !function->is_virtual && function->body_state == IR_BODY_LOWERED &&
	       walk->depth < CALL_DEPTH && !is_active(walk, function);
}

/* The assignment of a record whose operator isn't the unit's own. */
static bool assigns_record(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	const struct ir_expr *object = expr->call->object;
	if (strcmp(expr->call->name, "operator=") || expr->operand_count != 1 || !object ||
		object->type->kind != IR_TYPE_RECORD || expr->operands[0]->type->kind != IR_TYPE_RECORD)
		return false;
	struct place place = eval_place(walk, object);
	eval_into(walk, place, object->type, expr->operands[0]);
	library_moved(walk, expr->operands[0], object->type);
	*result = place_pointer(place);
	return true;
}

struct host_value eval_call(struct walk *walk, const struct ir_expr *expr, bool *is_place)
{
	struct host_value result;
	const struct ir_function *function = expr->call->function;
	*is_place = false;
	bool has_body = function && function->body && !function->is_system;
	if (!has_body) {
		if (assigns_record(walk, expr, &result))
			return *is_place = true, result;
		if (runtime_call(walk, expr, &result))
			return result;
		if (library_call(walk, expr, &result, is_place))
			return result;
		/* evaluates the object once more: chains of other members would do so at every link */
		bool is_object_called = !strcmp(expr->call->name, "operator()") || !*expr->call->name;
		const struct ir_function *closure =
			is_object_called ? closure_of(walk, expr->call->object, expr->call->is_arrow) : NULL;
		function = closure ? closure : function;
	}
	if (can_enter(walk, function)) {
		*is_place = function->result && function->result->kind == IR_TYPE_REFERENCE;
		struct host_value this_value;
		bool is_method = function->is_method && !function->is_static && !function->is_lambda &&
				 expr->call->object;
		if (is_method)
			this_value = expr->call->is_arrow || expr->call->object->kind == IR_THIS
					     ? eval(walk, expr->call->object)
					     : place_pointer(eval_place(walk, expr->call->object));
		return call_function(walk, function, expr, is_method ? &this_value : NULL);
	}
	if (never_returns(ir_callee_name(expr))) {
		walk->has_exited = true;
		return host_value_number(walk, 0);
	}
	call_unseen(walk, expr);
	*is_place = function && function->result && function->result->kind == IR_TYPE_REFERENCE;
	return host_value_fresh(walk, expr, function && function->result ? function->result : expr->type);
}
