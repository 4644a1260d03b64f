/* Calls: device functions of the unit are entered with their arguments; what the hardware does is known to
 * exec_builtin.c; anything else is opaque and may write through the pointers it is given. */
#include "analyzer/simt/exec/exec.h"

#include <ctype.h>
#include <string.h>

enum { MAX_CALL_DEPTH = 32 };

static bool is_entered(const struct simt *simt, const struct ir_function *function)
{
	unsigned times = 0;
	for (const struct simt_frame *frame = simt->frame; frame; frame = frame->up)
		times += frame->function == function;
	return times > 4;
}

static void bind(struct simt *simt, struct simt_frame *frame, const struct ir_var *param,
	const struct simt_value *value)
{
	struct simt_object *object = object_new(simt, SIMT_LOCAL, param->name, param->type->size);
	object->var = param;
	struct simt_binding binding = {param, object};
	vec_push(simt->arena, &frame->bindings, binding);
	struct simt_place place = {.object = object, .offset = value_int(simt, 0)};
	if (param->type->kind == IR_TYPE_REFERENCE)
		object_store(simt, object, place.offset, 8, value);
	else
		exec_store(simt, place, param->type, value, NULL);
}

static const struct simt_value *argument(
	struct simt *simt, const struct ir_expr *call, const struct ir_var *param, size_t i)
{
	if (i < call->operand_count)
		return exec_init(simt, call->operands[i], param->type);
	if (param->default_arg)
		return exec_init(simt, param->default_arg, param->type);
	return value_unknown(simt, true, "default argument");
}

static void start_member(struct simt *simt, const struct ir_field *field)
{
	struct simt_frame *frame = simt->frame;
	struct simt_place whole = {.object = frame->self, .offset = frame->self_offset};
	if (field->offset < 0 || field->bit_width >= 0)
		return;
	struct simt_place place = place_moved(simt, whole, value_int(simt, field->offset));
	const struct ir_record *record = field->type->kind == IR_TYPE_RECORD ? field->type->record : NULL;
	if (field->init) {
		const struct simt_value *value = exec_init(simt, field->init, field->type);
		if (field->type->kind == IR_TYPE_REFERENCE)
			object_store(simt, place.object, place.offset, 8, value);
		else
			exec_store(simt, place, field->type, value, NULL);
	} else if (record) {
		exec_start_members(simt, place, record, 0);
	}
}

void exec_start_members(
	struct simt *simt, struct simt_place whole, const struct ir_record *record, size_t first)
{
	struct simt_frame *frame = simt->frame;
	struct simt_object *self = frame->self;
	const struct simt_value *offset = frame->self_offset;
	if (simt->call_depth >= MAX_CALL_DEPTH || record->is_union)
		return;
	simt->call_depth++;
	frame->self = whole.object;
	frame->self_offset = whole.offset;
	for (size_t i = first; i < record->field_count; i++)
		start_member(simt, &record->fields[i]);
	frame->self = self;
	frame->self_offset = offset;
	simt->call_depth--;
}

/* How many statements a constructor's body begins with that are its list: bases, and members. */
static size_t count_listed(const struct ir_stmt *body)
{
	size_t count = 0;
	for (; count < body->child_count && body->children[count]->kind == IR_EXPR; count++) {
		const struct ir_expr *expr = body->children[count]->expr;
		if (expr->kind != IR_CONSTRUCT && !(expr->kind == IR_ASSIGN && expr->is_implicit))
			break;
	}
	return count;
}

/* The statement of a constructor's list that gives a member its value. */
static const struct ir_stmt *listed(const struct ir_stmt *body, size_t count, const struct ir_field *field)
{
	for (size_t i = 0; i < count; i++) {
		const struct ir_expr *expr = body->children[i]->expr;
		if (expr->kind == IR_ASSIGN && expr->operands[0]->kind == IR_MEMBER &&
			expr->operands[0]->member.field == field)
			return body->children[i];
	}
	return NULL;
}

/* Whether some member has its value from its declaration. */
static bool has_unlisted(const struct ir_function *function)
{
	const struct ir_record *record = function->is_constructor ? function->record : NULL;
	if (!record || record->is_union || function->body->kind != IR_BLOCK)
		return false;
	for (size_t i = 0; i < record->field_count; i++)
		if (record->fields[i].init &&
			!listed(function->body, count_listed(function->body), &record->fields[i]))
			return true;
	return false;
}

/* The bases, the members in the order of their declarations, and the rest. */
static void exec_constructor(struct simt *simt, const struct ir_function *function)
{
	const struct ir_stmt *body = function->body;
	size_t count = count_listed(body);
	for (size_t i = 0; i < count; i++)
		if (body->children[i]->expr->kind == IR_CONSTRUCT)
			exec_stmt(simt, body->children[i]);
	for (size_t i = 0; i < function->record->field_count; i++) {
		const struct ir_field *field = &function->record->fields[i];
		const struct ir_stmt *stmt = listed(body, count, field);
		if (stmt)
			exec_stmt(simt, stmt);
		else
			start_member(simt, field);
	}
	for (size_t i = count; i < body->child_count && mask_any(&simt->active.may); i++)
		exec_stmt(simt, body->children[i]);
}

/* Runs the body in a frame of its own. Lanes that returned go on behind the call. */
static const struct simt_value *enter(struct simt *simt, const struct ir_expr *expr,
	const struct ir_function *function, struct simt_object *self, const struct simt_value *self_offset)
{
	struct simt_frame *frame = ARENA_NEW(simt->arena, struct simt_frame);
	frame->function = function;
	frame->self = self;
	frame->self_offset = self_offset;
	simt->call_depth++; /* default arguments may call, too */
	for (size_t i = 0; i < function->param_count && simt->stop == SIMT_RUNNING; i++)
		bind(simt, frame, function->params[i], argument(simt, expr, function->params[i], i));
	if (simt->stop != SIMT_RUNNING) {
		simt->call_depth--;
		return value_unknown(simt, true, "not executed");
	}
	frame->up = simt->frame;
	simt->frame = frame;
	struct simt_where where = simt->where;
	frame->call = (struct simt_call){where.call, expr, function, ++simt->calls};
	simt->where.call = &frame->call;
	struct simt_active before = simt->active;
	if (simt->sink->call)
		simt->sink->call(simt->sink->context, simt, expr, function);
	exit_enter(simt, &frame->returned, true);
	if (self && has_unlisted(function))
		exec_constructor(simt, function);
	else
		exec_stmt(simt, function->body);
	if (simt->sink->call)
		simt->sink->call(simt->sink->context, simt, expr, NULL);
	simt->call_depth--;
	simt->frame = frame->up;
	simt->where = where;
	exit_rejoin(simt, &frame->returned);
	simt->active.may = mask_minus(&before.may, &simt->exited.must);
	simt->active.must = mask_minus(&before.must, &simt->exited.may);
	return frame->result ? frame->result : value_unknown(simt, true, "no value returned");
}

void exec_enter(struct simt *simt, const struct ir_expr *site, const struct ir_function *function,
	struct simt_place self)
{
	bool fits = !function->param_count && !function->is_virtual &&
		    function->body_state != IR_BODY_DAMAGED && simt->call_depth < MAX_CALL_DEPTH;
	if (fits && self.object && !is_entered(simt, function))
		enter(simt, site, function, self.object, self.offset);
}

/* A name for threads that come here, or for those of a warp that are together anyway: nobody waits for it.
 * Tiles of more than a warp talk through memory that has to be made ready. */
static bool only_names_group(const struct ir_expr *expr)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	switch (cuda->op) {
	case CUDA_MAKE_GROUP: return !expr->operand_count;
	case CUDA_COALESCED_THREADS: return true;
	case CUDA_PART_GROUP: return cuda->tiles && exec_group_size(expr) != SIMT_GROUP_UNKNOWN;
	default: return false;
	}
}

/* Functions of the toolkit and the C++ library order nothing, except those of its libraries for threads, and
 * what calls itself a fence. */
static bool is_plain_function(const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	const char *name = ir_callee_name(expr);
	enum cuda_space space = ir_space(expr);
	if (space == CUDA_SPACE_GROUPS && expr->kind == IR_CALL && only_names_group(expr))
		return true;
	if (space >= CUDA_SPACE_GROUPS && space <= CUDA_SPACE_THRUST)
		return expr->kind == IR_CONSTRUCT && space != CUDA_SPACE_CUB;
	if (strstr(name, "fence"))
		return false;
	return expr->kind == IR_CONSTRUCT || (function && function->is_system) || name[0] == '_' ||
	       strncmp(name, "operator", 8) == 0;
}

/* Whether an argument is bound to a reference through which the function may write. */
static bool is_written_through(const struct ir_expr *expr, size_t argument)
{
	const struct ir_function *function = expr->call->function;
	if (!function || argument >= function->param_count)
		return false;
	const struct ir_type *type = function->params[argument]->type;
	return type->kind == IR_TYPE_REFERENCE && type->element && !type->element->is_const &&
	       type->element->kind != IR_TYPE_ARRAY && !strstr(type->name, "&&");
}

/* A call of which nothing is known, as in a template's pattern, may take any argument by reference. */
static void give_variable(struct simt *simt, const struct ir_expr *argument)
{
	while (argument->kind == IR_INDEX || argument->kind == IR_MEMBER || argument->kind == IR_CAST)
		argument = argument->operands[0];
	if (argument->kind == IR_VAR && argument->var->storage == IR_SHARED)
		exec_variable(simt, argument->var)->is_given = true;
}

/* An argument of an unknown function: what it points to in this lane's memory may be written. */
static const struct simt_value *opaque_argument(struct simt *simt, const struct ir_expr *expr, size_t i)
{
	const struct ir_type *type = ir_type_value(expr->operands[i]->type);
	if (!expr->call->function)
		give_variable(simt, expr->operands[i]);
	if (is_written_through(expr, i)) {
		struct simt_place place = exec_place(simt, expr->operands[i]);
		if (place.object)
			place.object->is_given = true;
		const struct simt_value *unknown = value_unknown(simt, true, "bound to a reference");
		exec_barrier_escapes(simt, expr->operands[i], unknown);
		if (place.object && place.object->space == SIMT_LOCAL)
			object_lose(place.object);
		return unknown;
	}
	const struct simt_value *value = exec_expr(simt, expr->operands[i]);
	exec_barrier_escapes(simt, expr->operands[i], value);
	exec_demand(simt, expr, i, value);
	if (value->object)
		value->object->is_given = true;
	if (value->kind == SIMT_POINTER && value->object && value->object->space == SIMT_LOCAL &&
		!(type->element && type->element->is_const))
		object_lose(value->object);
	return value;
}

/* What is known of all parts of an argument: of a record, that they are the same where something is. */
static const struct simt_value *summary(struct simt *simt, const struct simt_value *argument)
{
	const struct simt_object *object = argument->kind == SIMT_RECORD ? argument->object : NULL;
	if (!object || object->fills || (!object->is_lost && !object->cells.count))
		return argument;
	const struct simt_value *all = !object->is_lost ? NULL
				       : object->rest   ? object->rest
							: value_unknown(simt, true, "record");
	for (size_t i = 0; i < object->cells.count; i++) {
		const struct simt_value *cell = object->cells.data[i].value;
		all = value_unknown_of(simt, all ? all : cell, cell, "arguments");
	}
	return all;
}

/* What a constructor of the toolkit makes of a number. */
static const struct simt_value *converted(struct simt *simt, const struct simt_value *from)
{
	return value_is_uniform(from) ? value_unknown(simt, false, "converted")
				      : value_unknown_of(simt, from, from, "converted");
}

/* Whether it makes a number of what it is called for: `operator float()`. */
static bool is_conversion(const struct ir_expr *expr)
{
	const char *name = ir_callee_name(expr);
	const size_t length = strlen("operator ");
	return expr->operand_count == 1 && !strncmp(name, "operator ", length) &&
	       isalpha((unsigned char)name[length]);
}

/* What a function of the toolkit computes from its arguments, of which `all` is what is known of any. */
static const struct simt_value *opaque_result(
	struct simt *simt, const struct simt_value *all, bool uniform, bool by_warp)
{
	if (!uniform && all && all->kind == SIMT_UNKNOWN && value_is_by_warp(all))
		return all;
	bool scaled = all && all->kind == SIMT_UNKNOWN && all->varying && all->why == simt_by_scale;
	if (!uniform && scaled)
		return value_unknown(simt, true, simt_by_scale);
	if (!uniform && !by_warp && all && value_alike(all))
		return value_unknown_alike(simt, "result of a call", value_alike(all));
	return value_unknown(simt, !uniform, !uniform && by_warp ? simt_by_warp : "result of a call");
}

/* What an unknown function may do: write through any pointer into this lane's memory. `self`: what a member
 * function is called for. */
static const struct simt_value *opaque(struct simt *simt, const struct ir_expr *expr, struct simt_place self)
{
	bool uniform = true, by_warp = true,
	     amounts = true; /* `amounts`: without the object of an operator */
	const struct simt_value *all = NULL, *state = NULL;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct simt_value *argument = summary(simt, opaque_argument(simt, expr, i));
		bool same = value_is_uniform(argument);
		state = exec_is_library_state(expr, i) ? argument : state;
		all = value_unknown_of(simt, all ? all : argument, argument, "arguments");
		by_warp &= value_is_warp_wide(simt, &simt->active.may, argument);
		uniform &= same;
		amounts &= same || expr->operands[i] == expr->call->object;
	}
	if (!is_plain_function(expr)) {
		struct simt_event event = {.kind = SIMT_OPAQUE, .site = expr, .name = ir_callee_name(expr)};
		exec_library_subject(simt, expr, self, &event);
		exec_event(simt, event);
		if (exec_is_atomic_object(expr))
			exec_object_update(simt, expr, &event, amounts);
	}
	if (state)
		exec_library_state(simt, expr, state, uniform);
	const struct ir_function *function = expr->call->function;
	bool pure = function && function->is_system && (!expr->call->object || is_conversion(expr));
	const struct ir_type *type = ir_type_value(expr->type);
	if (type->kind == IR_TYPE_RECORD) {
		struct simt_value *record = ARENA_NEW(simt->arena, struct simt_value);
		record->kind = SIMT_RECORD;
		record->object = object_new(simt, SIMT_LOCAL, "result", type->size);
		record->object->is_lost = true;
		record->object->rest = pure ? opaque_result(simt, all, uniform, by_warp) : NULL;
		return record;
	}
	return opaque_result(simt, pure ? all : NULL, pure && uniform, pure && by_warp);
}

static const struct simt_value *as_record(struct simt *simt, struct simt_object *object)
{
	struct simt_value *record = ARENA_NEW(simt->arena, struct simt_value);
	record->kind = SIMT_RECORD;
	record->object = object;
	return record;
}

/* T(x): a copy, members in order for the toolkit's own plain types, or the constructor's body. */
static const struct simt_value *construct(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	const struct ir_type *type = ir_type_value(expr->type);
	bool has_body = function && function->body && simt->call_depth < MAX_CALL_DEPTH;
	if (!has_body && expr->operand_count == 1 && type->kind == IR_TYPE_RECORD) {
		const struct ir_type *from = ir_type_value(expr->operands[0]->type);
		if (from->kind == IR_TYPE_RECORD && from->record == type->record)
			return exec_expr(simt, expr->operands[0]);
	}
	if (type->kind != IR_TYPE_RECORD) {
		if (expr->operand_count == 1)
			return value_convert(simt, exec_expr(simt, expr->operands[0]), type);
		return expr->operand_count ? opaque(simt, expr, (struct simt_place){0}) : value_int(simt, 0);
	}
	struct simt_object *object = object_new(simt, SIMT_LOCAL, "object", type->size);
	struct simt_place whole = {.object = object, .offset = value_int(simt, 0)};
	if (type->record && !has_body && !expr->operand_count)
		exec_start_members(simt, whole, type->record, 0);
	if (has_body) {
		enter(simt, expr, function, object, value_int(simt, 0));
		return as_record(simt, object);
	}
	if (exec_library_object(simt, expr, object))
		return as_record(simt, object);
	bool plain =
		type->record && type->record->is_system && type->record->field_count == expr->operand_count;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct simt_value *value = exec_expr(simt, expr->operands[i]);
		if (expr->operand_count == 1 && !plain && function && function->is_system)
			object->rest = converted(simt, summary(simt, value));
		if (plain && type->record->fields[i].offset >= 0)
			object_store(simt, object, value_int(simt, type->record->fields[i].offset),
				type->record->fields[i].type->size, value);
	}
	object->is_lost = !plain && expr->operand_count;
	return as_record(simt, object);
}

/* make_float4(x, y, z, w) and its kin. */
static const struct simt_value *make_vector(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	struct simt_object *object = object_new(simt, SIMT_LOCAL, "vector", type->size);
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct simt_value *value = exec_expr(simt, expr->operands[i]);
		if (i >= type->record->field_count)
			continue;
		const struct ir_field *field = &type->record->fields[i];
		object_store(simt, object, value_int(simt, field->offset), field->type->size,
			value_convert(simt, value, field->type));
	}
	return as_record(simt, object);
}

static struct simt_place object_place(struct simt *simt, const struct ir_call *call)
{
	if (!call->object)
		return (struct simt_place){.object = simt->frame->self, .offset = simt->frame->self_offset};
	if (call->object->kind == IR_THIS || call->is_arrow)
		return place_of_pointer(simt, exec_expr(simt, call->object));
	return exec_place(simt, call->object);
}

static bool is_own_code(const struct ir_function *function)
{
	return function && function->body && !function->is_system && function->body_state != IR_BODY_DAMAGED;
}

bool exec_gives_place(const struct ir_expr *expr)
{
	return expr->kind == IR_CALL && is_own_code(expr->call->function) &&
	       expr->call->function->result->kind == IR_TYPE_REFERENCE;
}

/* The function that a call through a pointer goes to, in all lanes; NULL: it isn't known. */
static const struct ir_function *pointed_function(struct simt *simt, const struct ir_call *call)
{
	const struct ir_expr *callee = call->object;
	if (call->function || call->name[0] || !callee)
		return NULL;
	callee = ir_strip_casts(callee);
	while (callee->kind == IR_UNARY && callee->op == IR_OP_DEREF)
		callee = ir_strip_casts(callee->operands[0]);
	if (ir_type_value(callee->type)->kind != IR_TYPE_POINTER && callee->kind != IR_FUNCTION)
		return NULL;
	const struct simt_value *value = exec_expr(simt, callee);
	return value->kind == SIMT_POINTER && value->object ? value->object->code : NULL;
}

const struct simt_value *exec_call(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function ? call->function : pointed_function(simt, call);
	if (expr->kind == IR_CONSTRUCT)
		return construct(simt, expr);
	const struct simt_value *result = NULL;
	bool own_code = is_own_code(function);
	if (!own_code && (exec_barrier(simt, expr, &result) || exec_builtin(simt, expr, &result)))
		return result;
	if (own_code && simt->call_depth < MAX_CALL_DEPTH && !is_entered(simt, function) &&
		!function->is_virtual) {
		struct simt_place self = {0};
		if (function->is_method && !function->is_static)
			self = object_place(simt, call);
		return enter(simt, expr, function, self.object, self.offset);
	}
	const struct ir_type *type = ir_type_value(expr->type);
	enum cuda_op op = ir_cuda(expr)->op;
	bool makes = op == CUDA_MAKE_FIELDS || op == CUDA_MAKE_TRIPLE;
	if (makes && type->kind == IR_TYPE_RECORD && function && function->is_system)
		return make_vector(simt, expr);
	if (strcmp(call->name, "operator=") == 0 && call->object && expr->operand_count == 1) {
		struct simt_place place = object_place(simt, call);
		const struct simt_value *value =
			exec_init(simt, expr->operands[0], ir_type_value(call->object->type));
		exec_store(simt, place, call->object->type, value, call->object);
		return value;
	}
	bool is_library = exec_is_library_object(expr);
	struct simt_place self = {0};
	if (call->object && (!call->is_arrow || is_library) && function && function->is_method &&
		!function->is_static) {
		self = object_place(simt, call);
		if (self.object)
			self.object->is_given = true;
		if (self.object && self.object->space == SIMT_LOCAL && !is_library &&
			!ir_type_value(call->object->type)->is_const)
			object_lose(self.object);
	}
	return opaque(simt, expr, self);
}
