/* States and values: made, copied, joined where ways meet. */
#include "analyzer/proof/symbolic/machine.h"

#include <string.h>

enum { MOST_STEPS = 400000 };

void sym_refuse(struct sym *sym, const struct ir_expr *at, const char *why)
{
	if (sym->out->refused)
		return;
	sym->out->refused = why;
	sym->out->refused_at = at;
}

bool sym_spend(struct sym *sym)
{
	if (++sym->steps > MOST_STEPS)
		sym_refuse(sym, NULL, "the kernel is too large");
	return !sym->out->refused;
}

bool sym_is_over(const struct sym *sym)
{
	return sym->out->refused || sym->state.live->op == TERM_FALSE;
}

/* ---- values ----------------------------------------------------------------------------------- */

bool sym_is_integer(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM || type->kind == IR_TYPE_BOOL;
}

static bool is_signed(const struct ir_type *type)
{
	return type->kind == IR_TYPE_ENUM && type->element ? type->element->is_signed : type->is_signed;
}

unsigned sym_bits(const struct ir_type *type)
{
	return type->size >= 1 && type->size <= 8 ? (unsigned)type->size * 8 : 64;
}

const struct term *sym_fresh(struct sym *sym, const struct ir_expr *site, const char *name, unsigned scope,
	unsigned marks, const struct ir_type *type)
{
	struct sym_origin *origin = ARENA_NEW(sym->arena, struct sym_origin);
	origin->site = site;
	const struct term **turns = ARENA_ARRAY(sym->arena, const struct term *, sym->turn_count + 1);
	memcpy(turns, sym->turns, sym->turn_count * sizeof *turns);
	origin->turns = turns;
	origin->turn_count = sym->turn_count;
	unsigned bits = sym_bits(type);
	int64_t high = (int64_t)(UINT64_MAX >> (64 - bits + (is_signed(type) || bits == 64)));
	int64_t low = is_signed(type) ? -high - 1 : 0;
	if (type->kind == IR_TYPE_BOOL)
		high = 1;
	return term_fresh(sym->terms, name, scope, marks, low, high, origin);
}

struct sym_value sym_number(const struct term *number)
{
	return (struct sym_value){.kind = SYM_NUMBER, .number = number};
}

struct sym_value sym_other(unsigned scope, unsigned marks)
{
	return (struct sym_value){.kind = SYM_OTHER, .scope = scope, .marks = marks};
}

struct sym_value sym_pointer(struct sym *sym, struct sym_object *object, const struct term *offset)
{
	return (struct sym_value){.kind = SYM_POINTER,
		.targets = {{term_truth(sym->terms, true), object, offset}},
		.target_count = 1};
}

struct sym_value sym_unknown(struct sym *sym, const struct ir_expr *site, const char *name, unsigned scope,
	unsigned marks, const struct ir_type *type)
{
	type = ir_type_value(type);
	if (sym_is_integer(type))
		return sym_number(sym_fresh(sym, site, name, scope, marks, type));
	if (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY) {
		static const struct ir_type bytes = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
		return sym_pointer(sym, sym->anything, sym_fresh(sym, site, name, scope, marks, &bytes));
	}
	if (type->kind == IR_TYPE_RECORD) {
		struct sym_value out = {
			.kind = SYM_RECORD, .object = sym_object_new(sym, SYM_LOCAL, "a value", type)};
		out.object->is_lost = true;
		return out;
	}
	return sym_other(scope, marks);
}

bool sym_same(const struct sym_value *a, const struct sym_value *b)
{
	if (a->kind != b->kind || a->target_count != b->target_count)
		return false;
	switch (a->kind) {
	case SYM_NUMBER: return a->number == b->number;
	case SYM_RECORD: return a->object == b->object && a->offset == b->offset;
	case SYM_OTHER:
		return a->real_known && b->real_known ? a->real == b->real
						      : a->real_known == b->real_known &&
								a->scope == b->scope && a->marks == b->marks;
	default: break;
	}
	for (size_t i = 0; i < a->target_count; i++)
		if (a->targets[i].object != b->targets[i].object ||
			a->targets[i].offset != b->targets[i].offset ||
			a->targets[i].when != b->targets[i].when)
			return false;
	return true;
}

unsigned sym_scope(const struct sym_value *value)
{
	unsigned scope = value->kind == SYM_NUMBER                        ? value->number->scope
			 : value->kind == SYM_OTHER && !value->real_known ? value->scope
									  : 0;
	for (size_t i = 0; value->kind == SYM_POINTER && i < value->target_count; i++) {
		unsigned when = value->targets[i].when->scope, offset = value->targets[i].offset->scope;
		scope = scope > when ? scope : when;
		scope = scope > offset ? scope : offset;
	}
	return value->kind == SYM_RECORD || scope > SYM_THREAD ? SYM_THREAD : scope;
}

unsigned sym_marks(const struct sym_value *value)
{
	unsigned marks = value->kind == SYM_NUMBER  ? value->number->marks
			 : value->kind == SYM_OTHER ? value->marks
						    : 0;
	for (size_t i = 0; value->kind == SYM_POINTER && i < value->target_count; i++)
		marks |= value->targets[i].when->marks | value->targets[i].offset->marks;
	return marks;
}

bool sym_leads_to_own(const struct sym_value *value)
{
	for (size_t i = 0; i < value->target_count; i++)
		if (value->targets[i].object->space == SYM_LOCAL)
			return true;
	return false;
}

static void add_target(
	struct sym *sym, struct sym_value *out, const struct term *when, const struct sym_target *target)
{
	when = term_and(sym->terms, when, target->when);
	if (when->op == TERM_FALSE)
		return;
	for (size_t i = 0; i < out->target_count; i++) {
		struct sym_target *there = &out->targets[i];
		if (there->object != target->object)
			continue;
		there->offset = term_choice(sym->terms, when, target->offset, there->offset);
		there->when = term_or(sym->terms, there->when, when);
		return;
	}
	if (out->target_count == SYM_MOST_TARGETS) {
		if (sym_leads_to_own(out) || target->object->space == SYM_LOCAL)
			sym_refuse(sym, NULL, "a pointer that leads to many variables");
		*out = sym_pointer(sym, sym->anything, target->offset);
		return;
	}
	out->targets[out->target_count++] = (struct sym_target){when, target->object, target->offset};
}

struct sym_value sym_choice(
	struct sym *sym, const struct term *when, const struct sym_value *a, const struct sym_value *b)
{
	if (sym_same(a, b))
		return *a;
	if (a->kind == SYM_NUMBER && b->kind == SYM_NUMBER)
		return sym_number(term_choice(sym->terms, when, a->number, b->number));
	if (a->kind == SYM_POINTER && b->kind == SYM_POINTER) {
		struct sym_value out = {.kind = SYM_POINTER};
		const struct term *not = term_not(sym->terms, when);
		for (size_t i = 0; i < a->target_count; i++)
			add_target(sym, &out, when, &a->targets[i]);
		for (size_t i = 0; i < b->target_count; i++)
			add_target(sym, &out, not, &b->targets[i]);
		return out;
	}
	unsigned scope = sym_scope(a) > sym_scope(b) ? sym_scope(a) : sym_scope(b);
	scope = scope > when->scope ? scope : when->scope;
	return sym_other(scope > SYM_THREAD ? SYM_THREAD : scope, sym_marks(a) | sym_marks(b) | when->marks);
}

/* ---- states ----------------------------------------------------------------------------------- */

struct sym_state sym_state_copy(struct sym *sym, const struct sym_state *state)
{
	struct sym_state out = {.live = state->live};
	out.cells.count = state->cells.count;
	out.cells.capacity = state->cells.count + 8;
	out.cells.data = ARENA_ARRAY(sym->arena, struct sym_cell, out.cells.capacity);
	if (state->cells.count)
		memcpy(out.cells.data, state->cells.data, state->cells.count * sizeof *out.cells.data);
	return out;
}

static const struct sym_cell *find(const struct sym_state *state, const struct sym_cell *like, size_t hint)
{
	const struct sym_cell *cells = state->cells.data;
	if (hint < state->cells.count && cells[hint].object == like->object &&
		cells[hint].offset == like->offset && cells[hint].size == like->size)
		return &cells[hint];
	for (size_t i = state->cells.count; i-- > 0;)
		if (cells[i].object == like->object && cells[i].offset == like->offset &&
			cells[i].size == like->size)
			return &cells[i];
	return NULL;
}

/* What holds on the way `a` and not on the way `b`. */
static const struct term *distinction(struct sym *sym, const struct term *a, const struct term *b)
{
	const struct term *out = term_truth(sym->terms, true);
	size_t count = a->op == TERM_AND ? a->count : 1;
	for (size_t i = 0; i < count; i++) {
		const struct term *part = a->op == TERM_AND ? a->parts[i] : a;
		bool is_common = part == b;
		for (size_t k = 0; b->op == TERM_AND && k < b->count && !is_common; k++)
			is_common = b->parts[k] == part;
		if (!is_common)
			out = term_and(sym->terms, out, part);
	}
	return out;
}

struct sym_state sym_state_join(struct sym *sym, const struct sym_state *a, const struct sym_state *b)
{
	if (a->live->op == TERM_FALSE)
		return sym_state_copy(sym, b);
	if (b->live->op == TERM_FALSE)
		return sym_state_copy(sym, a);
	const struct term *when = distinction(sym, a->live, b->live);
	struct sym_state out = {.live = term_or(sym->terms, a->live, b->live)};
	for (size_t i = 0; i < a->cells.count; i++) {
		const struct sym_cell *mine = &a->cells.data[i], *other = find(b, mine, i);
		if (!other) { /* held on one way alone: unknown from here on */
			sym_forget_start(mine->object);
			continue;
		}
		struct sym_cell cell = *mine;
		cell.value = sym_choice(sym, when, &mine->value, &other->value);
		vec_push(sym->arena, &out.cells, cell);
	}
	for (size_t i = 0; i < b->cells.count; i++)
		if (!find(a, &b->cells.data[i], i))
			sym_forget_start(b->cells.data[i].object);
	return out;
}

void sym_states_add(struct sym *sym, sym_states *states, const struct sym_state *state)
{
	if (state->live->op != TERM_FALSE)
		vec_push(sym->arena, states, sym_state_copy(sym, state));
}

void sym_states_rejoin(struct sym *sym, sym_states *states)
{
	for (size_t i = 0; i < states->count; i++)
		sym->state = sym_state_join(sym, &states->data[i], &sym->state);
	states->count = 0;
}

unsigned sym_all_marks(struct arena *arena, const struct term *term)
{
	term_list root = {0}, all = {0};
	unsigned marks = term->marks;
	vec_push(arena, &root, term);
	term_gather(arena, &root, &all);
	for (size_t i = 0; i < all.count; i++) {
		const struct sym_origin *origin =
			all.data[i]->unknown ? sym_origin(all.data[i]->unknown) : NULL;
		if (origin && origin->is_open)
			marks |= SYM_CARRIED;
	}
	return marks;
}

void sym_promise(struct sym *sym, const struct term *holds)
{
	sym->left = term_or(
		sym->terms, sym->left, term_and(sym->terms, sym->state.live, term_not(sym->terms, holds)));
	sym->state.live = term_and(sym->terms, sym->state.live, holds);
}

/* ---- a kernel --------------------------------------------------------------------------------- */

struct sym_kernel *sym_run(struct terms *terms, const struct ir_module *module,
	const struct ir_function *kernel, const struct sym_launch *launch)
{
	struct arena *arena = terms_arena(terms);
	struct sym_kernel *out = ARENA_NEW(arena, struct sym_kernel);
	struct sym sym = {.terms = terms, .arena = arena, .module = module, .launch = launch, .out = out};
	struct sym_frame frame = {.function = kernel};
	sym.frame = &frame;
	sym.state.live = term_truth(terms, true);
	sym.left = term_truth(terms, false);
	sym.clock = sym_object_new(&sym, SYM_LOCAL, "barriers", NULL);
	sym.anything = sym_object_new(&sym, SYM_GLOBAL, "what a pointer leads to", NULL);
	sym.anything->is_anything = true;
	const struct sym_value none = sym_number(term_number(terms, 0));
	sym_cell_set(&sym, sym.clock, 0, 8, &none);
	sym_cell_set(&sym, sym.clock, 8, 8, &none);
	for (size_t i = 0; i < kernel->param_count; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		struct sym_object *object = sym_bind(&sym, &frame, kernel->params[i]);
		const struct sym_value place = sym_pointer(&sym, object, term_number(terms, 0));
		if (!sym_is_integer(type) && type->kind != IR_TYPE_POINTER)
			continue;
		const struct sym_value start = sym_load(&sym, &place, type, NULL);
		sym_cell_set(&sym, object, 0, type->size, &start);
	}
	if (kernel->is_pattern)
		sym_refuse(&sym, NULL, "it is a template that nothing instantiates");
	else if (!kernel->body || kernel->body_state == IR_BODY_DAMAGED)
		sym_refuse(&sym, NULL, "its text could not be read");
	else
		sym_stmt(&sym, kernel->body);
	return out;
}
