/* Lvalues, loads and stores. Every access of memory that other lanes or the hardware can see becomes an event
 * here. */
#include "analyzer/simt/exec.h"

static struct simt_place unknown_place(const char *why)
{
	return (struct simt_place){.why = why};
}

struct simt_place place_of_pointer(struct simt *simt, const struct simt_value *pointer)
{
	if (pointer->kind == SIMT_POINTER && pointer->object) {
		/* the bytes alone are a number */
		struct simt_value *bytes = ARENA_NEW(simt->arena, struct simt_value);
		*bytes = *pointer;
		bytes->kind = SIMT_INT;
		bytes->object = NULL;
		return (struct simt_place){.object = pointer->object, .offset = bytes};
	}
	if (pointer->kind == SIMT_UNKNOWN && pointer->object)
		return (struct simt_place){.object = pointer->object, .offset = pointer, .why = pointer->why};
	return unknown_place(pointer->kind == SIMT_UNKNOWN ? pointer->why : "pointer of unknown origin");
}

/* ---- variables ------------------------------------------------------------------------------- */

static struct simt_object *find(const struct simt_frame *frame, const struct ir_var *var)
{
	for (size_t i = frame->bindings.count; i-- > 0;)
		if (frame->bindings.data[i].var == var)
			return frame->bindings.data[i].object;
	return NULL;
}

static enum simt_space space_of(const struct ir_var *var)
{
	switch (var->storage) {
	case IR_SHARED:
	case IR_EXTERN_SHARED: return SIMT_SHARED;
	case IR_CONSTANT: return SIMT_CONSTANT;
	case IR_DEVICE:
	case IR_MANAGED:
	case IR_GLOBAL: return SIMT_GLOBAL;
	case IR_TEMPLATE_PARAM: return SIMT_PARAMETER;
	default: return SIMT_LOCAL;
	}
}

static struct simt_object *new_variable(struct simt *simt, const struct ir_var *var)
{
	struct simt_object *object = object_new(simt, space_of(var), var->name, var->type->size);
	object->var = var;
	if (var->storage == IR_EXTERN_SHARED) {
		const struct simt_launch *launch = simt->request->launch;
		object->size = launch->shared_known ? launch->shared : -1;
		object->align = 16;
	} else if (object->space == SIMT_SHARED) {
		object->align = var->type->align > 16 ? var->type->align : 16;
	}
	return object;
}

/* Shared, constant and device variables are there once; parameters of kernels and locals belong to a frame. A
 * lambda or an inlined helper finds its maker's variables further up. */
struct simt_object *exec_variable(struct simt *simt, const struct ir_var *var)
{
	bool is_local = space_of(var) == SIMT_LOCAL, is_foreign = is_local;
	for (struct simt_frame *frame = simt->frame; is_local && frame; frame = frame->up) {
		struct simt_object *object = find(frame, var);
		if (object)
			return object;
		is_foreign &= frame->function != var->function;
	}
	if (is_local && !is_foreign) {
		struct simt_binding binding = {var, new_variable(simt, var)};
		vec_push(simt->arena, &simt->frame->bindings, binding);
		return binding.object;
	}
	for (size_t i = 0; i < simt->globals.count; i++)
		if (simt->globals.data[i].var == var)
			return simt->globals.data[i].object;
	struct simt_binding binding = {var, new_variable(simt, var)};
	/* what a lambda captured on the host came with the launch, like a parameter */
	if (is_foreign) {
		binding.object->space = SIMT_PARAMETER;
		binding.object->fills = true;
		binding.object->is_register = false;
	}
	vec_push(simt->arena, &simt->globals, binding);
	return binding.object;
}

void exec_declare(struct simt *simt, const struct ir_var *var)
{
	if (space_of(var) != SIMT_LOCAL || var->storage == IR_STATIC_LOCAL)
		return;
	struct simt_object *object = find(simt->frame, var);
	if (!object) {
		object = new_variable(simt, var);
		struct simt_binding binding = {var, object};
		vec_push(simt->arena, &simt->frame->bindings, binding);
	}
	object->cells.count = 0; /* a new turn of a loop, a new variable */
	object->is_lost = false;
	object_born(simt, object);
	if (!var->init)
		return;
	const struct simt_value *zero = value_int(simt, 0);
	if (var->type->kind == IR_TYPE_REFERENCE) {
		struct simt_place place = exec_place(simt, var->init);
		const struct simt_value *pointer = place.object
							   ? value_pointer(simt, place.object, place.offset)
							   : value_unknown(simt, true, place.why);
		object_store(simt, object, zero, 8, pointer);
		return;
	}
	struct simt_place place = {.object = object, .offset = zero};
	exec_store(simt, place, var->type, exec_init(simt, var->init, var->type), NULL);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* A reference's own slot is 8 bytes that hold where it leads. */
static const struct ir_type slot = {.kind = IR_TYPE_REFERENCE, .size = 8, .align = 8, .name = ""};

static struct simt_place variable_place(struct simt *simt, const struct ir_var *var)
{
	struct simt_object *object = exec_variable(simt, var);
	const struct simt_value *zero = value_int(simt, 0);
	if (var->type->kind != IR_TYPE_REFERENCE)
		return (struct simt_place){.object = object, .offset = zero};
	return place_of_pointer(simt, object_load(simt, object, zero, &slot));
}

static struct simt_place moved(struct simt *simt, struct simt_place place, const struct simt_value *bytes)
{
	if (!place.object)
		return place;
	const struct simt_value *offset = value_add(simt, place.offset, bytes);
	if (offset->kind == SIMT_UNKNOWN)
		return (struct simt_place){.object = place.object, .offset = offset, .why = offset->why};
	place.offset = offset;
	return place;
}

static struct simt_place index_place(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *base = expr->operands[0], *index = expr->operands[1];
	const struct ir_type *type = ir_type_value(base->type);
	if (type->kind != IR_TYPE_POINTER && type->kind != IR_TYPE_ARRAY) { /* 2[array] */
		base = expr->operands[1];
		index = expr->operands[0];
		type = ir_type_value(base->type);
	}
	struct simt_place place = type->kind == IR_TYPE_ARRAY ? exec_place(simt, base)
							      : place_of_pointer(simt, exec_expr(simt, base));
	const struct simt_value *number = exec_expr(simt, index);
	int64_t size = ir_type_value(expr->type)->size;
	if (size < 0)
		return unknown_place("element of unknown size");
	if (number->kind == SIMT_UNKNOWN)
		return place.object ? (struct simt_place){.object = place.object,
					      .offset = number,
					      .why = number->why}
				    : place;
	return moved(simt, place, value_scale(simt, number, size));
}

static struct simt_place member_place(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *base = expr->operands[0];
	struct simt_place place;
	if (base->kind == IR_THIS)
		place = simt->frame->self ? (struct simt_place){.object = simt->frame->self,
						    .offset = simt->frame->self_offset}
					  : unknown_place("object of unknown origin");
	else
		place = expr->is_arrow ? place_of_pointer(simt, exec_expr(simt, base))
				       : exec_place(simt, base);
	if (!expr->member.field || expr->member.field->offset < 0) {
		/* somewhere in the object, the same place for all lanes if the object is */
		bool varying = !place.object || !value_is_uniform(place.offset);
		place.why = "member of unknown offset";
		place.offset = place.object ? value_unknown(simt, varying, place.why) : NULL;
		return place;
	}
	place = moved(simt, place, value_int(simt, expr->member.field->offset));
	if (expr->member.field->type->kind != IR_TYPE_REFERENCE || !place.object)
		return place;
	return place_of_pointer(simt, object_load(simt, place.object, place.offset, &slot));
}

/* A value that isn't stored anywhere gets a place of its own: what a call returned, a conversion. */
static struct simt_place temporary(struct simt *simt, const struct ir_expr *expr)
{
	if (exec_gives_place(expr))
		return place_of_pointer(simt, exec_call(simt, expr));
	const struct simt_value *value = exec_expr(simt, expr);
	if (value->kind == SIMT_RECORD)
		return (struct simt_place){
			.object = value->object, .offset = value_int(simt, value->constant)};
	const struct ir_type *type = ir_type_value(expr->type);
	if (expr->type->kind == IR_TYPE_REFERENCE && value->kind == SIMT_POINTER)
		return place_of_pointer(simt, value);
	struct simt_object *object = object_new(simt, SIMT_LOCAL, "temporary", type->size);
	struct simt_place place = {.object = object, .offset = value_int(simt, 0)};
	if (type->kind == IR_TYPE_RECORD && value->kind != SIMT_RECORD) {
		object->is_lost = true;
		return place;
	}
	object_store(simt, object, place.offset, type->size, value);
	return place;
}

struct simt_place exec_place(struct simt *simt, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_VAR: return variable_place(simt, expr->var);
	case IR_INDEX: return index_place(simt, expr);
	case IR_MEMBER: return member_place(simt, expr);
	case IR_UNARY:
		if (expr->op == IR_OP_DEREF) {
			if (expr->operands[0]->kind == IR_THIS && simt->frame->self)
				return (struct simt_place){
					.object = simt->frame->self, .offset = simt->frame->self_offset};
			return place_of_pointer(simt, exec_expr(simt, expr->operands[0]));
		}
		if (expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC) {
			exec_expr(simt, expr);
			return exec_place(simt, expr->operands[0]);
		}
		break;
	case IR_ASSIGN: exec_expr(simt, expr); return exec_place(simt, expr->operands[0]);
	case IR_CAST: {
		/* a conversion between lvalue and value of one type, or of a derived class to its base */
		const struct ir_type *inner = ir_type_value(expr->operands[0]->type),
				     *outer = ir_type_value(expr->type);
		bool same = inner->kind == outer->kind && inner->size == outer->size;
		/* a record whose definition didn't parse: its size is made up */
		if (inner->kind == IR_TYPE_RECORD && outer->kind == IR_TYPE_DEPENDENT)
			return unknown_place("record of unknown size");
		if (same || (inner->kind == IR_TYPE_RECORD && outer->kind == IR_TYPE_RECORD))
			return exec_place(simt, expr->operands[0]);
		break;
	}
	case IR_BINARY:
		if (expr->op == IR_OP_COMMA) {
			exec_expr(simt, expr->operands[0]);
			return exec_place(simt, expr->operands[1]);
		}
		break;
	default: break;
	}
	return temporary(simt, expr);
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* Whether the active lanes are, for sure. */
static bool is_certain(const struct simt *simt)
{
	return !simt->guesses && mask_equal(&simt->active.may, &simt->active.must);
}

void exec_access(struct simt *simt, struct simt_place place, enum simt_access_kind kind, int64_t size,
	const struct ir_expr *site)
{
	if (!simt->sink->access || !site || simt->stop != SIMT_RUNNING || size <= 0 ||
		(place.object && place.object->space == SIMT_PARAMETER))
		return;
	/* what has a constant place within a lane's own variables is kept in registers */
	int64_t constant;
	bool is_member = place.object && place.offset->kind == SIMT_UNKNOWN && !place.offset->varying &&
			 site->kind == IR_MEMBER;
	if (place.object && place.object->is_register &&
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
		.where = simt->where,
		.warp_interval = simt->warp_interval,
		.blocks = exec_blocks(simt),
		.in_symbolic_loop = simt->symbolic > 0,
		.assumptions = simt->assumptions | (is_certain(simt) ? 0 : SIMT_ASSUMED_TAKEN) |
			       (simt->symbolic ? SIMT_ASSUMED_TURNS : 0) |
			       (doubt_by_data(simt) ? SIMT_ASSUMED_LANES : 0)};
	access.size = (unsigned)size;
	if (place.object && place.offset->kind != SIMT_UNKNOWN) {
		access.offset = place.offset;
		access.wrapped = place.offset->wrapped;
		access.assumptions |= value_assumptions(simt, place.offset);
	} else
		access.why = place.why ? place.why : "address is not known";
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
		exec_access(simt, moved(simt, place, value_int(simt, i * array->element->size)), kind,
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
			exec_access(simt, moved(simt, place, value_int(simt, at)), kind, type->align, site);
		return;
	}
	for (size_t i = 0; i < record->field_count; i++) {
		const struct ir_type *field = record->fields[i].type;
		if (record->fields[i].offset < 0 || field->size <= 0)
			continue;
		struct simt_place part = moved(simt, place, value_int(simt, record->fields[i].offset));
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
	else if (type->size > 0 && type->size <= 16)
		exec_access(simt, place, kind, type->size, site);
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
		if (place.object && place.object->space != SIMT_LOCAL && is_vector(type)) {
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
	if (!place.object || place.offset->kind == SIMT_UNKNOWN)
		return value_unknown(simt, !place.object || place.offset->varying,
			place.object && place.offset->why == simt_by_warp ? simt_by_warp
									  : "loaded from memory");
	if (place.object->origin && simt->sink->moved)
		simt->sink->moved(simt->sink->context, place.object->origin, NULL);
	return object_load(simt, place.object, place.offset, type);
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
	if (value->object->is_lost)
		place.object->is_lost = true;
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
