/* What variables hold, and what loads and stores do: to a thread's own memory in its cells, to other memory
 * as accesses that are listed. */
#include "analyzer/ir/element.h"
#include "analyzer/proof/symbolic/machine.h"
#include "analyzer/simt/value/value.h"

#include <string.h>

/* ---- objects ---------------------------------------------------------------------------------- */

struct sym_object *sym_object_new(
	struct sym *sym, enum sym_space space, const char *name, const struct ir_type *type)
{
	struct sym_object *object = ARENA_NEW(sym->arena, struct sym_object);
	object->space = space;
	object->name = name;
	object->type = type;
	if (space != SYM_LOCAL)
		vec_push(sym->arena, &sym->out->objects, object);
	return object;
}

static enum sym_space space_of(const struct ir_var *var)
{
	switch (var->storage) {
	case IR_SHARED:
	case IR_EXTERN_SHARED: return SYM_SHARED;
	case IR_CONSTANT: return SYM_CONSTANT;
	case IR_DEVICE:
	case IR_MANAGED:
	case IR_GLOBAL: return SYM_GLOBAL;
	default: return SYM_LOCAL;
	}
}

struct sym_object *sym_bind(struct sym *sym, struct sym_frame *frame, const struct ir_var *var)
{
	struct sym_object *object = sym_object_new(sym, SYM_LOCAL, var->name, var->type);
	object->var = var;
	object->is_param = frame->up == NULL && var->storage == IR_PARAM;
	struct sym_binding binding = {var, object};
	vec_push(sym->arena, &frame->bindings, binding);
	return object;
}

static struct sym_object *find(const struct sym_frame *frame, const struct ir_var *var)
{
	for (size_t i = frame->bindings.count; i-- > 0;)
		if (frame->bindings.data[i].var == var)
			return frame->bindings.data[i].object;
	return NULL;
}

struct sym_object *sym_variable(struct sym *sym, const struct ir_var *var)
{
	enum sym_space space = space_of(var);
	bool is_own = false;
	for (struct sym_frame *frame = sym->frame; space == SYM_LOCAL && frame; frame = frame->up) {
		struct sym_object *object = find(frame, var);
		if (object)
			return object;
		is_own |= frame->function == var->function;
	}
	if (space == SYM_LOCAL && is_own)
		return sym_bind(sym, sym->frame, var);
	for (size_t i = 0; i < sym->globals.count; i++)
		if (sym->globals.data[i].var == var)
			return sym->globals.data[i].object;
	struct sym_object *object = sym->shared;
	if (var->storage != IR_EXTERN_SHARED || !object) {
		object = sym_object_new(sym, space, var->name, var->type);
		object->var = var;
		object->is_lost = space == SYM_LOCAL; /* what a lambda captured elsewhere */
		if (var->storage == IR_EXTERN_SHARED) {
			sym->shared = object; /* all such arrays begin at one place */
			object->extent = sym->launch->shared;
		} else if (var->type->size >= 0) {
			object->extent = term_number(sym->terms, var->type->size);
		}
	}
	struct sym_binding binding = {var, object};
	vec_push(sym->arena, &sym->globals, binding);
	return object;
}

/* What a pointer that came with the launch leads to: one object for each. */
static struct sym_object *pointee(struct sym *sym, const struct ir_var *param, int64_t offset,
	const struct ir_type *type, const char *name)
{
	for (size_t i = 0; i < sym->out->objects.count; i++) {
		struct sym_object *object = sym->out->objects.data[i];
		if (object->is_pointee && object->param == param && object->param_offset == offset)
			return object;
	}
	struct sym_object *object = sym_object_new(sym, SYM_GLOBAL, name, type->element);
	object->is_pointee = true;
	object->param = param;
	object->param_offset = offset;
	if (sym->launch->extent)
		object->extent = sym->launch->extent(sym->launch->context, param, offset);
	return object;
}

/* ---- cells ------------------------------------------------------------------------------------ */

struct sym_value *sym_cell(struct sym *sym, const struct sym_object *object, int64_t offset, int64_t size)
{
	for (size_t i = sym->state.cells.count; i-- > 0;) {
		struct sym_cell *cell = &sym->state.cells.data[i];
		if (cell->object == object && cell->offset == offset && cell->size == size)
			return &cell->value;
	}
	return NULL;
}

void sym_forget_start(const struct sym_object *object)
{
	if (object->is_param)
		((struct sym_object *)(uintptr_t)object)->is_lost = true;
}

/* Drops cells that have some of these bytes; size 0: all of the object's. */
static bool drop(struct sym *sym, const struct sym_object *object, int64_t offset, int64_t size)
{
	size_t kept = 0;
	bool dropped = false;
	for (size_t i = 0; i < sym->state.cells.count; i++) {
		const struct sym_cell *cell = &sym->state.cells.data[i];
		bool meets = cell->object == object &&
			     (!size || (cell->offset < offset + size && offset < cell->offset + cell->size));
		dropped |= meets;
		if (!meets)
			sym->state.cells.data[kept++] = *cell;
	}
	sym->state.cells.count = kept;
	return dropped;
}

void sym_lose(struct sym *sym, struct sym_object *object)
{
	drop(sym, object, 0, 0);
	object->is_lost = true;
}

void sym_cell_set(struct sym *sym, const struct sym_object *object, int64_t offset, int64_t size,
	const struct sym_value *value)
{
	struct sym_value *there = sym_cell(sym, object, offset, size);
	if (there) {
		*there = *value;
		return;
	}
	drop(sym, object, offset, size);
	struct sym_cell cell = {object, offset, size, *value};
	vec_push(sym->arena, &sym->state.cells, cell);
}

const struct term *sym_clock(struct sym *sym, int64_t which)
{
	struct sym_value *value = sym_cell(sym, sym->clock, which, 8);
	return value ? value->number : term_number(sym->terms, 0);
}

void sym_tick(struct sym *sym, int64_t which)
{
	const struct sym_value next =
		sym_number(term_add(sym->terms, sym_clock(sym, which), term_number(sym->terms, 1), 1));
	sym_cell_set(sym, sym->clock, which, 8, &next);
}

/* ---- own memory ------------------------------------------------------------------------------- */

/* What a parameter, or a part of one, came with. */
static struct sym_value start_of(
	struct sym *sym, struct sym_object *object, int64_t offset, const struct ir_type *type)
{
	const struct ir_var *var = object->var;
	const char *name = object->name;
	if (var->type->kind == IR_TYPE_RECORD)
		name = ir_element_name(sym->arena, var->name, var->type, offset, type->size);
	if (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE)
		return sym_pointer(sym, pointee(sym, var, offset, type, name), term_number(sym->terms, 0));
	if (!sym_is_integer(type))
		return sym_other(SYM_GRID, 0);
	const struct term *given =
		sym->launch->param ? sym->launch->param(sym->launch->context, var, offset, type) : NULL;
	if (given)
		return sym_number(given);
	for (size_t i = 0; i < sym->starts.count; i++)
		if (sym->starts.data[i].object == object && sym->starts.data[i].offset == offset &&
			sym->starts.data[i].size == type->size)
			return sym->starts.data[i].value;
	size_t turns = sym->turn_count;
	sym->turn_count = 0;
	const struct term *made = sym_fresh(sym, NULL, name, SYM_GRID, 0, type);
	sym->turn_count = turns;
	struct sym_origin *origin = (struct sym_origin *)(uintptr_t)made->unknown->data;
	origin->var = var;
	origin->offset = offset;
	struct sym_cell start = {object, offset, type->size, sym_number(made)};
	vec_push(sym->arena, &sym->starts, start);
	return start.value;
}

static struct sym_value load_own(struct sym *sym, struct sym_object *object, int64_t offset,
	const struct ir_type *type, const struct ir_expr *site)
{
	if (type->kind == IR_TYPE_RECORD)
		return (struct sym_value){.kind = SYM_RECORD, .object = object, .offset = offset};
	struct sym_value *there = sym_cell(sym, object, offset, type->size);
	if (there)
		return *there;
	if (object->is_param && !object->is_lost)
		return start_of(sym, object, offset, type);
	bool is_real = !sym_is_integer(type) && type->kind != IR_TYPE_POINTER;
	return is_real ? sym_other(SYM_THREAD, SYM_UNSET)
		       : sym_unknown(sym, site, object->name, SYM_THREAD, SYM_UNSET, type);
}

/* A record's bytes, cell by cell. */
static void copy_record(struct sym *sym, struct sym_object *to, int64_t to_offset, struct sym_object *from,
	int64_t from_offset, int64_t size)
{
	struct sym_state before = sym_state_copy(sym, &sym->state);
	if (from == to)
		return;
	if (drop(sym, to, to_offset, size > 0 ? size : 1))
		sym_forget_start(to);
	if (from->is_param && !from->is_lost) /* members that weren't read yet */
		to->is_lost = true;
	for (size_t i = 0; i < before.cells.count; i++) {
		const struct sym_cell *cell = &before.cells.data[i];
		if (cell->object == from && cell->offset >= from_offset &&
			cell->offset + cell->size <= from_offset + size)
			sym_cell_set(
				sym, to, cell->offset - from_offset + to_offset, cell->size, &cell->value);
	}
}

static bool is_byte(const struct term *offset)
{
	return offset->op == TERM_NUMBER && value_is_byte(offset->constant);
}

static void store_own(struct sym *sym, const struct sym_target *target, const struct ir_type *type,
	const struct sym_value *value)
{
	struct sym_object *object = target->object;
	if (!is_byte(target->offset) || type->size <= 0) {
		sym_lose(sym, object);
		return;
	}
	int64_t offset = target->offset->constant;
	if (type->kind == IR_TYPE_RECORD) {
		if (value->kind == SYM_RECORD)
			copy_record(sym, object, offset, value->object, value->offset, type->size);
		else
			drop(sym, object, offset, type->size);
		if (value->kind != SYM_RECORD || object->is_param)
			sym_forget_start(object);
		return;
	}
	if (value->kind == SYM_OTHER && !value->real_known && !object->is_param && !sym_is_integer(type) &&
		type->kind != IR_TYPE_POINTER) {
		drop(sym, object, offset, type->size); /* nobody asks what it is */
		return;
	}
	struct sym_value held = *value;
	if (target->when->op != TERM_TRUE) {
		struct sym_value old = load_own(sym, object, offset, type, NULL);
		held = sym_choice(sym, target->when, value, &old);
	}
	sym_cell_set(sym, object, offset, type->size, &held);
}

/* ---- others' memory --------------------------------------------------------------------------- */

static void list(struct sym *sym, const struct sym_target *target, enum sym_access_kind kind, int64_t size,
	const struct sym_value *stored, const struct ir_type *type, const struct ir_expr *site)
{
	struct sym_access access = {.site = site,
		.function = sym->frame->function,
		.kind = kind,
		.is_volatile = type && type->is_volatile,
		.object = target->object,
		.offset = target->offset,
		.size = size,
		.guard = term_and(sym->terms, sym->state.live, target->when),
		.interval = sym_clock(sym, 0),
		.warp_interval = sym_clock(sym, 8)};
	if (sym->dry || access.guard->op == TERM_FALSE)
		return;
	if (stored && kind == SYM_WRITE) {
		access.stored = stored->kind == SYM_NUMBER ? stored->number : NULL;
		access.stores_real = stored->kind == SYM_OTHER && stored->real_known;
		access.real = stored->real;
		access.stored_scope = sym_scope(stored);
	}
	const struct term **turns = ARENA_ARRAY(sym->arena, const struct term *, sym->turn_count + 1);
	memcpy(turns, sym->turns, sym->turn_count * sizeof *turns);
	access.turns = turns;
	access.turn_count = sym->turn_count;
	vec_push(sym->arena, &sym->out->accesses, access);
}

void sym_access(struct sym *sym, const struct sym_value *place, enum sym_access_kind kind, int64_t size,
	const struct sym_value *stored, const struct ir_type *type, const struct ir_expr *site)
{
	if (place->kind != SYM_POINTER) {
		sym_refuse(sym, site, "an address that isn't followed");
		return;
	}
	for (size_t i = 0; i < place->target_count; i++) {
		const struct sym_target *target = &place->targets[i];
		if (target->object->space == SYM_LOCAL || target->object->space == SYM_CONSTANT)
			continue;
		list(sym, target, kind, size, stored, type, site);
	}
}

/* The value at one of a pointer's targets. A constant variable's is read where it is declared. */
static struct sym_value load_target(struct sym *sym, const struct sym_target *target,
	const struct ir_type *type, const struct ir_expr *site)
{
	struct sym_object *object = target->object;
	if (object->space == SYM_LOCAL) {
		if (is_byte(target->offset))
			return load_own(sym, object, target->offset->constant, type, site);
		return sym_unknown(
			sym, site, object->name, SYM_THREAD, SYM_DATA | target->offset->marks, type);
	}
	bool is_fixed = object->var && !object->var->is_assigned && !object->var->is_address_taken &&
			object->space == SYM_GLOBAL && target->offset->op == TERM_NUMBER;
	if (type->kind == IR_TYPE_POINTER && is_fixed) /* a __device__ variable that only the host sets */
		return sym_pointer(sym,
			pointee(sym, object->var, target->offset->constant, type, object->name),
			term_number(sym->terms, 0));
	unsigned scope =
		target->offset->scope > target->when->scope ? target->offset->scope : target->when->scope;
	if (scope < SYM_BLOCK && object->space == SYM_SHARED)
		scope = SYM_BLOCK;
	if (scope > SYM_THREAD || object->is_anything || type->is_volatile)
		scope = SYM_THREAD;
	return sym_unknown(sym, site, object->name, scope, SYM_DATA, type);
}

struct sym_value sym_load(struct sym *sym, const struct sym_value *place, const struct ir_type *type,
	const struct ir_expr *site)
{
	const struct ir_type *plain = ir_type_value(type);
	if (plain->kind == IR_TYPE_ARRAY || plain->kind == IR_TYPE_VOID)
		return sym_other(SYM_THREAD, 0);
	if (place->kind != SYM_POINTER || !place->target_count) {
		sym_access(sym, place, SYM_READ, plain->size, NULL, plain, site);
		return sym_unknown(sym, site, "a value", SYM_THREAD, SYM_DATA, plain);
	}
	sym_access(sym, place, SYM_READ, plain->size > 0 ? plain->size : 1, NULL, plain, site);
	struct sym_value out = load_target(sym, &place->targets[0], plain, site);
	for (size_t i = 1; i < place->target_count; i++) {
		struct sym_value other = load_target(sym, &place->targets[i], plain, site);
		out = sym_choice(sym, place->targets[i].when, &other, &out);
	}
	return out;
}

void sym_store(struct sym *sym, const struct sym_value *place, const struct ir_type *type,
	const struct sym_value *value, const struct ir_expr *site)
{
	const struct ir_type *plain = ir_type_value(type);
	bool leaks = value->kind == SYM_POINTER && sym_leads_to_own(value);
	for (size_t i = 0; leaks && place->kind == SYM_POINTER && i < place->target_count; i++)
		if (place->targets[i].object->space != SYM_LOCAL)
			sym_refuse(sym, site, "the address of a local variable is stored in memory");
	sym_access(sym, place, SYM_WRITE, plain->size > 0 ? plain->size : 1, value, plain, site);
	for (size_t i = 0; place->kind == SYM_POINTER && i < place->target_count; i++)
		if (place->targets[i].object->space == SYM_LOCAL)
			store_own(sym, &place->targets[i], plain, value);
}
