/* Memory of the abstract GPU: objects with the values that were stored at known offsets.
 *
 * Only what is private to a lane is followed (registers, local arrays and records) and what nobody changes
 * (parameters, constants). Shared and global memory hold what other lanes wrote: a load from there is a
 * number the source doesn't tell, one for the block where the address is uniform. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

#include "analyzer/ir/element.h"

void object_born(struct simt *simt, struct simt_object *object)
{
	object->frame = simt->frame;
	object->born = simt->active.may;
	object->height = simt->doubts.count;
}

struct simt_object *object_new(struct simt *simt, enum simt_space space, const char *name, int64_t size)
{
	struct simt_object *object = ARENA_NEW(simt->arena, struct simt_object);
	object->space = space;
	object->name = name;
	object->size = size;
	object->align = 256;
	object->is_register = space == SIMT_LOCAL;
	object->fills = space == SIMT_PARAMETER || space == SIMT_CONSTANT;
	object_born(simt, object);
	return object;
}

static bool is_scalar(const struct ir_type *type)
{
	switch (type->kind) {
	case IR_TYPE_BOOL:
	case IR_TYPE_INT:
	case IR_TYPE_FLOAT:
	case IR_TYPE_ENUM:
	case IR_TYPE_POINTER:
	case IR_TYPE_REFERENCE: return true;
	default: return false;
	}
}

/* What the source calls a pointer that stands in memory: `view.data`, `list->next`, `rows[3]`. */
static const char *pointer_name(struct simt *simt, const struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type)
{
	int64_t at;
	if (!value_offset(offset, &at))
		return object->name;
	return object->var ? ir_element_name(simt->arena, object->name, object->var->type, at, type->size)
			   : ir_pointee_name(simt->arena, object->name, object->element, at, type->size);
}

/* What a parameter, a constant or a load with a uniform address holds, when nothing says more. */
static const struct simt_value *fresh(struct simt *simt, const struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE) {
		enum simt_space space = object->fills ? SIMT_GLOBAL : SIMT_GENERIC;
		const char *name = pointer_name(simt, object, offset, type);
		struct simt_object *target = object_new(simt, space, name, -1);
		target->element = type->element;
		target->param = object->space == SIMT_PARAMETER ? object->var : NULL;
		if (!object->fills) {
			target->align = 0;
			target->may_alias = target->is_loaded = true;
			target->is_per_block = object->space == SIMT_SHARED || object->is_per_block;
			target->space = SIMT_GLOBAL;
		}
		return value_pointer(simt, target, value_int(simt, 0));
	}
	enum simt_symbol_kind kind = object->fills ? SYMBOL_PARAM : SYMBOL_LOADED;
	return value_fresh(simt, kind, object->name, type);
}

/* Finds the first cell at an offset and of a size, by a hash table with open addressing; cells are only added
 * to the end, or forgotten all at once. */
struct simt_cell_index {
	size_t count, capacity; /* cells in it; slots, a power of two */
	uint32_t *slots;        /* a cell's number plus one; 0: free */
};

enum { INDEXED_FROM = 16, FIRST_SLOTS = 64 };

static uint32_t *index_slot(const struct simt_object *object, int64_t at, int64_t size)
{
	const struct simt_cell_index *index = object->index;
	uint64_t hash = ((uint64_t)at * 31 + (uint64_t)size) * 0x9E3779B97F4A7C15u;
	for (size_t i = (size_t)(hash >> 32);; i++) {
		uint32_t *slot = &index->slots[i & (index->capacity - 1)];
		const struct simt_cell *cell = *slot ? &object->cells.data[*slot - 1] : NULL;
		if (!cell || (cell->offset == at && cell->size == size))
			return slot;
	}
}

static void index_cells(struct simt *simt, struct simt_object *object)
{
	struct simt_cell_index *index = object->index;
	if (!index)
		index = object->index = ARENA_NEW(simt->arena, struct simt_cell_index);
	bool forgotten = object->cells.count < index->count;
	if (object->cells.count * 2 >= index->capacity) {
		index->capacity = index->capacity ? index->capacity * 4 : FIRST_SLOTS;
		index->slots = ARENA_ARRAY(simt->arena, uint32_t, index->capacity);
		index->count = 0;
	} else if (forgotten) {
		memset(index->slots, 0, index->capacity * sizeof *index->slots);
		index->count = 0;
	}
	for (; index->count < object->cells.count; index->count++) {
		const struct simt_cell *cell = &object->cells.data[index->count];
		uint32_t *slot = index_slot(object, cell->offset, cell->size);
		*slot = *slot ? *slot : (uint32_t)index->count + 1;
	}
}

static const struct simt_cell *find_cell(
	struct simt *simt, struct simt_object *object, int64_t at, int64_t size)
{
	if (object->cells.count >= INDEXED_FROM) {
		index_cells(simt, object);
		uint32_t found = *index_slot(object, at, size);
		return found ? &object->cells.data[found - 1] : NULL;
	}
	if (object->index)
		object->index->count = SIZE_MAX; /* what it has is forgotten */
	for (size_t i = 0; i < object->cells.count; i++)
		if (object->cells.data[i].offset == at && object->cells.data[i].size == size)
			return &object->cells.data[i];
	return NULL;
}

/* What is read again is what it was before, until something is stored there. */
static const struct simt_value *same_again(struct simt *simt, struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type)
{
	int64_t at;
	if (!value_offset(offset, &at))
		return fresh(simt, object, offset, type);
	const struct simt_cell *found = find_cell(simt, object, at, type->size);
	if (found)
		return found->value;
	struct simt_cell cell = {at, type->size, fresh(simt, object, offset, type)};
	vec_push(simt->arena, &object->cells, cell);
	return cell.value;
}

/* What an address lacks, what is loaded from there lacks as well. */
static const char *why_loaded(
	const struct simt *simt, const struct simt_object *object, const struct simt_value *offset)
{
	if (value_is_warp_wide(simt, &simt->active.may, offset))
		return simt_by_warp;
	const char *why = offset->kind == SIMT_UNKNOWN ? offset->why : simt_by_memory;
	if (object->space == SIMT_SHARED && offset->kind != SIMT_UNKNOWN)
		return simt_by_shared;
	return object->space == SIMT_GLOBAL ? why : value_why_mixed(why);
}

static const struct simt_value *not_followed(struct simt *simt, struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type)
{
	bool uniform = value_is_uniform(offset);
	if (!uniform)
		return value_unknown_alike(simt, why_loaded(simt, object, offset),
			type->is_volatile ? NULL : value_alike(offset));
	/* shared memory is written by others all the time, volatile memory by anybody */
	bool stays = type->kind == IR_TYPE_POINTER || (object->space == SIMT_GLOBAL && is_scalar(type));
	if (stays && !type->is_volatile)
		return same_again(simt, object, offset, type);
	return is_scalar(type) ? fresh(simt, object, offset, type)
			       : value_unknown(simt, false, "loaded from memory");
}

static const struct simt_value *cell_value(
	struct simt *simt, struct simt_object *object, int64_t at, const struct ir_type *type)
{
	for (size_t i = object->cells.count; i-- > 0;) {
		const struct simt_cell *cell = &object->cells.data[i];
		if (cell->offset == at && cell->size == type->size)
			return cell->value;
		if (cell->offset < at + type->size && at < cell->offset + cell->size)
			return value_unknown(simt, true, "part of another value");
	}
	if (object->is_lost && object->rest && !object->fills)
		return object->rest;
	if (!object->fills || !is_scalar(type))
		return value_unknown(simt, object->is_lost || !object->fills,
			object->is_lost ? "written at an unknown place" : "never written");
	const struct simt_value *value = fresh(simt, object, value_int(simt, at), type);
	struct simt_cell cell = {at, type->size, value};
	vec_push(simt->arena, &object->cells, cell);
	return value;
}

enum { MAX_ELEMENTS = 64 };

/* The next group of lanes that go to one element: those of `rest` that share the first one's offset. */
static struct simt_mask next_group(
	const struct simt *simt, const struct simt_value *offset, const struct simt_mask *rest, int64_t *at)
{
	struct simt_mask group;
	memset(&group, 0, sizeof group);
	bool found = false;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		if (!mask_has(rest, lane) || (found && value_lane(offset, lane) != *at))
			continue;
		*at = value_lane(offset, lane);
		found = true;
		mask_add(&group, lane);
	}
	return group;
}

/* Each lane reads an element of its own. */
static const struct simt_value *gather(struct simt *simt, struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type)
{
	struct simt_mask rest = simt->active.may;
	const struct simt_value *value = NULL;
	for (int i = 0; mask_any(&rest); i++) {
		int64_t at = 0;
		struct simt_mask group = next_group(simt, offset, &rest, &at);
		const struct simt_value *element = cell_value(simt, object, at, type);
		if (i == MAX_ELEMENTS || element->kind == SIMT_UNKNOWN)
			return value_unknown(simt, true, "element of a local array");
		value = value ? value_select(simt, &group, element, value) : element;
		rest = mask_minus(&rest, &group);
	}
	return value ? value : value_unknown(simt, true, "element of a local array");
}

const struct simt_value *object_load(struct simt *simt, struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type)
{
	bool followed = object->space == SIMT_LOCAL || object->fills;
	int64_t at;
	if (!followed)
		return not_followed(simt, object, offset, type);
	if (value_offset(offset, &at))
		return cell_value(simt, object, at, type);
	if (object->fills)
		return not_followed(simt, object, offset, type);
	if (offset->kind == SIMT_UNKNOWN || offset->term_count)
		return value_unknown(simt, true, "element of a local array");
	return gather(simt, object, offset, type);
}

void object_lose(struct simt_object *object)
{
	object->cells.count = 0;
	object->is_lost = true;
	object->rest = NULL;
}

/* Removes what overlaps [at, at + size). */
static void clear(struct simt_object *object, int64_t at, int64_t size)
{
	size_t kept = 0;
	for (size_t i = 0; i < object->cells.count; i++) {
		struct simt_cell cell = object->cells.data[i];
		if (cell.offset >= at + size || at >= cell.offset + cell.size)
			object->cells.data[kept++] = cell;
	}
	object->cells.count = kept;
}

static void store_cell(struct simt *simt, struct simt_object *object, int64_t at, int64_t size,
	const struct simt_value *value)
{
	for (size_t i = 0; i < object->cells.count; i++) {
		struct simt_cell *cell = &object->cells.data[i];
		if (cell->offset == at && cell->size == size) {
			cell->value = doubt_merge(simt, object, cell->value, value);
			return;
		}
	}
	clear(object, at, size);
	/* a first write in some lanes: the others hold nothing that a right program reads */
	struct simt_cell cell = {at, size, value};
	vec_push(simt->arena, &object->cells, cell);
}

/* Each lane writes an element of its own; false when there are too many. */
static bool scatter(struct simt *simt, struct simt_object *object, const struct simt_value *offset,
	int64_t size, const struct simt_value *value)
{
	struct simt_active active = simt->active;
	struct simt_mask rest = active.may;
	int elements = 0;
	for (; mask_any(&rest) && elements < MAX_ELEMENTS; elements++) {
		int64_t at = 0;
		struct simt_mask group = next_group(simt, offset, &rest, &at);
		simt->active.may = group;
		simt->active.must = mask_and(&active.must, &group);
		store_cell(simt, object, at, size, value);
		rest = mask_minus(&rest, &group);
	}
	simt->active = active;
	return !mask_any(&rest);
}

void object_store(struct simt *simt, struct simt_object *object, const struct simt_value *offset,
	int64_t size, const struct simt_value *value)
{
	if (object->space != SIMT_LOCAL && object->space != SIMT_PARAMETER) {
		object->cells.count = 0; /* pointers that were read from it */
		return;
	}
	int64_t at;
	if (value_offset(offset, &at))
		store_cell(simt, object, at, size, value);
	else if (offset->kind == SIMT_UNKNOWN || offset->term_count ||
		 !scatter(simt, object, offset, size, value))
		object_lose(object);
}

const struct ir_var *simt_object_var(const struct simt_object *object)
{
	return object->var;
}

const struct ir_var *simt_object_param(const struct simt_object *object)
{
	return object->param;
}

const struct host_object *simt_object_allocation(const struct simt_object *object)
{
	return object->allocation;
}

bool simt_object_is_loaded(const struct simt_object *object)
{
	return object->is_loaded;
}

const char *simt_object_name(const struct simt_object *object)
{
	return object->name;
}

int64_t simt_object_size(const struct simt_object *object)
{
	return object->size;
}

int64_t simt_object_bytes(const struct simt_object *object)
{
	const struct host_object *allocation = object->allocation;
	int64_t bytes;
	if (!allocation)
		return object->size;
	return allocation->size && !allocation->is_resized && host_sum_is_number(allocation->size, &bytes)
		       ? bytes
		       : -1;
}

int64_t simt_object_align(const struct simt_object *object)
{
	return object->align;
}
