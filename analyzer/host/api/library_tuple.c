/* std::pair, std::tuple and std::array: values one after the other, each in its place. */
#include "analyzer/host/api/library.h"

static bool is_tuple(const struct ir_type *type)
{
	return library_is(type, "std::pair") || library_is(type, "std::tuple");
}

/* Element by element; false: there aren't as many. */
static bool fill_tuple(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct ir_record *record = type->record;
	if (!record->field_count || expr->operand_count != record->field_count)
		return false;
	for (size_t i = 0; i < record->field_count; i++)
		if (!expr->operands[i] || record->fields[i].offset < 0)
			return false;
	for (size_t i = 0; i < record->field_count; i++)
		eval_into(walk, place_at(walk, place, record->fields[i].offset), record->fields[i].type,
			expr->operands[i]);
	return true;
}

/* `{1, 2}` and `{{1, 2}}`: the elements' braces may be left out. */
static bool fill_array(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *list)
{
	const struct ir_type *element = library_argument(type);
	if (list->kind != IR_INIT_LIST || !element || element->size <= 0)
		return false;
	const struct ir_expr *only = list->operand_count == 1 ? ir_strip(list->operands[0]) : NULL;
	bool is_inner = only && only->kind == IR_INIT_LIST;
	if (is_inner && element->kind != IR_TYPE_RECORD && element->kind != IR_TYPE_ARRAY)
		list = only;
	else if (is_inner && only->operand_count && ir_strip(only->operands[0])->kind != IR_INT)
		list = only; /* of records, each with its own braces or made by a call */
	if (type->size > 0 && type->size <= 4096)
		place_zero(walk, place, type->size);
	for (size_t i = 0; i < list->operand_count; i++)
		eval_into(
			walk, place_at(walk, place, (int64_t)i * element->size), element, list->operands[i]);
	return true;
}

bool tuple_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	if (is_tuple(type))
		return fill_tuple(walk, place, type, expr);
	return library_is(type, "std::array") && type->record->arg_count &&
	       fill_array(walk, place, type, expr);
}

/* make_pair, make_tuple, and get<1>(t). */
bool tuple_call(struct walk *walk, const struct ir_expr *expr, struct host_value *result, bool *is_place)
{
	const char *name = expr->call->name;
	const struct ir_function *function = expr->call->function;
	if ((!strcmp(name, "make_pair") || !strcmp(name, "make_tuple")) && is_tuple(expr->type)) {
		struct place place = {temporary(walk, expr->type), host_sum_number(walk->sums, 0)};
		*result = place_pointer(place);
		return fill_tuple(walk, place, expr->type, expr);
	}
	if (strcmp(name, "get") || expr->operand_count != 1 || !function || !function->arg_count ||
		!function->args[0].is_value)
		return false;
	const struct ir_type *type = ir_type_value(expr->operands[0]->type);
	size_t index = (size_t)function->args[0].value;
	if (!is_tuple(type) || index >= type->record->field_count || type->record->fields[index].offset < 0)
		return false;
	struct place place = eval_place(walk, expr->operands[0]);
	*result = place_pointer(place_at(walk, place, type->record->fields[index].offset));
	return *is_place = true;
}
