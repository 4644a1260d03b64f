/* The end of a loop: the turn in which the thread leaves, the state behind it, and what that says of the
 * turns before. */
#include "analyzer/proof/symbolic/loop.h"

#include <string.h>

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
	if (!loop_unknown_turns(looping, unknown))
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
	return term_copy(loop_terms(leaving->looping), term, in_last, leaving, &leaving->memo);
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

/* In place of what is followed no further, its number in the last turn. */
static struct sym_value after_last(struct looping *looping, const struct head *head, void *context)
{
	if (head->form != FORM_ANY)
		return loop_formed(looping, head, looping->last);
	struct sym_value value = head->start.value;
	value.number = last_of(context, head->unknown.number);
	loop_add_laws(looping, head, value.number, looping->last);
	return value;
}

/* What is known of the last turn, as far as the thread comes to the loop at all. */
static void define_last(struct looping *looping, const struct term *ends, const struct term *leaves)
{
	struct sym *sym = looping->sym;
	struct terms *terms = sym->terms;
	const struct term *law = term_or(terms, ends, leaves);
	if (!loop_is_do(looping) && !loop_term_turns(looping, looping->goes_on, false)) {
		struct leaving before = {.looping = looping};
		const struct term *last = looping->last;
		looping->last = term_add(terms, last, loop_number(looping, 1), -1);
		const struct term *went_on = last_of(&before, looping->goes_on);
		looping->last = last;
		law = term_and(terms, law,
			term_or(terms, term_equal(terms, last, loop_number(looping, 0)), went_on));
	}
	const struct term *through = term_and(terms, looping->entry.live, looping->ends);
	if (!sym->dry)
		vec_push(sym->arena, &sym->out->laws, term_or(terms, term_not(terms, through), law));
}

void loop_leave(struct looping *looping, size_t returns, const struct term *left_before)
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
	if (!loop_is_do(looping)) {
		/* the condition is found not to hold: what turns change is as after `last` of them */
		loop_enter(looping, after_last, &leaving);
		const struct term *goes_on = looping->goes_on;
		if (looping->stmt->expr) {
			goes_on = sym_condition(sym, looping->stmt->expr);
			ends = term_not(terms, goes_on);
		}
		sym->state.live = term_and(terms, sym->state.live, ends);
	}
	sym_states_rejoin(sym, &breaks);
	define_last(looping, loop_is_do(looping) ? broken : ends, leaves);
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
		*rest = loop_number(looping, 0);
	} else if (term->op == TERM_SUM) {
		for (size_t i = 0; i < term->count; i++)
			if (term->parts[i] == looping->turn)
				*factor = term->factors[i];
		*rest = term_add(loop_terms(looping), term, looping->turn, -*factor);
	}
	return !loop_term_turns(looping, *rest, true);
}

/* Whether a part of a sum gets no smaller from turn to turn. */
static bool rises(struct looping *looping, const struct term *part, int64_t factor)
{
	if (part == looping->turn)
		return factor >= 0;
	if (part->op == TERM_PRODUCT)
		for (int i = 0; i < 2; i++)
			if (part->parts[i] == looping->turn &&
				!loop_term_turns(looping, part->parts[1 - i], true) &&
				(factor >= 0 ? part->parts[1 - i]->low >= 0 : part->parts[1 - i]->high <= 0))
				return true;
	return !loop_term_turns(looping, part, true);
}

/* Whether a condition that holds in one turn held in all before, or is made to say so: `i != n` is that n
 * wasn't come to. *more: what has to be added. */
static bool held_before(struct looping *looping, const struct term *condition, const struct term **more)
{
	struct terms *terms = loop_terms(looping);
	const struct term *rest;
	int64_t factor;
	if (!loop_term_turns(looping, condition, true))
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
	const struct term *when = term_add(terms, loop_number(looping, 0), rest, -factor);
	*more = term_and(terms, *more,
		term_or(terms, term_less(terms, when, loop_number(looping, 0)),
			term_less(terms, looping->turn, when)));
	return true;
}

const struct term *loop_comes_to_turn(struct looping *looping, bool may_leave)
{
	struct terms *terms = loop_terms(looping);
	const struct term *in_time = may_leave ? term_at_most(terms, looping->turn, looping->last)
					       : term_less(terms, looping->turn, looping->last);
	return term_or(terms, in_time, term_not(terms, looping->ends));
}

/* Whether some part of a condition can't hold for ever: a number that rises by one at least with each turn
 * stays below zero. */
bool loop_comes_to_end(struct looping *looping, const struct term *condition)
{
	bool found = false, all = true;
	if (condition->op == TERM_AND) {
		for (size_t i = 0; i < condition->count; i++)
			found |= loop_comes_to_end(looping, condition->parts[i]);
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
void loop_note_earlier(struct looping *looping, bool may_leave)
{
	struct sym *sym = looping->sym;
	const struct term *more = term_truth(sym->terms, true);
	bool held = !may_leave && held_before(looping, looping->goes_on, &more);
	loop_origin(looping->turn)->is_open = !held;
	loop_origin(looping->last)->is_open = !held;
	if (held && more->op != TERM_TRUE && !sym->dry) {
		struct leaving before = {.looping = looping};
		const struct term *in_turn =
			term_and(sym->terms, looping->entry.live, loop_comes_to_turn(looping, false));
		vec_push(sym->arena, &sym->out->laws,
			term_or(sym->terms, term_not(sym->terms, in_turn), more));
		const struct term *last = looping->last;
		looping->last = term_add(sym->terms, last, loop_number(looping, 1), -1);
		const struct term *until = last_of(&before, more);
		looping->last = last;
		vec_push(sym->arena, &sym->out->laws,
			term_or(sym->terms,
				term_not(
					sym->terms, term_and(sym->terms, looping->entry.live, looping->ends)),
				term_or(sym->terms, term_equal(sym->terms, last, loop_number(looping, 0)),
					until)));
	}
}
