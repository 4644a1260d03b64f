/* Sets of roots, and what is recorded about them. */
#include "analyzer/host/effect/effect_state.h"

enum { MAX_DEPTH = 6 };

struct effect_value effect_join(struct effect_value a, struct effect_value b)
{
	return (struct effect_value){
		a.direct | b.direct, a.deep | b.deep, a.held | b.held, a.held_deep | b.held_deep};
}

struct effect_value effect_load(struct effect_value value)
{
	return (struct effect_value){
		value.held, value.direct | value.deep | value.held_deep, value.held, value.held_deep};
}

struct effect_value effect_hold(struct effect_value value)
{
	return (struct effect_value){
		.held = value.direct | value.held, .held_deep = value.deep | value.held_deep};
}

bool effect_is_empty(struct effect_value value)
{
	return !(value.direct | value.deep | value.held | value.held_deep);
}

static bool has_pointers(const struct ir_type *type, unsigned depth)
{
	type = ir_type_value(type);
	while (type && type->kind == IR_TYPE_ARRAY)
		type = ir_type_value(type->element);
	if (!type)
		return true;
	switch (type->kind) {
	case IR_TYPE_POINTER:
	case IR_TYPE_REFERENCE:
	case IR_TYPE_UNKNOWN:
	case IR_TYPE_DEPENDENT: return true;
	case IR_TYPE_RECORD: break;
	default: return false;
	}
	const struct ir_record *record = type->record;
	if (!record || depth > MAX_DEPTH || (record->is_system && !record->field_count))
		return true;
	for (size_t i = 0; i < record->field_count; i++)
		if (record->fields[i].type->kind == IR_TYPE_REFERENCE ||
			has_pointers(record->fields[i].type, depth + 1))
			return true;
	for (size_t i = 0; i < record->base_count; i++)
		if (has_pointers(record->bases[i], depth + 1))
			return true;
	return record->is_lambda;
}

bool effect_has_pointers(const struct ir_type *type)
{
	return has_pointers(type, 0);
}

static bool is_same_scalar(const struct ir_type *a, const struct ir_type *b)
{
	return a->kind == b->kind && a->size == b->size;
}

/* Whether an object of type `type` may be (part of) an element of type `whole`. */
static bool may_lie_in(const struct ir_type *type, const struct ir_type *whole, unsigned depth)
{
	type = ir_type_value(type);
	whole = ir_type_value(whole);
	while (whole && whole->kind == IR_TYPE_ARRAY)
		whole = ir_type_value(whole->element);
	while (type && type->kind == IR_TYPE_ARRAY)
		type = ir_type_value(type->element);
	if (!type || !whole || depth > MAX_DEPTH || type->kind == IR_TYPE_VOID ||
		whole->kind == IR_TYPE_VOID || type->kind <= IR_TYPE_UNKNOWN ||
		type->kind == IR_TYPE_DEPENDENT || whole->kind == IR_TYPE_DEPENDENT)
		return true;
	if (whole->kind != IR_TYPE_RECORD)
		return is_same_scalar(type, whole);
	const struct ir_record *record = whole->record;
	if (!record || record == type->record)
		return true;
	for (size_t i = 0; i < record->field_count; i++)
		if (may_lie_in(type, record->fields[i].type, depth + 1))
			return true;
	for (size_t i = 0; i < record->base_count; i++)
		if (may_lie_in(type, record->bases[i], depth + 1))
			return true;
	return false;
}

/* The next root of a set, taken out of it; a set that isn't empty. */
static size_t take(uint64_t *set)
{
	size_t index = 0;
	while (!(*set >> index & 1))
		index++;
	*set &= *set - 1;
	return index;
}

void effect_touch(
	struct effect_state *state, struct effect_value to, unsigned act, const struct ir_type *type)
{
	struct effect_root *roots = state->summary->roots;
	while (to.direct)
		roots[take(&to.direct)].direct |= act;
	while (to.deep) {
		struct effect_root *root = &roots[take(&to.deep)];
		root->deep |= act;
		if (may_lie_in(type, root->element, 0))
			root->direct |= EFFECT_UNKNOWN;
	}
}

void effect_escape(struct effect_state *state, struct effect_value value, const struct ir_type *type)
{
	const struct effect_value all = {value.direct | value.held, value.deep | value.held_deep, 0, 0};
	effect_touch(state, all, EFFECT_UNKNOWN, type);
}

/* ---- locals ---------------------------------------------------------------------------------- */

static size_t slot_of(const struct effect_state *state, const struct ir_var *var)
{
	uint64_t hash = (uint64_t)(uintptr_t)var * UINT64_C(0x9E3779B97F4A7C15);
	size_t mask = state->content_size - 1, slot = (size_t)(hash >> 32) & mask;
	while (state->contents[slot].var && state->contents[slot].var != var)
		slot = (slot + 1) & mask;
	return slot;
}

static void grow(struct effect_state *state)
{
	struct effect_content *old = state->contents;
	size_t old_size = state->content_size;
	state->content_size = old_size ? old_size * 2 : 32;
	state->contents = ARENA_ARRAY(state->arena, struct effect_content, state->content_size);
	for (size_t i = 0; i < old_size; i++)
		if (old[i].var)
			state->contents[slot_of(state, old[i].var)] = old[i];
}

struct effect_value *effect_content_of(struct effect_state *state, const struct ir_var *var)
{
	if (state->content_count * 2 >= state->content_size)
		grow(state);
	struct effect_content *content = &state->contents[slot_of(state, var)];
	if (!content->var) {
		content->var = var;
		state->content_count++;
	}
	return &content->value;
}

static bool add(struct effect_value *to, struct effect_value value)
{
	const struct effect_value joined = effect_join(*to, value);
	bool has_changed = joined.direct != to->direct || joined.deep != to->deep ||
			   joined.held != to->held || joined.held_deep != to->held_deep;
	*to = joined;
	return has_changed;
}

void effect_put(struct effect_state *state, const struct ir_var *var, struct effect_value value)
{
	if (!effect_is_empty(value) && add(effect_content_of(state, var), value))
		state->has_changed = true;
}

void effect_store(struct effect_state *state, struct effect_value value)
{
	add(&state->summary->stored, value);
}

size_t effect_global(struct effect_state *state, const struct ir_var *var)
{
	struct effect_summary *summary = state->summary;
	size_t count = summary->root_count;
	for (size_t i = EFFECT_GLOBALS; i < count; i++)
		if (summary->roots[i].var == var)
			return i;
	if (count >= EFFECT_ROOTS - 1)
		return EFFECT_ROOTS - 1;
	summary->roots[count] = (struct effect_root){.var = var, .element = var ? var->type : NULL};
	return summary->root_count++;
}

static bool is_array(const struct ir_expr *expr)
{
	return ir_type_value(ir_strip(expr)->type)->kind == IR_TYPE_ARRAY;
}

bool effect_is_whole(const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_CONDITIONAL: return expr->operand_count >= 3;
	case IR_INDEX:
	case IR_BINARY:
	case IR_ASSIGN: return expr->operand_count >= 2;
	case IR_UNARY:
	case IR_CAST:
	case IR_MEMBER: return expr->operand_count >= 1;
	default: return true;
	}
}

const struct ir_var *effect_base(const struct ir_expr *expr)
{
	for (unsigned steps = 0; expr && effect_is_whole(expr) && steps < 64; steps++) {
		switch (expr->kind) {
		case IR_CAST: expr = expr->operands[0]; break;
		case IR_MEMBER:
			expr = ir_strip_casts(expr->operands[0]);
			if (ir_type_value(expr->type)->kind == IR_TYPE_POINTER && expr->kind != IR_UNARY)
				return NULL;
			break;
		case IR_INDEX: expr = is_array(expr->operands[0]) ? expr->operands[0] : NULL; break;
		case IR_UNARY:
			if (expr->op != IR_OP_ADDRESS && expr->op != IR_OP_DEREF)
				return NULL;
			if (expr->op == IR_OP_DEREF && ir_strip_casts(expr->operands[0])->kind != IR_UNARY)
				return NULL;
			expr = expr->operands[0];
			break;
		case IR_CALL: expr = expr->call->object; break;
		case IR_VAR:
			if (expr->var->type->kind == IR_TYPE_REFERENCE) {
				expr = expr->var->storage == IR_LOCAL ? expr->var->init : NULL;
				break;
			}
			return expr->var->storage == IR_DEVICE || expr->var->storage == IR_MANAGED ||
					       expr->var->storage == IR_CONSTANT
				       ? NULL
				       : expr->var;
		default: return NULL;
		}
	}
	return NULL;
}
