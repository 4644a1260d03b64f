/* Calls: functions of the unit are entered; CUDA's own are known to builtin.c; a call that isn't seen into
 * ends the walk unless it can't touch memory that matters. */
#include "analyzer/proof/symbolic/machine.h"

#include <string.h>

static bool is_own_code(const struct ir_function *function)
{
	return function && function->body && !function->is_system &&
	       function->body_state != IR_BODY_DAMAGED && !function->is_virtual;
}

bool sym_gives_place(const struct ir_expr *expr)
{
	return expr->kind == IR_CALL && is_own_code(expr->call->function) &&
	       expr->call->function->result->kind == IR_TYPE_REFERENCE;
}

static bool is_entered(const struct sym *sym, const struct ir_function *function)
{
	for (const struct sym_frame *frame = sym->frame; frame; frame = frame->up)
		if (frame->function == function)
			return true;
	return false;
}

static void bind_argument(struct sym *sym, struct sym_frame *frame, const struct ir_expr *call, size_t i)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	const struct ir_var *param = frame->function->params[i];
	const struct ir_expr *given = i < call->operand_count ? call->operands[i] : param->default_arg;
	bool is_reference = param->type->kind == IR_TYPE_REFERENCE;
	struct sym_value value =
		given ? sym_init(sym, given, param->type)
		      : sym_unknown(sym, call, "an argument", SYM_THREAD, SYM_UNSEEN, param->type);
	struct sym_object *object = sym_bind(sym, frame, param);
	object->is_param = false;
	struct sym_value place = sym_pointer(sym, object, term_number(sym->terms, 0));
	sym_store(sym, &place, is_reference ? &slot : param->type, &value, call);
}

/* Runs the body in a frame of its own; all ways through it meet behind the call. */
static struct sym_value enter(struct sym *sym, const struct ir_expr *expr, const struct ir_function *function,
	struct sym_object *self, const struct term *self_offset)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	struct sym_frame frame = {.up = sym->frame,
		.function = function,
		.self = self,
		.self_offset = self_offset,
		.loops = sym->loop};
	for (size_t i = 0; i < function->param_count && !sym->out->refused; i++)
		bind_argument(sym, &frame, expr, i);
	const struct ir_type *type = function->result;
	if (type && type->kind != IR_TYPE_VOID)
		frame.result = sym_object_new(sym, SYM_LOCAL, function->name, type);
	sym->frame = &frame;
	sym->calls++;
	sym_stmt(sym, function->body);
	sym_states_rejoin(sym, &frame.returns);
	sym->calls--;
	sym->frame = frame.up;
	if (!frame.result)
		return sym_other(SYM_GRID, 0);
	if (type->kind == IR_TYPE_RECORD)
		return (struct sym_value){.kind = SYM_RECORD, .object = frame.result};
	struct sym_value place = sym_pointer(sym, frame.result, term_number(sym->terms, 0));
	return sym_load(sym, &place, type->kind == IR_TYPE_REFERENCE ? &slot : type, expr);
}

/* T(x): a copy, or the constructor's body. */
static struct sym_value construct(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	const struct ir_type *type = ir_type_value(expr->type);
	bool has_body = is_own_code(function) && !is_entered(sym, function) && sym->calls < SYM_MOST_CALLS;
	if (!has_body && expr->operand_count == 1) {
		const struct ir_type *from = ir_type_value(expr->operands[0]->type);
		if (from->kind == IR_TYPE_RECORD && from->record == type->record)
			return sym_expr(sym, expr->operands[0]);
	}
	if (type->kind != IR_TYPE_RECORD)
		return expr->operand_count ? sym_init(sym, expr->operands[0], type)
					   : sym_number(term_number(sym->terms, 0));
	struct sym_object *object = sym_object_new(sym, SYM_LOCAL, "an object", type);
	if (has_body) {
		enter(sym, expr, function, object, term_number(sym->terms, 0));
		return (struct sym_value){.kind = SYM_RECORD, .object = object};
	}
	bool plain = type->record && (type->record->is_system || !function) &&
		     type->record->field_count == expr->operand_count;
	for (size_t i = 0; i < expr->operand_count; i++) {
		struct sym_value value = sym_expr(sym, expr->operands[i]);
		if (!plain || type->record->fields[i].offset < 0)
			continue;
		struct sym_value place =
			sym_pointer(sym, object, term_number(sym->terms, type->record->fields[i].offset));
		value = sym_convert(sym, expr, &value, type->record->fields[i].type);
		sym_store(sym, &place, type->record->fields[i].type, &value, expr);
	}
	object->is_lost = !plain && expr->operand_count;
	if (function && function->body && !function->is_system && !has_body)
		sym_refuse(sym, expr, "a constructor that isn't followed");
	return (struct sym_value){.kind = SYM_RECORD, .object = object};
}

/* make_float4(x, y, z, w) and its kin. */
static struct sym_value make_fields(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	struct sym_object *object = sym_object_new(sym, SYM_LOCAL, "a value", type);
	for (size_t i = 0; i < expr->operand_count; i++) {
		struct sym_value value = sym_expr(sym, expr->operands[i]);
		if (!type->record || i >= type->record->field_count || type->record->fields[i].offset < 0)
			continue;
		const struct ir_field *field = &type->record->fields[i];
		struct sym_value place = sym_pointer(sym, object, term_number(sym->terms, field->offset));
		value = sym_convert(sym, expr, &value, field->type);
		sym_store(sym, &place, field->type, &value, expr);
	}
	return (struct sym_value){.kind = SYM_RECORD, .object = object};
}

static struct sym_value object_of(struct sym *sym, const struct ir_call *call)
{
	if (!call->object)
		return sym->frame->self ? sym_pointer(sym, sym->frame->self, sym->frame->self_offset)
					: sym_other(SYM_THREAD, 0);
	if (call->object->kind == IR_THIS || call->is_arrow)
		return sym_expr(sym, call->object);
	return sym_place(sym, call->object);
}

/* A function of the toolkit or the C++ library that is given numbers alone computes one. */
static struct sym_value unseen(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	enum cuda_space space = ir_space(expr);
	bool harmless = function && function->is_system && !expr->call->object && space != CUDA_SPACE_CUB &&
			space != CUDA_SPACE_GROUPS;
	unsigned scope = SYM_GRID, marks = SYM_UNSEEN;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_type *type = ir_type_value(expr->operands[i]->type);
		bool is_number = sym_is_integer(type) || type->kind == IR_TYPE_FLOAT;
		bool by_reference = function && i < function->param_count &&
				    function->params[i]->type->kind == IR_TYPE_REFERENCE &&
				    function->params[i]->type->element &&
				    !function->params[i]->type->element->is_const;
		bool is_half = type->kind == IR_TYPE_RECORD && ir_cuda_type(type) &&
			       ir_cuda_type(type)->family == CUDA_HALF;
		harmless &= (is_number || is_half || type->kind == IR_TYPE_RECORD) && !by_reference;
		struct sym_value value = sym_expr(sym, expr->operands[i]);
		unsigned its = sym_scope(&value);
		scope = its > scope ? its : scope;
		marks |= sym_marks(&value);
		if (value.kind == SYM_POINTER && sym_leads_to_own(&value))
			for (size_t k = 0; k < value.target_count; k++)
				if (value.targets[k].object->space == SYM_LOCAL)
					sym_lose(sym, value.targets[k].object);
	}
	/* operators of the toolkit's own classes (half, vectors) work on values */
	bool is_value_operator = function && function->is_system && expr->call->is_operator;
	if (!harmless && !is_value_operator)
		sym_refuse(sym, expr, "a call that isn't seen into");
	return sym_unknown(sym, expr, "a result", scope, marks, expr->type);
}

struct sym_value sym_call(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function;
	struct sym_value out;
	if (expr->kind == IR_CONSTRUCT)
		return construct(sym, expr);
	if (!is_own_code(function) && sym_builtin(sym, expr, &out))
		return out;
	if (is_own_code(function)) {
		if (is_entered(sym, function) || sym->calls >= SYM_MOST_CALLS) {
			sym_refuse(sym, expr, "a function that calls itself");
			return sym_unknown(sym, expr, "a result", SYM_THREAD, SYM_UNSEEN, expr->type);
		}
		struct sym_object *self = NULL;
		const struct term *offset = NULL;
		if (function->is_method && !function->is_static) {
			struct sym_value object = object_of(sym, call);
			if (object.kind != SYM_POINTER || object.target_count != 1) {
				sym_refuse(sym, expr, "a method of an object that isn't known");
				return sym_unknown(sym, expr, "a result", SYM_THREAD, SYM_UNSEEN, expr->type);
			}
			self = object.targets[0].object;
			offset = object.targets[0].offset;
		}
		return enter(sym, expr, function, self, offset);
	}
	enum cuda_op op = ir_cuda(expr)->op;
	if ((op == CUDA_MAKE_FIELDS || op == CUDA_MAKE_TRIPLE) &&
		ir_type_value(expr->type)->kind == IR_TYPE_RECORD)
		return make_fields(sym, expr);
	if (!strcmp(call->name, "operator=") && call->object && expr->operand_count == 1) {
		struct sym_value place = object_of(sym, call);
		out = sym_init(sym, expr->operands[0], ir_type_value(call->object->type));
		sym_store(sym, &place, call->object->type, &out, call->object);
		return out;
	}
	return unseen(sym, expr);
}
