/* Numbers of bytes that were counted in elements. */
#include "rules/memory/common/elements.h"

#include <string.h>

size_t elements_role(const struct host_op *op, char role)
{
	const char *at = op->call ? strchr(op->call->roles, role) : NULL;
	size_t index = at ? (size_t)(at - op->call->roles) : SIZE_MAX;
	bool is_there = op->expr && op->expr->kind == IR_CALL && index < op->expr->operand_count &&
			op->expr->operands[index];
	return is_there ? index : SIZE_MAX;
}

const struct ir_expr *elements_argument(const struct host_op *op, char role)
{
	size_t index = elements_role(op, role);
	return index < SIZE_MAX ? op->expr->operands[index] : NULL;
}

const struct ir_type *elements_allocated(const struct host_op *made)
{
	const struct ir_expr *target = elements_argument(made, 'P');
	if (!target)
		return NULL;
	target = ir_strip_casts(target);
	const struct ir_type *pointer = ir_type_value(target->type)->element; /* of `&p` */
	return pointer && pointer->kind == IR_TYPE_POINTER ? pointer->element : NULL;
}

bool elements_are_data(const struct ir_type *type)
{
	return type && type->size > 1 && (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT);
}

bool elements_speak_of_bytes(const struct pass *pass, const struct ir_expr *bytes)
{
	static const char *const words[] = {"byte", "Byte", "BYTE", "sizeof", "SIZEOF", NULL};
	const char *text = pass_text(pass, bytes->range);
	for (size_t i = 0; words[i]; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

/* Whether `more` is `count` times the element's size. */
static bool is_times(const struct host_sum *more, const struct host_sum *count, int64_t size)
{
	if (!more || !count || more->term_count != count->term_count ||
		more->constant != count->constant * size || (!count->term_count && !count->constant))
		return false;
	for (size_t i = 0; i < count->term_count; i++)
		if (more->terms[i].atom != count->terms[i].atom ||
			more->terms[i].factor != count->terms[i].factor * size)
			return false;
	return true;
}

/* Whether an operation is told `count * size` bytes of the object. */
static bool counts_right(const struct host_op *op, const struct host_object *object,
	const struct host_sum *count, int64_t size)
{
	if (op->kind == HOST_MALLOC && op->object == object && op->call &&
		is_times(object->size, count, size))
		return true;
	bool is_move = op->kind == HOST_COPY || op->kind == HOST_MEMSET;
	for (size_t k = 0; is_move && k < op->access_count; k++)
		if (op->accesses[k].object == object && is_times(op->accesses[k].size, count, size))
			return true;
	return false;
}

const struct host_op *elements_counted_right(const struct host_trace *trace, const struct host_op *op,
	const struct host_object *object, const struct host_sum *count, int64_t size)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		if (other != op && counts_right(other, object, count, size) &&
			host_may_both_happen(&other->where, &op->where))
			return other;
	}
	return NULL;
}

/* The size that an allocating call is given, if it may be one of elements. */
static const struct ir_expr *doubtful_size(const struct pass *pass, const struct host_object *object)
{
	const struct host_op *made = object->made_by;
	const struct ir_expr *bytes = made && made->call ? elements_argument(made, 'z') : NULL;
	return bytes && elements_are_data(elements_allocated(made)) && !elements_speak_of_bytes(pass, bytes)
		       ? bytes
		       : NULL;
}

bool elements_are_counted(
	const struct pass *pass, const struct host_trace *trace, const struct host_object *object)
{
	return doubtful_size(pass, object) && object->size &&
	       elements_counted_right(trace, object->made_by, object, object->size,
		       elements_allocated(object->made_by)->size);
}

/* A size that is a variable's may have been made of bytes where that was set. */
static bool is_made_of_bytes(const struct pass *pass, const struct ir_expr *bytes)
{
	const struct ir_expr *expr = ir_strip_casts(bytes);
	for (int depth = 0; expr->kind == IR_VAR && expr->var->init && depth < 4; depth++)
		expr = ir_strip_casts(expr->var->init);
	return elements_speak_of_bytes(pass, expr) || (expr->kind == IR_VAR && !expr->var->init);
}

bool elements_would_fit(const struct pass *pass, const struct host_object *object, int64_t reach)
{
	const struct ir_expr *bytes = doubtful_size(pass, object);
	int64_t room;
	return bytes && !is_made_of_bytes(pass, bytes) && object->size &&
	       host_sum_is_number(object->size, &room) &&
	       reach == room * elements_allocated(object->made_by)->size;
}
