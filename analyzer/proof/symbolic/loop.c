/* Loops, in one turn that stands for all.
 *
 * What a turn changes is found by trying: cells that differ at its end get an unknown at its head, and the
 * turn is tried again, until no more differ. A cell that goes on by what all turns have in common is then
 * start + step * turn; one that goes to and fro is told by the turn's parity; others are any number, the same
 * for all threads where what makes it is. `last` is the turn in which the thread leaves. */
#include "analyzer/proof/symbolic/machine.h"

#include <string.h>

enum { MOST_ROUNDS = 10 };

static const int64_t MOST_TURNS = (int64_t)1 << 40;

enum form {
	FORM_ANY,   /* an unknown */
	FORM_STEP,  /* start + step * turn */
	FORM_SWING, /* start in even turns, `other` in odd ones */
	FORM_GONE   /* nothing that is followed */
};

struct head {
	struct sym_cell start;
	struct sym_value unknown; /* at the head of a turn, while it is tried */
	struct sym_value after;   /* at the end of that turn */
	unsigned scope;
	enum form form;
	const struct term *step;
	struct sym_value other;
	unsigned wraps; /* bits, of a counter that wraps; 0: none */
	bool wraps_signed;
};

struct looping {
	struct sym *sym;
	const struct ir_stmt *stmt;
	struct sym_loop loop;
	struct sym_state entry;
	VEC(struct head) heads;
	const struct term *turn, *last;
	const struct term *ends;    /* the loop does */
	const struct term *goes_on; /* the condition in the turn that was gone through last */
	bool returns;
};

static bool is_do(const struct looping *looping)
{
	return looping->stmt->kind == IR_DO;
}

static struct terms *terms_of(const struct looping *looping)
{
	return looping->sym->terms;
}

static const struct term *number(const struct looping *looping, int64_t value)
{
	return term_number(terms_of(looping), value);
}

static struct sym_origin *origin_of(const struct term *term)
{
	return (struct sym_origin *)(uintptr_t)term->unknown->data;
}

static const struct term *new_turn(struct looping *looping, bool is_turn, unsigned scope, unsigned marks)
{
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	struct sym *sym = looping->sym;
	const char *name = is_turn ? "turn" : "number of turns";
	const struct term *like = sym_fresh(sym, looping->stmt->expr, name, scope, marks, &wide);
	struct sym_origin *origin = origin_of(like);
	origin->is_turn = is_turn;
	origin->is_last = !is_turn;
	return term_fresh(sym->terms, name, scope, marks, 0, MOST_TURNS, origin);
}

/* Whether an unknown is made anew in each turn. */
static bool is_of_turn(const struct looping *looping, const struct term_unknown *unknown)
{
	const struct sym_origin *origin = sym_origin(unknown);
	if (unknown == looping->turn->unknown)
		return true;
	for (size_t i = 0; origin && i < origin->turn_count; i++)
		if (origin->turns[i] == looping->turn)
			return true;
	return false;
}

static bool any_of_turn(const struct looping *looping, const struct term *term, bool turn_counts)
{
	term_list root = {0}, all = {0};
	vec_push(looping->sym->arena, &root, term);
	term_gather(looping->sym->arena, &root, &all);
	for (size_t i = 0; i < all.count; i++)
		if (all.data[i]->unknown && is_of_turn(looping, all.data[i]->unknown) &&
			(turn_counts || all.data[i] != looping->turn))
			return true;
	return false;
}

/* ---- one turn --------------------------------------------------------------------------------- */

static struct sym_value *cell_in(struct sym_state *state, const struct sym_cell *like)
{
	for (size_t i = state->cells.count; i-- > 0;) {
		struct sym_cell *cell = &state->cells.data[i];
		if (cell->object == like->object && cell->offset == like->offset && cell->size == like->size)
			return &cell->value;
	}
	return NULL;
}

static void remove_cell(struct sym_state *state, const struct sym_cell *like)
{
	size_t kept = 0;
	for (size_t i = 0; i < state->cells.count; i++) {
		const struct sym_cell *cell = &state->cells.data[i];
		if (cell->object != like->object || cell->offset != like->offset || cell->size != like->size)
			state->cells.data[kept++] = *cell;
	}
	state->cells.count = kept;
}

/* A head's value in turn `turn`, in its final form. */
static struct sym_value formed(struct looping *looping, const struct head *head, const struct term *turn)
{
	struct terms *terms = terms_of(looping);
	if (head->form == FORM_STEP) {
		const struct term *moved = term_multiply(terms, head->step, turn);
		if (head->start.value.kind == SYM_POINTER)
			return sym_moved(looping->sym, &head->start.value, moved);
		return sym_number(term_add(terms, head->start.value.number, moved, 1));
	}
	const struct term *is_even =
		term_equal(terms, term_remainder(terms, turn, number(looping, 2)), number(looping, 0));
	return sym_choice(looping->sym, is_even, &head->start.value, &head->other);
}

static void begin_turn(struct looping *looping, bool is_final)
{
	struct sym *sym = looping->sym;
	sym->state = sym_state_copy(sym, &looping->entry);
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *head = &looping->heads.data[i];
		if (head->form == FORM_GONE) {
			remove_cell(&sym->state, &head->start);
			sym_forget_start(head->start.object);
			continue;
		}
		struct sym_value *cell = cell_in(&sym->state, &head->start);
		*cell = is_final && head->form != FORM_ANY ? formed(looping, head, looping->turn)
							   : head->unknown;
	}
}

/* Condition, body, step. Leaves the state at the turn's end; `goes_on` is the condition. */
static void run_turn(struct looping *looping)
{
	struct sym *sym = looping->sym;
	const struct ir_stmt *stmt = looping->stmt;
	size_t returns = sym->frame->returns.count;
	const struct term *left = sym->left;
	looping->loop = (struct sym_loop){.up = sym->loop,
		.turn = looping->turn,
		.call_depth = sym->calls,
		.leaves = term_truth(sym->terms, false)};
	sym->loop = &looping->loop;
	looping->goes_on = term_truth(sym->terms, true);
	if (!is_do(looping)) {
		for (size_t i = 0; i < stmt->var_count; i++)
			sym_declare(sym, stmt->vars[i]);
		if (stmt->expr)
			looping->goes_on = sym_condition(sym, stmt->expr);
		sym->state.live = term_and(sym->terms, sym->state.live, looping->goes_on);
	}
	if (stmt->body)
		sym_stmt(sym, stmt->body);
	sym_states_rejoin(sym, &looping->loop.continues);
	if (stmt->step && !sym_is_over(sym))
		sym_expr(sym, stmt->step);
	if (is_do(looping) && stmt->expr && !sym_is_over(sym)) {
		looping->goes_on = sym_condition(sym, stmt->expr);
		struct sym_state out = sym_state_copy(sym, &sym->state);
		out.live = term_and(sym->terms, out.live, term_not(sym->terms, looping->goes_on));
		sym_states_add(sym, &looping->loop.breaks, &out);
		sym->state.live = term_and(sym->terms, sym->state.live, looping->goes_on);
	}
	sym->loop = looping->loop.up;
	looping->returns |= sym->frame->returns.count > returns || sym->left != left;
}

/* ---- what a turn changes ---------------------------------------------------------------------- */

/* A pointer at the head of a turn that is tried: to something of its own, by which it is known again. */
static struct sym_value any_value(struct looping *looping, const struct head *head)
{
	struct sym *sym = looping->sym;
	const struct sym_value *start = &head->start.value;
	if (start->kind == SYM_POINTER) {
		struct sym_object *stand_in = sym_object_new(sym, SYM_LOCAL, "a pointer's target", NULL);
		stand_in->space = SYM_GLOBAL;
		stand_in->is_anything = true;
		return sym_pointer(sym, stand_in, number(looping, 0));
	}
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	const struct ir_type *type = &wide;
	if (head->start.object->type && sym_is_integer(ir_type_value(head->start.object->type)) &&
		!head->start.offset)
		type = ir_type_value(head->start.object->type);
	const struct term *fresh =
		sym_fresh(sym, NULL, head->start.object->name, head->scope, SYM_CARRIED, type);
	origin_of(fresh)->is_head = true;
	return sym_number(fresh);
}

static void renew(struct looping *looping, struct head *head)
{
	const struct sym_value *start = &head->start.value;
	bool is_followed = start->kind == SYM_NUMBER || start->kind == SYM_POINTER;
	if (start->kind == SYM_POINTER && sym_leads_to_own(start))
		sym_refuse(looping->sym, looping->stmt->expr, "a pointer to variables that a loop changes");
	head->form = is_followed ? FORM_ANY : FORM_GONE;
	if (is_followed)
		head->unknown = any_value(looping, head);
}

static struct head *head_of(struct looping *looping, const struct sym_cell *cell)
{
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *head = &looping->heads.data[i];
		if (head->start.object == cell->object && head->start.offset == cell->offset &&
			head->start.size == cell->size)
			return head;
	}
	return NULL;
}

/* Compares the end of a turn with its head; whether there is something new. */
static bool compare(struct looping *looping)
{
	struct sym *sym = looping->sym;
	bool is_new = false;
	if (sym->state.live->op == TERM_FALSE)
		return false; /* no turn has an end */
	for (size_t i = 0; i < looping->entry.cells.count; i++) {
		const struct sym_cell *cell = &looping->entry.cells.data[i];
		struct head *head = head_of(looping, cell);
		const struct sym_value *after = cell_in(&sym->state, cell);
		if (head && head->form == FORM_GONE)
			continue;
		const struct sym_value *before = head ? &head->unknown : &cell->value;
		if (after && sym_same(after, before) && !head)
			continue;
		if (!head) {
			struct head fresh = {.start = *cell, .scope = sym_scope(&cell->value)};
			vec_push(sym->arena, &looping->heads, fresh);
			head = &looping->heads.data[looping->heads.count - 1];
			renew(looping, head);
			is_new = true;
		}
		if (!after || (after->kind != head->start.value.kind)) {
			is_new |= head->form != FORM_GONE;
			head->form = FORM_GONE;
			continue;
		}
		head->after = *after;
		if (head->form != FORM_GONE && sym_scope(after) > head->scope && head->scope < SYM_THREAD) {
			head->scope = sym_scope(after);
			renew(looping, head);
			is_new = true;
		}
	}
	return is_new;
}

static void pushed(struct looping *looping)
{
	struct sym *sym = looping->sym;
	if (sym->turn_count == SYM_MOST_LOOPS) {
		sym_refuse(sym, looping->stmt->expr, "loops nested too deeply");
		return;
	}
	sym->turns[sym->turn_count++] = looping->turn;
}

static void find_heads(struct looping *looping)
{
	struct sym *sym = looping->sym;
	size_t returns = sym->frame->returns.count, depth = sym->turn_count;
	const struct term *left = sym->left;
	bool is_new = true;
	sym->dry++;
	pushed(looping);
	for (int round = 0; round < MOST_ROUNDS && is_new && !sym->out->refused; round++) {
		begin_turn(looping, false);
		run_turn(looping);
		is_new = compare(looping);
		sym->frame->returns.count = returns;
		sym->left = left;
	}
	sym->turn_count = depth;
	sym->dry--;
	if (is_new)
		sym_refuse(sym, looping->stmt->expr, "a loop whose turns have nothing in common");
}

/* ---- forms ------------------------------------------------------------------------------------ */

static void find_number_form(struct looping *looping, struct head *head)
{
	struct terms *terms = terms_of(looping);
	const struct term *before = head->unknown.number, *after = head->after.number;
	const struct term *step = term_add(terms, after, before, -1);
	if (after->op == TERM_WRAP && any_of_turn(looping, step, true)) {
		step = term_add(terms, after->parts[0], before, -1);
		head->wraps = after->bits;
		head->wraps_signed = after->is_signed;
	}
	if (!any_of_turn(looping, step, true)) {
		head->form = FORM_STEP;
		head->step = step;
		return;
	}
	head->wraps = 0;
	const struct term *sum = term_add(terms, after, before, 1);
	if (!any_of_turn(looping, sum, true)) {
		head->form = FORM_SWING;
		head->other = sym_number(term_add(terms, sum, head->start.value.number, -1));
	} else if (after == term_bits(terms, '^', before, number(looping, 1), 32, true)) {
		head->form = FORM_SWING;
		head->other = sym_number(
			term_bits(terms, '^', head->start.value.number, number(looping, 1), 32, true));
	}
}

static void find_pointer_form(struct looping *looping, struct head *head)
{
	if (head->after.target_count != 1) {
		head->form = FORM_GONE;
		return;
	}
	const struct sym_target *after = &head->after.targets[0];
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *from = &looping->heads.data[i];
		if (from->start.value.kind != SYM_POINTER || from->unknown.target_count != 1 ||
			from->unknown.targets[0].object != after->object)
			continue;
		if (from == head && !any_of_turn(looping, after->offset, true)) {
			head->form = FORM_STEP;
			head->step = after->offset;
			return;
		}
		/* the other one gets this one's in turn */
		bool swaps = from != head && from->after.target_count == 1 &&
			     from->after.targets[0].object == head->unknown.targets[0].object &&
			     term_number_is(after->offset, 0) &&
			     term_number_is(from->after.targets[0].offset, 0);
		if (swaps) {
			head->form = FORM_SWING;
			head->other = from->start.value;
			return;
		}
	}
	head->form = FORM_GONE;
}

/* The exact next number of one that is multiplied from turn to turn; NULL: it isn't. */
static const struct term *grown(const struct head *head)
{
	const struct term *after = head->after.number;
	if (head->form != FORM_ANY || head->start.value.kind != SYM_NUMBER || !after)
		return NULL;
	if (after->op == TERM_WRAP)
		after = after->parts[0];
	bool grows = after->op == TERM_SUM && after->count == 1 && after->parts[0] == head->unknown.number &&
		     after->factors[0] >= 1 && after->constant >= 0;
	return grows ? after : NULL;
}

/* Numbers that get smaller or larger from turn to turn, in another way than by steps, stay on their side. */
static void add_laws(
	struct looping *looping, const struct head *head, const struct term *value, const struct term *turn)
{
	struct sym *sym = looping->sym;
	struct terms *terms = sym->terms;
	const struct term *start = head->start.value.number, *before = head->unknown.number,
			  *after = head->after.number;
	if (sym->dry || head->form != FORM_ANY || head->start.value.kind != SYM_NUMBER)
		return;
	const struct term *first = term_equal(terms, turn, number(looping, 0));
	vec_push(sym->arena, &sym->out->laws,
		term_or(terms, term_not(terms, first), term_equal(terms, value, start)));
	bool shrinks = after->op == TERM_QUOTIENT && after->parts[0] == before && after->parts[1]->low >= 1;
	shrinks |= after->op == TERM_CHOICE && after->parts[2]->op == TERM_QUOTIENT &&
		   after->parts[2]->parts[0] == before && after->parts[2]->parts[1]->low >= 1;
	const struct term *exact = grown(head);
	const struct term *is_plus = term_at_most(terms, number(looping, 0), start);
	const struct term *law = NULL;
	if (shrinks)
		law = term_and(terms, term_at_most(terms, number(looping, 0), value),
			term_at_most(terms, value, start));
	else if (exact)
		law = term_at_most(terms, start, value);
	if (law)
		vec_push(sym->arena, &sym->out->laws, term_or(terms, term_not(terms, is_plus), law));
}

static void find_forms(struct looping *looping)
{
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *head = &looping->heads.data[i];
		if (head->form == FORM_ANY && head->start.value.kind == SYM_NUMBER && head->after.number)
			find_number_form(looping, head);
		else if (head->form == FORM_ANY && head->start.value.kind == SYM_POINTER)
			find_pointer_form(looping, head);
	}
}

/* ---- leaving ---------------------------------------------------------------------------------- */

/* What belongs to a turn, as it is in the last one. */
struct leaving {
	struct looping *looping;
	unsigned scope;
	VEC(const struct term_unknown *) from;
	VEC(const struct term *) to;
	struct term_memo memo;
};

static const struct term *in_last(void *context, const struct term_unknown *unknown)
{
	struct leaving *leaving = context;
	struct looping *looping = leaving->looping;
	struct sym *sym = looping->sym;
	if (unknown == looping->turn->unknown)
		return looping->last;
	if (!is_of_turn(looping, unknown))
		return NULL;
	for (size_t i = 0; i < leaving->from.count; i++)
		if (leaving->from.data[i] == unknown)
			return leaving->to.data[i];
	const struct sym_origin *old = sym_origin(unknown);
	struct sym_origin *origin = ARENA_NEW(sym->arena, struct sym_origin);
	*origin = *old;
	const struct term **turns = ARENA_ARRAY(sym->arena, const struct term *, sym->turn_count + 1);
	memcpy(turns, sym->turns, sym->turn_count * sizeof *turns);
	origin->turns = turns;
	origin->turn_count = sym->turn_count;
	/* a turn of a loop within is one thread's */
	unsigned scope = origin->is_turn ? SYM_THREAD : unknown->scope;
	origin->is_turn = origin->is_head = false;
	scope = scope > leaving->scope ? scope : leaving->scope;
	const struct term *to =
		unknown->is_condition
			? term_fresh_condition(sym->terms, unknown->name, scope, unknown->marks, origin)
			: term_fresh(sym->terms, unknown->name, scope, unknown->marks, unknown->low,
				  unknown->high, origin);
	vec_push(sym->arena, &leaving->from, unknown);
	vec_push(sym->arena, &leaving->to, to);
	return to;
}

static const struct term *last_of(struct leaving *leaving, const struct term *term)
{
	return term_copy(terms_of(leaving->looping), term, in_last, leaving, &leaving->memo);
}

static void state_in_last(struct leaving *leaving, struct sym_state *state)
{
	state->live = last_of(leaving, state->live);
	for (size_t i = 0; i < state->cells.count; i++) {
		struct sym_value *value = &state->cells.data[i].value;
		if (value->kind == SYM_NUMBER)
			value->number = last_of(leaving, value->number);
		if (value->kind == SYM_OTHER && !value->real_known && leaving->scope > value->scope)
			value->scope = leaving->scope;
		for (size_t k = 0; value->kind == SYM_POINTER && k < value->target_count; k++) {
			value->targets[k].when = last_of(leaving, value->targets[k].when);
			value->targets[k].offset = last_of(leaving, value->targets[k].offset);
		}
	}
}

/* The state in which the condition is found not to hold: what turns change is as after `last` of them. */
static void end_normally(struct looping *looping, struct leaving *leaving)
{
	struct sym *sym = looping->sym;
	sym->state = sym_state_copy(sym, &looping->entry);
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *head = &looping->heads.data[i];
		if (head->form == FORM_GONE) {
			remove_cell(&sym->state, &head->start);
			sym_forget_start(head->start.object);
			continue;
		}
		struct sym_value *cell = cell_in(&sym->state, &head->start);
		if (head->form == FORM_ANY) {
			cell->number = last_of(leaving, head->unknown.number);
			add_laws(looping, head, cell->number, looping->last);
		} else {
			*cell = formed(looping, head, looping->last);
		}
	}
}

static unsigned barriers_per_turn(const struct looping *looping)
{
	for (size_t i = 0; i < looping->heads.count; i++) {
		const struct head *head = &looping->heads.data[i];
		if (head->start.object == looping->sym->clock && head->start.offset == 0 &&
			head->form == FORM_STEP && head->step->op == TERM_NUMBER)
			return (unsigned)head->step->constant;
	}
	return 0;
}

static unsigned widest(unsigned a, unsigned b)
{
	a = a > b ? a : b;
	return a > SYM_THREAD ? SYM_THREAD : a;
}

/* What is known of the last turn, as far as the thread comes to the loop at all. */
static void define_last(struct looping *looping, const struct term *ends, const struct term *leaves)
{
	struct sym *sym = looping->sym;
	struct terms *terms = sym->terms;
	const struct term *law = term_or(terms, ends, leaves);
	if (!is_do(looping) && !any_of_turn(looping, looping->goes_on, false)) {
		struct leaving before = {.looping = looping};
		const struct term *last = looping->last;
		looping->last = term_add(terms, last, number(looping, 1), -1);
		const struct term *went_on = last_of(&before, looping->goes_on);
		looping->last = last;
		law = term_and(
			terms, law, term_or(terms, term_equal(terms, last, number(looping, 0)), went_on));
	}
	const struct term *through = term_and(terms, looping->entry.live, looping->ends);
	if (!sym->dry)
		vec_push(sym->arena, &sym->out->laws, term_or(terms, term_not(terms, through), law));
}

static void leave_loop(struct looping *looping, size_t returns, const struct term *left_before)
{
	struct sym *sym = looping->sym;
	struct terms *terms = sym->terms;
	struct leaving leaving = {.looping = looping, .scope = looping->last->scope};
	sym_states breaks = looping->loop.breaks;
	const struct term *leaves = last_of(&leaving, looping->loop.leaves);
	const struct term *broken = term_truth(terms, false), *ends = broken;
	for (size_t i = 0; i < breaks.count; i++) {
		state_in_last(&leaving, &breaks.data[i]);
		broken = term_or(terms, broken, breaks.data[i].live);
	}
	for (size_t i = returns; i < sym->frame->returns.count; i++)
		state_in_last(&leaving, &sym->frame->returns.data[i]);
	if (sym->left != left_before)
		sym->left = last_of(&leaving, sym->left);
	sym->state.live = term_truth(terms, false);
	if (!is_do(looping)) {
		end_normally(looping, &leaving);
		const struct term *goes_on = looping->goes_on;
		if (looping->stmt->expr) {
			goes_on = sym_condition(sym, looping->stmt->expr);
			ends = term_not(terms, goes_on);
		}
		sym->state.live = term_and(terms, sym->state.live, ends);
	}
	sym_states_rejoin(sym, &breaks);
	define_last(looping, is_do(looping) ? broken : ends, leaves);
	/* whoever came to the loop goes on behind it, but for those who have left the function */
	if (!looping->returns)
		sym->state.live = term_and(terms, looping->entry.live, looping->ends);
	else
		sym->state.live = term_and(terms, sym->state.live, looping->ends);
}

/* ---- earlier turns ---------------------------------------------------------------------------- */

/* rest + factor * turn, where nothing else hangs on the turn; false: it is no such sum. */
static bool is_linear(
	struct looping *looping, const struct term *term, const struct term **rest, int64_t *factor)
{
	*factor = 0;
	*rest = term;
	if (term == looping->turn) {
		*factor = 1;
		*rest = number(looping, 0);
	} else if (term->op == TERM_SUM) {
		for (size_t i = 0; i < term->count; i++)
			if (term->parts[i] == looping->turn)
				*factor = term->factors[i];
		*rest = term_add(terms_of(looping), term, looping->turn, -*factor);
	}
	return !any_of_turn(looping, *rest, true);
}

/* Whether a part of a sum gets no smaller from turn to turn. */
static bool rises(struct looping *looping, const struct term *part, int64_t factor)
{
	if (part == looping->turn)
		return factor >= 0;
	if (part->op == TERM_PRODUCT)
		for (int i = 0; i < 2; i++)
			if (part->parts[i] == looping->turn &&
				!any_of_turn(looping, part->parts[1 - i], true) &&
				(factor >= 0 ? part->parts[1 - i]->low >= 0 : part->parts[1 - i]->high <= 0))
				return true;
	return !any_of_turn(looping, part, true);
}

/* Whether a condition that holds in one turn held in all before, or is made to say so: `i != n` is that n
 * wasn't come to. *more: what has to be added. */
static bool held_before(struct looping *looping, const struct term *condition, const struct term **more)
{
	struct terms *terms = terms_of(looping);
	const struct term *rest;
	int64_t factor;
	if (!any_of_turn(looping, condition, true))
		return true;
	if (condition->op == TERM_AND || condition->op == TERM_OR) {
		const struct term *ignored = *more;
		bool held = true;
		for (size_t i = 0; i < condition->count; i++)
			held &= held_before(
				looping, condition->parts[i], condition->op == TERM_AND ? more : &ignored);
		return held && (condition->op == TERM_AND || ignored == *more);
	}
	if (condition->op == TERM_IS_LOW) {
		const struct term *sum = condition->parts[0];
		bool all = sum->op == TERM_SUM || rises(looping, sum, 1);
		for (size_t i = 0; sum->op == TERM_SUM && i < sum->count && all; i++)
			all = rises(looping, sum->parts[i], sum->factors[i]);
		return all;
	}
	if (condition->op != TERM_NOT || condition->parts[0]->op != TERM_IS_ZERO ||
		!is_linear(looping, condition->parts[0]->parts[0], &rest, &factor) ||
		(factor != 1 && factor != -1))
		return false;
	/* rest + factor * turn is zero in this turn */
	const struct term *when = term_add(terms, number(looping, 0), rest, -factor);
	*more = term_and(terms, *more,
		term_or(terms, term_less(terms, when, number(looping, 0)),
			term_less(terms, looping->turn, when)));
	return true;
}

/* What a counter holds is in its type, in every turn that is come to. */
static void add_ranges(
	struct looping *looping, const struct term *turn, const struct term *live, term_list *list)
{
	struct sym *sym = looping->sym;
	for (size_t i = 0; i < looping->heads.count && !sym->dry; i++) {
		const struct head *head = &looping->heads.data[i];
		const struct ir_type *type = head->start.object->type;
		type = type ? ir_type_value(type) : NULL;
		if (head->form != FORM_STEP || head->start.value.kind != SYM_NUMBER || !type ||
			type->kind != IR_TYPE_INT || type->size != head->start.size)
			continue;
		const struct term *fits = term_fits(
			sym->terms, formed(looping, head, turn).number, sym_bits(type), type->is_signed);
		if (fits->op != TERM_TRUE)
			vec_push(sym->arena, list, term_or(sym->terms, term_not(sym->terms, live), fits));
	}
}

static const struct term *comes_to_turn(struct looping *looping, bool may_leave)
{
	struct terms *terms = terms_of(looping);
	const struct term *in_time = may_leave ? term_at_most(terms, looping->turn, looping->last)
					       : term_less(terms, looping->turn, looping->last);
	return term_or(terms, in_time, term_not(terms, looping->ends));
}

/* Whether some part of a condition can't hold for ever: a number that rises by one at least with each turn
 * stays below zero. */
static bool comes_to_end(struct looping *looping, const struct term *condition)
{
	bool found = false, all = true;
	if (condition->op == TERM_AND) {
		for (size_t i = 0; i < condition->count; i++)
			found |= comes_to_end(looping, condition->parts[i]);
		return found;
	}
	const struct term *sum = condition->op == TERM_IS_LOW ? condition->parts[0] : NULL;
	if (!sum || sum->op != TERM_SUM)
		return sum == looping->turn;
	for (size_t i = 0; i < sum->count; i++) {
		const struct term *part = sum->parts[i];
		all &= rises(looping, part, sum->factors[i]);
		found |= part == looping->turn && sum->factors[i] > 0;
		for (int k = 0; part->op == TERM_PRODUCT && k < 2; k++)
			found |= part->parts[k] == looping->turn && part->parts[1 - k]->low >= 1 &&
				 sum->factors[i] > 0;
	}
	return all && found;
}

/* That a turn is come to is told by its condition where that held in all turns before. */
static void note_earlier(struct looping *looping, bool may_leave)
{
	struct sym *sym = looping->sym;
	const struct term *more = term_truth(sym->terms, true);
	bool held = !may_leave && held_before(looping, looping->goes_on, &more);
	origin_of(looping->turn)->is_open = !held;
	origin_of(looping->last)->is_open = !held;
	if (held && more->op != TERM_TRUE && !sym->dry) {
		struct leaving before = {.looping = looping};
		const struct term *in_turn =
			term_and(sym->terms, looping->entry.live, comes_to_turn(looping, false));
		vec_push(sym->arena, &sym->out->laws,
			term_or(sym->terms, term_not(sym->terms, in_turn), more));
		const struct term *last = looping->last;
		looping->last = term_add(sym->terms, last, number(looping, 1), -1);
		const struct term *until = last_of(&before, more);
		looping->last = last;
		vec_push(sym->arena, &sym->out->laws,
			term_or(sym->terms,
				term_not(
					sym->terms, term_and(sym->terms, looping->entry.live, looping->ends)),
				term_or(sym->terms, term_equal(sym->terms, last, number(looping, 0)),
					until)));
	}
}

/* ---- a loop ----------------------------------------------------------------------------------- */

/* A counter that wraps isn't what its form says. */
static void bound_steps(struct looping *looping)
{
	struct sym *sym = looping->sym;
	for (size_t i = 0; i < looping->heads.count && !sym->dry; i++) {
		const struct head *head = &looping->heads.data[i];
		const struct term *exact = grown(head), *after = head->after.number;
		if (exact && after->op == TERM_WRAP) {
			struct sym_bound bound = {
				.site = looping->stmt->step ? looping->stmt->step : looping->stmt->expr,
				.function = sym->frame->function,
				.guard = sym->state.live,
				.result = exact,
				.bits = after->bits,
				.is_signed = after->is_signed,
				.is_counter = true,
				.is_step = !after->is_signed};
			vec_push(sym->arena, &sym->out->bounds, bound);
		}
		if (head->form != FORM_STEP || !head->wraps)
			continue;
		struct sym_bound bound = {
			.site = looping->stmt->step ? looping->stmt->step : looping->stmt->expr,
			.function = sym->frame->function,
			.guard = sym->state.live,
			.result = formed(
				looping, head, term_add(sym->terms, looping->turn, number(looping, 1), 1))
					  .number,
			.bits = head->wraps,
			.is_signed = head->wraps_signed,
			.is_counter = true,
			.is_step = !head->wraps_signed};
		vec_push(sym->arena, &sym->out->bounds, bound);
	}
}

/* Goes through the condition once with the forms that were found, for what they tell of the end. */
static void find_end(struct looping *looping, unsigned scope, unsigned marks)
{
	struct sym *sym = looping->sym;
	size_t depth = sym->turn_count;
	const struct term *left = sym->left, *goes_on = looping->goes_on;
	looping->ends = term_truth(sym->terms, true);
	if (!is_do(looping) && looping->stmt->expr) {
		sym->dry++;
		pushed(looping);
		begin_turn(looping, true);
		goes_on = sym_condition(sym, looping->stmt->expr);
		sym->turn_count = depth;
		sym->dry--;
		sym->left = left;
		if (comes_to_end(looping, goes_on))
			return;
	}
	const struct term *like = new_turn(looping, false, scope, marks | SYM_CARRIED);
	looping->ends = term_fresh_condition(
		sym->terms, "a loop ends", scope, marks | SYM_CARRIED, like->unknown->data);
	struct sym_end end = {looping->turn, looping->ends};
	if (!sym->dry)
		vec_push(sym->arena, &sym->out->ends, end);
}

void sym_loop(struct sym *sym, const struct ir_stmt *stmt)
{
	struct looping looping = {.sym = sym, .stmt = stmt};
	if (stmt->init)
		sym_stmt(sym, stmt->init);
	if (sym_is_over(sym))
		return;
	looping.turn = new_turn(&looping, true, SYM_GRID, 0);
	looping.entry = sym_state_copy(sym, &sym->state);
	size_t returns = sym->frame->returns.count;
	const struct term *left = sym->left;
	find_heads(&looping);
	if (sym->out->refused)
		return;
	unsigned scope = widest(looping.goes_on->scope, looping.loop.leaves->scope);
	unsigned marks = (looping.goes_on->marks | looping.loop.leaves->marks) & ~(unsigned)SYM_CARRIED;
	find_forms(&looping);
	/* barriers are passed by all threads, or that is what is found wrong */
	bool is_forced = barriers_per_turn(&looping) && !looping.returns && scope > SYM_BLOCK;
	if (is_forced)
		scope = SYM_BLOCK;
	looping.last = new_turn(&looping, false, scope, marks);
	origin_of(looping.last)->is_forced = is_forced;
	for (size_t i = 0; i < looping.heads.count; i++)
		add_laws(
			&looping, &looping.heads.data[i], looping.heads.data[i].unknown.number, looping.turn);
	origin_of(looping.turn)->last = looping.last;
	size_t depth = sym->turn_count;
	find_end(&looping, scope, marks);
	pushed(&looping);
	begin_turn(&looping, true);
	bool may_leave = is_do(&looping) || looping.loop.leaves->op != TERM_FALSE;
	sym->state.live = term_and(sym->terms, sym->state.live, comes_to_turn(&looping, may_leave));
	add_ranges(&looping, looping.turn, sym->state.live, &sym->out->laws);
	add_ranges(&looping, looping.last, term_and(sym->terms, looping.entry.live, looping.ends),
		&sym->out->consequences);
	run_turn(&looping);
	bound_steps(&looping);
	note_earlier(&looping, may_leave);
	sym->turn_count = depth;
	leave_loop(&looping, returns, left);
}
