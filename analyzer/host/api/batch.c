/* Batched copies: what their attributes say, from the arrays that describe them. */
#include "analyzer/host/walk.h"

enum { MOST_ATTRIBUTES = 32 };

struct batch_arguments {
	const struct host_value *attributes, *indices; /* NULL: no such parameter */
	const struct ir_type *type;                    /* cudaMemcpyAttributes */
	struct host_batch *batch;
};

static const struct host_sum *number_at(struct walk *walk, struct place place, int64_t bytes, int size)
{
	const struct ir_type type = {.kind = IR_TYPE_INT, .size = size};
	struct host_value value = place_read(walk, place_at(walk, place, bytes), &type, NULL);
	return value.kind == HOST_NUMBER ? value.number : NULL;
}

/* Nobody has written there: a local without an initialiser. */
static bool is_unset(struct walk *walk, struct place place)
{
	const struct host_object *object = place.object;
	return object->kind == HOST_VARIABLE && object->is_ephemeral && !object->is_escaped &&
	       !object->forgotten && !store_get(walk->store, object->id, NULL) &&
	       !store_get(walk->store, object->id, place.offset);
}

static int64_t room_of(struct place place, int64_t element)
{
	int64_t bytes = -1, offset;
	if (place.object->type && place.object->type->size > 0)
		bytes = place.object->type->size;
	if (place.object->kind == HOST_HEAP &&
		!(place.object->size && host_sum_is_number(place.object->size, &bytes)))
		return -1;
	if (bytes < 0 || element <= 0 || place.object->kind == HOST_UNSEEN ||
		!host_sum_is_number(place.offset, &offset) || offset < 0 || offset > bytes)
		return -1;
	return (bytes - offset) / element;
}

static int64_t order_offset(const struct ir_type *type)
{
	for (size_t i = 0; type && type->record && i < type->record->field_count; i++) {
		const char *name = type->record->fields[i].name;
		if (name && !strcmp(name, "srcAccessOrder"))
			return type->record->fields[i].offset;
	}
	return -1;
}

static void read_attributes(struct walk *walk, const struct batch_arguments *arguments)
{
	struct host_batch *batch = arguments->batch;
	struct place array = host_value_place(walk, arguments->attributes);
	int64_t count, at = order_offset(arguments->type);
	if (at < 0)
		return;
	batch->room = room_of(array, arguments->type->size);
	if (!host_sum_is_number(batch->stated_count, &count) || count < 0 || count > MOST_ATTRIBUTES)
		return;
	struct host_batch_attribute *attributes =
		ARENA_ARRAY(walk->arena, struct host_batch_attribute, (size_t)count + 1);
	for (int64_t i = 0; i < count; i++) {
		struct place order = place_at(walk, array, i * arguments->type->size + at);
		attributes[i].is_unset = is_unset(walk, order);
		attributes[i].order = number_at(walk, order, 0, 4);
		if (arguments->indices)
			attributes[i].first =
				number_at(walk, host_value_place(walk, arguments->indices), i * 8, 8);
		else
			attributes[i].first = host_sum_number(walk->sums, i);
	}
	batch->attributes = attributes;
	batch->attribute_count = (size_t)count;
}

const struct host_batch *batch_read(
	struct walk *walk, const char *roles, const struct ir_expr *expr, const struct host_value *values)
{
	struct host_batch *batch = ARENA_NEW(walk->arena, struct host_batch);
	struct batch_arguments arguments = {.batch = batch};
	*batch = (struct host_batch){.room = -1, .index_room = -1};
	batch->stated_count = host_sum_number(walk->sums, 1);
	for (size_t i = 0; roles[i] && i < expr->operand_count; i++) {
		const struct ir_type *type = ir_type_value(ir_strip(expr->operands[i])->type);
		switch (roles[i]) {
		case 'c': batch->count = host_value_as_sum(walk, &values[i], expr); break;
		case 'T': batch->stated_count = host_value_as_sum(walk, &values[i], expr); break;
		case 'I':
			arguments.indices = &values[i];
			batch->index_room = room_of(host_value_place(walk, &values[i]), 8);
			break;
		case 't':
			arguments.attributes = &values[i];
			arguments.type = type->kind == IR_TYPE_RECORD ? type : type->element;
			break;
		default: break;
		}
	}
	if (!arguments.attributes || !batch->count)
		return NULL;
	read_attributes(walk, &arguments);
	return batch;
}
