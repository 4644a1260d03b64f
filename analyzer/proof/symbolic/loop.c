/* Loops, in one turn that stands for all.
 *
 * What a turn changes is found by trying: cells that differ at its end get an unknown at its head, and the
 * turn is tried again, until no more differ. A cell that goes on by what all turns have in common is then
 * start + step * turn; one that goes to and fro is told by the turn's parity; others are any number, the same
 * for all threads where what makes it is. `last` is the turn in which the thread leaves. */
#include "analyzer/proof/symbolic/loop.h"

enum { MOST_ROUNDS = 10 };

static const int64_t MOST_TURNS = (int64_t)1 << 40;

static const struct term *new_turn(struct looping *looping, bool is_turn, unsigned scope, unsigned marks)
{
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	struct sym *sym = looping->sym;
	const char *name = is_turn ? "turn" : "number of turns";
	const struct term *like = sym_fresh(sym, looping->stmt->expr, name, scope, marks, &wide);
	struct sym_origin *origin = loop_origin(like);
	origin->is_turn = is_turn;
	origin->is_last = !is_turn;
	return term_fresh(sym->terms, name, scope, marks, 0, MOST_TURNS, origin);
}

/* Whether an unknown is made anew in each turn. */
bool loop_unknown_turns(const struct looping *looping, const struct term_unknown *unknown)
{
	const struct sym_origin *origin = sym_origin(unknown);
	if (unknown == looping->turn->unknown)
		return true;
	for (size_t i = 0; origin && i < origin->turn_count; i++)
		if (origin->turns[i] == looping->turn)
			return true;
	return false;
}

bool loop_term_turns(const struct looping *looping, const struct term *term, bool turn_counts)
{
	term_list root = {0}, all = {0};
	vec_push(looping->sym->arena, &root, term);
	term_gather(looping->sym->arena, &root, &all);
	for (size_t i = 0; i < all.count; i++)
		if (all.data[i]->unknown && loop_unknown_turns(looping, all.data[i]->unknown) &&
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

void loop_enter(struct looping *looping,
	struct sym_value (*value)(struct looping *looping, const struct head *head, void *context),
	void *context)
{
	struct sym *sym = looping->sym;
	sym->state = sym_state_copy(sym, &looping->entry);
	for (size_t i = 0; i < looping->heads.count; i++) {
		const struct head *head = &looping->heads.data[i];
		if (head->form == FORM_GONE) {
			remove_cell(&sym->state, &head->start);
			sym_forget_start(head->start.object);
			continue;
		}
		*cell_in(&sym->state, &head->start) = value(looping, head, context);
	}
}

/* While turns are tried, an unknown for each; in the end, its form. */
static struct sym_value as_tried(struct looping *looping, const struct head *head, void *context)
{
	(void)looping;
	(void)context;
	return head->unknown;
}

static struct sym_value as_formed(struct looping *looping, const struct head *head, void *context)
{
	(void)context;
	return head->form == FORM_ANY ? head->unknown : loop_formed(looping, head, looping->turn);
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
	if (!loop_is_do(looping)) {
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
	if (loop_is_do(looping) && stmt->expr && !sym_is_over(sym)) {
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
		return sym_pointer(sym, stand_in, loop_number(looping, 0));
	}
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	const struct ir_type *type = &wide;
	if (head->start.object->type && sym_is_integer(ir_type_value(head->start.object->type)) &&
		!head->start.offset)
		type = ir_type_value(head->start.object->type);
	const struct term *fresh =
		sym_fresh(sym, NULL, head->start.object->name, head->scope, SYM_CARRIED, type);
	loop_origin(fresh)->is_head = true;
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
		loop_enter(looping, as_tried, NULL);
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

/* ---- a loop ----------------------------------------------------------------------------------- */

static unsigned widest(unsigned a, unsigned b)
{
	a = a > b ? a : b;
	return a > SYM_THREAD ? SYM_THREAD : a;
}

/* Goes through the condition once with the forms that were found, for what they tell of the end. */
static void find_end(struct looping *looping, unsigned scope, unsigned marks)
{
	struct sym *sym = looping->sym;
	size_t depth = sym->turn_count;
	const struct term *left = sym->left, *goes_on = looping->goes_on;
	looping->ends = term_truth(sym->terms, true);
	if (!loop_is_do(looping) && looping->stmt->expr) {
		sym->dry++;
		pushed(looping);
		loop_enter(looping, as_formed, NULL);
		goes_on = sym_condition(sym, looping->stmt->expr);
		sym->turn_count = depth;
		sym->dry--;
		sym->left = left;
		if (loop_comes_to_end(looping, goes_on))
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
	loop_find_forms(&looping);
	/* barriers are passed by all threads, or that is what is found wrong */
	bool is_forced = loop_barriers_per_turn(&looping) && !looping.returns && scope > SYM_BLOCK;
	if (is_forced)
		scope = SYM_BLOCK;
	looping.last = new_turn(&looping, false, scope, marks);
	loop_origin(looping.last)->is_forced = is_forced;
	for (size_t i = 0; i < looping.heads.count; i++)
		loop_add_laws(
			&looping, &looping.heads.data[i], looping.heads.data[i].unknown.number, looping.turn);
	loop_origin(looping.turn)->last = looping.last;
	size_t depth = sym->turn_count;
	find_end(&looping, scope, marks);
	pushed(&looping);
	loop_enter(&looping, as_formed, NULL);
	bool may_leave = loop_is_do(&looping) || looping.loop.leaves->op != TERM_FALSE;
	sym->state.live = term_and(sym->terms, sym->state.live, loop_comes_to_turn(&looping, may_leave));
	loop_add_ranges(&looping, looping.turn, sym->state.live, &sym->out->laws);
	loop_add_ranges(&looping, looping.last, term_and(sym->terms, looping.entry.live, looping.ends),
		&sym->out->consequences);
	run_turn(&looping);
	loop_bound_steps(&looping);
	loop_note_earlier(&looping, may_leave);
	sym->turn_count = depth;
	loop_leave(&looping, returns, left);
}
