/* Loads and stores. Every access of memory that other lanes or the hardware can see becomes an event here. */
#include "analyzer/simt/exec/exec.h"

/* Whether the active lanes are, for sure. */
static bool is_certain(const struct simt *simt)
{
	return !simt->guesses && mask_equal(&simt->active.may, &simt->active.must);
}

static bool is_bit_field(const struct ir_expr *site)
{
	return site && site->kind == IR_MEMBER && site->member.field && site->member.field->bit_width >= 0;
}

/* A bit-field is read and written by a piece of memory of its type's alignment that holds it. */
static int64_t into_unit(const struct ir_field *field)
{
	int64_t align = field->type->align;
	return field->bit_width >= 0 && field->offset > 0 && align > 1 ? -(field->offset % align) : 0;
}

void exec_access(struct simt *simt, struct simt_place place, enum simt_access_kind kind, int64_t size,
	const struct ir_expr *site)
{
	if (!simt->sink->access || !site || simt->stop != SIMT_RUNNING || size <= 0 ||
		(place.object && place.object->space == SIMT_PARAMETER))
		return;
	/* what has a constant place within a lane's own variables is kept in registers */
	int64_t constant;
	bool is_outside = place.object && place.object->var && place.object->size >= 0 &&
			  value_offset(place.offset, &constant) &&
			  (constant < 0 || constant > place.object->size - size);
	bool is_member = place.object && place.offset->kind == SIMT_UNKNOWN && !place.offset->varying &&
			 site->kind == IR_MEMBER;
	if (place.object && place.object->is_register && !is_outside &&
		(!place.object->var || is_member || value_offset(place.offset, &constant)))
		return;
	simt->epoch += kind != SIMT_LOAD;
	if (kind == SIMT_LOAD && place.object && !place.object->is_register)
		simt->last_read = place.object;
	if (kind >= SIMT_ATOMIC && place.object && place.object->space == SIMT_GLOBAL)
		place.object->cells.count = 0;
	struct simt_access access = {.site = site,
		.function = simt->frame->function,
		.kind = kind,
		.object = place.object,
		.space = place.object ? place.object->space : SIMT_GENERIC,
		.active = simt->active,
		.interval = simt->interval,
		.result_used = simt->statement != site,
		.uniform_amount = simt->uniform_amount,
		.statement = simt->statement,
		.comes_again = simt->unlogged > 0,
		.value = kind == SIMT_STORE ? simt->stored : NULL,
		.is_atomic = simt->in_atomic || kind >= SIMT_ATOMIC,
		.is_volatile = site->type && ir_type_value(site->type)->is_volatile,
		.tile = simt->tile,
		.by = simt->by_assembly,
		.where = simt->where,
		.warp_interval = simt->warp_interval,
		.blocks = exec_blocks(simt),
		.in_symbolic_loop = simt->symbolic > 0,
		.assumptions = simt->assumptions | (is_certain(simt) ? 0 : SIMT_ASSUMED_TAKEN) |
			       (simt->symbolic ? SIMT_ASSUMED_TURNS : 0) |
			       (doubt_by_data(simt) ? SIMT_ASSUMED_LANES : 0)};
	access.size = (unsigned)size;
	if (place.object && place.object->remote_of) {
		access.remote = place.object->remote_of;
		access.remote_offset = place.offset->kind != SIMT_UNKNOWN ? place.offset : NULL;
		place = (struct simt_place){.why = "shared memory of another block"};
		access.object = NULL;
	}
	if (place.object && place.offset->kind != SIMT_UNKNOWN &&
		!value_is_near(place.offset, &simt->active.may))
		place = (struct simt_place){.why = "an address outside of any memory"};
	if (place.object && place.offset->kind != SIMT_UNKNOWN) {
		access.offset = place.offset;
		access.wrapped = place.offset->wrapped;
		access.assumptions |= value_assumptions(simt, place.offset);
	} else {
		access.why = place.why ? place.why : "address is not known";
		access.wrapped = place.offset ? place.offset->wrapped : NULL;
	}
	access.varies = !access.offset && (!place.object || place.offset->varying);
	simt->sink->access(simt->sink->context, simt, &access);
}

/* Bytes of a record that are members, not padding. */
static int64_t member_bytes(const struct ir_record *record)
{
	int64_t bytes = 0;
	for (size_t i = 0; i < record->field_count; i++) {
		const struct ir_type *field = record->fields[i].type;
		bytes += field->kind == IR_TYPE_RECORD && field->record ? member_bytes(field->record)
									: field->size;
	}
	return bytes;
}

static void access_elements(struct simt *simt, struct simt_place place, enum simt_access_kind kind,
	const struct ir_type *array, const struct ir_expr *site)
{
	enum { MOST = 32 }; /* what is longer is copied by a loop */
	for (int64_t i = 0; array->element->size > 0 && i < array->count && i < MOST; i++)
		exec_access(simt, place_moved(simt, place, value_int(simt, i * array->element->size)), kind,
			array->element->size, site);
}

/* How a record is moved: in pieces of its alignment when that is 8 or 16 and members fill them, as vector
 * types are; else member by member. */
static void access_record(struct simt *simt, struct simt_place place, enum simt_access_kind kind,
	const struct ir_type *type, const struct ir_expr *site)
{
	const struct ir_record *record = type->record;
	if (type->size <= 16 && type->align == type->size) {
		exec_access(simt, place, kind, type->size, site);
		return;
	}
	if ((type->align == 8 || type->align == 16) && type->size <= 128 &&
		member_bytes(record) == type->size) {
		for (int64_t at = 0; at < type->size; at += type->align)
			exec_access(
				simt, place_moved(simt, place, value_int(simt, at)), kind, type->align, site);
		return;
	}
	for (size_t i = 0; i < record->field_count; i++) {
		const struct ir_type *field = record->fields[i].type;
		int64_t offset = record->fields[i].offset;
		if (offset < 0 || field->size <= 0)
			continue;
		offset += into_unit(&record->fields[i]);
		struct simt_place part = place_moved(simt, place, value_int(simt, offset));
		if (field->kind == IR_TYPE_RECORD)
			access_record(simt, part, kind, field, site);
		else if (field->kind == IR_TYPE_ARRAY && field->element->kind != IR_TYPE_RECORD)
			access_elements(simt, part, kind, field, site);
		else if (field->size <= 16)
			exec_access(simt, part, kind, field->size, site);
	}
}

static void access_type(struct simt *simt, struct simt_place place, enum simt_access_kind kind,
	const struct ir_type *type, const struct ir_expr *site)
{
	if (type->kind == IR_TYPE_RECORD && type->record)
		access_record(simt, place, kind, type, site);
	else if (type->size > 0 && type->size <= 16) {
		if (is_bit_field(site) && place.object)
			place = place_moved(simt, place, value_int(simt, into_unit(site->member.field)));
		exec_access(simt, place, kind, type->size, site);
	}
}

/* Whether copies of it are moved as one piece: a few numbers, aligned together. */
static bool is_vector(const struct ir_type *type)
{
	const struct ir_record *record = type->record;
	bool plain = record && record->field_count > 1 && type->size <= 16 && type->align == type->size;
	for (size_t i = 0; plain && i < record->field_count; i++)
		plain = record->fields[i].type->kind != IR_TYPE_RECORD;
	return plain;
}

static void copy_origin(struct simt_object *to, const struct simt_object *from, int64_t base)
{
	bool whole = base == 0 && to->size == from->size;
	to->origin = whole ? from->origin : NULL;
	to->origin_epoch = from->origin_epoch;
}

/* What each part of a record in memory that isn't followed holds: the same where its address is. */
static const struct simt_value *part_of_memory(
	struct simt *simt, struct simt_place place, const struct ir_type *type)
{
	if (!place.object || type->is_volatile)
		return NULL;
	bool varying = !value_is_uniform(place.offset);
	return varying ? value_unknown_alike(simt, simt_by_memory, value_alike(place.offset))
		       : value_unknown(simt, false, "loaded from memory");
}

/* A copy of a record's bytes: what is known of them, at the same offsets of a fresh object. */
static const struct simt_value *load_record(
	struct simt *simt, struct simt_place place, const struct ir_type *type, const struct ir_expr *site)
{
	struct simt_value *value = ARENA_NEW(simt->arena, struct simt_value);
	value->kind = SIMT_RECORD;
	value->object = object_new(simt, SIMT_LOCAL, "copy", type->size);
	int64_t base;
	if (!place.object || !value_offset(place.offset, &base) ||
		(place.object->space != SIMT_LOCAL && !place.object->fills)) {
		value->object->is_lost = true;
		if (!place.object || place.object->space != SIMT_LOCAL)
			value->object->rest = part_of_memory(simt, place, type);
		/* what an intrinsic gives is stored where it is */
		bool is_plain = site && ir_strip_casts(site)->kind != IR_CALL;
		if (is_plain && place.object && place.object->space != SIMT_LOCAL && is_vector(type)) {
			value->object->origin = site;
			value->object->origin_epoch = simt->epoch;
		}
		return value;
	}
	if (place.object->fills) {
		/* members are made when they are asked for, and then shared by all copies */
		value->object = place.object;
		value->constant = base;
		return value;
	}
	value->object->is_lost = place.object->is_lost;
	value->object->rest = place.object->rest;
	copy_origin(value->object, place.object, base);
	for (size_t i = 0; i < place.object->cells.count; i++) {
		struct simt_cell cell = place.object->cells.data[i];
		if (cell.offset < base || cell.offset >= base + type->size)
			continue;
		cell.offset -= base;
		vec_push(simt->arena, &value->object->cells, cell);
	}
	return value;
}

const struct simt_value *exec_load(
	struct simt *simt, struct simt_place place, const struct ir_type *type, const struct ir_expr *site)
{
	type = ir_type_value(type);
	if (type->kind == IR_TYPE_ARRAY && place.object && place.offset->kind != SIMT_UNKNOWN)
		return value_pointer(simt, place.object, place.offset);
	access_type(simt, place, SIMT_LOAD, type, site);
	if (type->kind == IR_TYPE_RECORD)
		return load_record(simt, place, type, site);
	if (!place.object || place.offset->kind == SIMT_UNKNOWN) {
		bool varying = !place.object || place.offset->varying;
		const char *why = place.object ? place.offset->why : place.why;
		return value_unknown(simt, varying, why ? why : "loaded from memory");
	}
	if (place.object->origin && simt->sink->moved)
		simt->sink->moved(simt->sink->context, place.object->origin, NULL);
	const struct simt_value *value = object_load(simt, place.object, place.offset, type);
	/* neighbours may share its byte */
	return is_bit_field(site) ? value_unknown(simt, !value_is_surely_uniform(simt, value), "bit-field")
				  : value;
}

static void store_record(struct simt *simt, struct simt_place place, const struct ir_type *type,
	const struct simt_value *value)
{
	int64_t base;
	if (place.object->space != SIMT_LOCAL)
		return;
	if (!value_offset(place.offset, &base) || value->kind != SIMT_RECORD) {
		object_lose(place.object);
		return;
	}
	if (value->object->fills) {
		const struct ir_record *record = type->record;
		for (size_t i = 0; record && i < record->field_count; i++) {
			const struct ir_field *field = &record->fields[i];
			if (field->offset < 0 || field->type->size <= 0 ||
				field->type->kind == IR_TYPE_RECORD || field->type->kind == IR_TYPE_ARRAY)
				continue;
			const struct simt_value *part = object_load(simt, value->object,
				value_int(simt, value->constant + field->offset), field->type);
			object_store(simt, place.object, value_int(simt, base + field->offset),
				field->type->size, part);
		}
		return;
	}
	bool whole = base == 0 && place.object->size == value->object->size;
	if (value->object->is_lost) {
		place.object->is_lost = true;
		place.object->rest = whole ? value->object->rest : NULL;
		if (whole)
			place.object->cells.count = 0;
	}
	copy_origin(place.object, value->object, base);
	for (size_t i = 0; i < value->object->cells.count; i++) {
		const struct simt_cell *cell = &value->object->cells.data[i];
		object_store(
			simt, place.object, value_int(simt, base + cell->offset), cell->size, cell->value);
	}
}

void exec_store(struct simt *simt, struct simt_place place, const struct ir_type *type,
	const struct simt_value *value, const struct ir_expr *site)
{
	type = ir_type_value(type);
	const struct simt_object *copy = value->kind == SIMT_RECORD ? value->object : NULL;
	if (copy && copy->origin && copy->origin_epoch == simt->epoch && site && simt->sink->moved &&
		place.object && place.object->space != SIMT_LOCAL)
		simt->sink->moved(simt->sink->context, copy->origin, site);
	simt->stored = value->kind == SIMT_RECORD ? NULL : value;
	access_type(simt, place, SIMT_STORE, type, site);
	simt->stored = NULL;
	if (!place.object)
		return;
	if (place.offset->kind == SIMT_UNKNOWN) {
		if (place.object->space == SIMT_LOCAL)
			object_lose(place.object);
		return;
	}
	if (type->kind == IR_TYPE_RECORD || value->kind == SIMT_RECORD)
		store_record(simt, place, type, value);
	else if (type->size > 0)
		object_store(simt, place.object, place.offset, type->size, value);
}
