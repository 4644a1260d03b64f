#include "analyzer/operation/update.h"

#include <string.h>

#include "analyzer/operation/order.h"

static const struct ir_expr *operand(const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? expr->operands[index] : NULL;
}

/* `x++` is called with an operand that means nothing. */
static bool is_step(const char *name)
{
	return !strcmp(name, "operator++") || !strcmp(name, "operator--");
}

static bool member_update(const struct ir_expr *expr, const struct cuda_function *cuda, struct ir_update *out)
{
	const struct ir_call *call = expr->call;
	const struct ir_type *type = ir_type_value(call->object->type);
	struct ir_atomic atomic;
	if (type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	if (!record || !record->arg_count || !record->args[0].type || !ir_atomic_of(expr, &atomic) ||
		!atomic.is_object)
		return false;
	/* the object of an operator may be listed among its operands */
	size_t first = operand(expr, 0) == call->object ? 1 : 0;
	out->element = ir_type_value(record->args[0].type);
	out->first = is_step(call->name) ? NULL : operand(expr, first);
	out->amount = cuda->update == IR_UPDATE_COMPARE ? operand(expr, first + 1) : out->first;
	out->amount = ir_is_memory_order(out->amount) ? NULL : out->amount;
	out->is_member = true;
	return true;
}

bool ir_update_of(const struct ir_expr *expr, struct ir_update *out)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	*out = (struct ir_update){.kind = cuda->update};
	if (expr->kind != IR_CALL || !cuda->update)
		return false;
	if (expr->call->object)
		return member_update(expr, cuda, out);
	if (cuda->dialect != IR_DIALECT_CUDA || !expr->operand_count)
		return false;
	const struct ir_type *pointer = ir_type_value(expr->operands[0]->type);
	out->element = pointer->element ? ir_type_value(pointer->element) : pointer;
	out->first = operand(expr, 1);
	out->amount = cuda->update == IR_UPDATE_COMPARE ? operand(expr, 2) : out->first;
	return true;
}
