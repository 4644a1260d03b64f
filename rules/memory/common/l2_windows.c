/* Finding access policy windows and properties. */
#include "rules/memory/common/l2_windows.h"

#include <string.h>

void l2_each_window(const struct host_op *op, l2_window_visit *visit, void *context)
{
	if (op->window)
		visit(context, op, op->window);
	for (size_t i = 0; op->launch && i < op->launch->attribute_count; i++)
		if (op->launch->attributes[i].window)
			visit(context, op, op->launch->attributes[i].window);
}

bool l2_is_set_aside(const struct host_op *op, int64_t *bytes)
{
	int64_t limit;
	if (op->kind != HOST_LIMIT || op->value_count < 2 || op->values[0].kind != HOST_NUMBER ||
		!host_sum_is_number(op->values[0].number, &limit) || limit != L2_LIMIT)
		return false;
	if (op->values[1].kind != HOST_NUMBER || !host_sum_is_number(op->values[1].number, bytes))
		*bytes = -1;
	return true;
}

const char *l2_property(const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type->kind != IR_TYPE_RECORD || ir_cuda_type(type)->family != CUDA_PROPERTY)
		return "";
	return strrchr(type->record->name, ':') + 1;
}
