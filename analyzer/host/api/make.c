/* Functions of CUDA's headers that make a struct of their arguments, member by member: make_cudaExtent,
 * make_cudaPitchedPtr, make_float4. Their bodies aren't lowered. */
#include "analyzer/host/walk.h"

bool runtime_make(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	static const char prefix[] = "make_";
	const struct ir_type *type = ir_type_value(expr->type);
	const char *name = expr->call->name;
	if (strncmp(name, prefix, sizeof prefix - 1) != 0 || type->kind != IR_TYPE_RECORD || !type->record ||
		strcmp(name + sizeof prefix - 1, type->record->name) != 0 ||
		type->record->field_count != expr->operand_count)
		return false;
	struct place place = {temporary(walk, type), host_sum_number(walk->sums, 0)};
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_field *field = &type->record->fields[i];
		struct host_value value = eval(walk, expr->operands[i]);
		place_write(walk, place_at(walk, place, field->offset), field->type, &value, NULL);
	}
	*result = place_pointer(place);
	return true;
}
