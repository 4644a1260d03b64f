/* Goes down from an object to the part of it that lies at an offset. */
#include "analyzer/ir/element.h"

#include <inttypes.h>

const struct ir_field *ir_field_at(const struct ir_type *type, int64_t offset)
{
	const struct ir_record *record = type->record;
	for (size_t i = 0; record && !record->is_union && i < record->field_count; i++) {
		const struct ir_field *field = &record->fields[i];
		if (field->offset >= 0 && offset >= field->offset &&
			offset < field->offset + field->type->size && *field->name)
			return field;
	}
	return NULL;
}

/* `link` is what stands before a member of the object itself: "." or "->". */
static const char *go_down(struct arena *arena, const char *name, const char *link,
	const struct ir_type *type, int64_t offset, int64_t size)
{
	while (type && offset >= 0) {
		type = ir_type_value(type);
		if (type->kind == IR_TYPE_ARRAY && type->element && type->element->size > 0 &&
			type->element->size >= size) {
			name = arena_printf(arena, "%s[%" PRId64 "]", name, offset / type->element->size);
			offset %= type->element->size;
			type = type->element;
		} else {
			const struct ir_field *field =
				type->kind == IR_TYPE_RECORD ? ir_field_at(type, offset) : NULL;
			if (!field || field->type->size < size)
				return name;
			name = arena_printf(arena, "%s%s%s", name, link, field->name);
			offset -= field->offset;
			type = field->type;
		}
		link = ".";
	}
	return name;
}

const char *ir_element_name(
	struct arena *arena, const char *name, const struct ir_type *type, int64_t offset, int64_t size)
{
	return go_down(arena, name, ".", type, offset, size);
}

const char *ir_pointee_name(
	struct arena *arena, const char *name, const struct ir_type *element, int64_t offset, int64_t size)
{
	element = element ? ir_type_value(element) : NULL;
	if (!element || element->size <= 0 || offset < 0 || element->size < size)
		return name;
	int64_t index = offset / element->size;
	bool is_first = index == 0 && element->kind == IR_TYPE_RECORD;
	if (!is_first)
		name = arena_printf(arena, "%s[%" PRId64 "]", name, index);
	return go_down(arena, name, is_first ? "->" : ".", element, offset % element->size, size);
}

const struct ir_type *ir_scalar_at(const struct ir_type *type, int64_t offset)
{
	while (type) {
		type = ir_type_value(type);
		if (type->kind == IR_TYPE_ARRAY && type->element && type->element->size > 0) {
			offset %= type->element->size;
			type = type->element;
		} else if (type->kind == IR_TYPE_RECORD) {
			const struct ir_field *field = ir_field_at(type, offset);
			offset -= field ? field->offset : 0;
			type = field ? field->type : NULL;
		} else {
			return offset == 0 && type->size > 0 ? type : NULL;
		}
	}
	return NULL;
}

bool ir_list_item(
	const struct ir_expr *list, size_t index, const struct ir_type *type, struct ir_list_item *out)
{
	const struct ir_expr *item = list->operands[index];
	const struct ir_field *field = type->kind == IR_TYPE_RECORD && index < type->record->field_count
					       ? &type->record->fields[index]
					       : NULL;
	if (item->kind == IR_ASSIGN && item->operands[0]->kind == IR_MEMBER) { /* .member = value */
		field = item->operands[0]->member.field;
		item = item->operands[1];
	}
	*out = (struct ir_list_item){
		.value = item, .type = field ? field->type : type->element, .offset = -1};
	if (field)
		out->offset = field->offset;
	else if (type->element)
		out->offset = (int64_t)index * type->element->size;
	return out->type && out->offset >= 0 && out->type->size > 0;
}

const struct ir_type *ir_index_sides(
	const struct ir_expr *expr, const struct ir_expr **base, const struct ir_expr **index)
{
	*base = expr->operands[0];
	*index = expr->operands[1];
	const struct ir_type *type = ir_type_value((*base)->type);
	if (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY)
		return type;
	*base = expr->operands[1];
	*index = expr->operands[0];
	return ir_type_value((*base)->type);
}
