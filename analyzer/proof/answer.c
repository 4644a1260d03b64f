/* Words for answers. */
#include "analyzer/proof/property.h"

#include <string.h>

static struct arena *arena_of(const struct inquiry *inquiry)
{
	return terms_arena(inquiry->terms);
}

void answer_undecided(struct proof_answer *out, const char *reason, const char *decides,
	const struct ir_expr *site, const struct ir_expr *other)
{
	if (out->verdict == PROOF_REFUTED || (out->verdict == PROOF_UNDECIDED && out->reason))
		return;
	*out = (struct proof_answer){.verdict = PROOF_UNDECIDED,
		.reason = reason,
		.decides = decides,
		.site = site,
		.other = other};
}

const char *answer_marks(unsigned marks)
{
	if (marks & SYM_DATA)
		return "data in memory decides";
	if (marks & SYM_UNSEEN)
		return "the result of an atomic, a collective or a call decides";
	if (marks & SYM_UNSET)
		return "a variable that isn't set on every way decides";
	if (marks & ~(unsigned)SYM_CARRIED)
		return "a number beyond 64 bits decides";
	return marks ? "a number that a loop carries from turn to turn decides" : NULL;
}

const char *answer_sizes(struct inquiry *inquiry, const struct witness *witness)
{
	const char *text = "";
	int64_t extent;
	for (int axis = 0; axis < 3; axis++)
		if (witness_block(inquiry, witness, axis, &extent))
			text = arena_printf(arena_of(inquiry), "%s%s%s = %lld", text, *text ? ", " : "",
				inquiry->facts->launch.block_dim[axis]->unknown->name, (long long)extent);
	for (size_t i = 0; i < witness->unknowns->count; i++) {
		const struct term *term = witness->unknowns->data[i];
		const struct sym_origin *origin = sym_origin(term->unknown);
		if (term->scope != SYM_GRID || (origin && (origin->is_turn || origin->is_last)) ||
			term->marks)
			continue;
		text = arena_printf(arena_of(inquiry), "%s%s%s = %lld", text, *text ? ", " : "",
			term->unknown->name, (long long)witness->numbers[i]);
	}
	return text;
}

static const char *triple(struct inquiry *inquiry, const struct witness *witness, struct thread *thread,
	const struct term *const parts[3])
{
	int64_t numbers[3] = {0};
	int last = 0;
	for (int axis = 0; axis < 3; axis++) {
		if (!witness_number(witness, thread, parts[axis], &numbers[axis]))
			numbers[axis] = 0;
		if (parts[axis]->op != TERM_NUMBER || numbers[axis])
			last = axis;
	}
	const char *text = arena_printf(arena_of(inquiry), "%lld", (long long)numbers[0]);
	for (int axis = 1; axis <= last; axis++)
		text = arena_printf(arena_of(inquiry), "%s, %lld", text, (long long)numbers[axis]);
	return last ? arena_printf(arena_of(inquiry), "(%s)", text) : text;
}

const char *answer_thread(struct inquiry *inquiry, const struct witness *witness, struct thread *thread)
{
	const struct sym_launch *launch = &inquiry->facts->launch;
	return arena_printf(arena_of(inquiry), "thread %s of block %s",
		triple(inquiry, witness, thread, launch->thread),
		triple(inquiry, witness, thread, launch->block));
}

struct valuing {
	const struct inquiry *inquiry;
	const struct witness *witness;
};

static bool given(void *context, const struct term_unknown *unknown, int64_t *number)
{
	const struct valuing *valuing = context;
	for (size_t i = 0; i < valuing->witness->unknowns->count; i++)
		if (valuing->witness->unknowns->data[i]->unknown == unknown) {
			*number = valuing->witness->numbers[i];
			return true;
		}
	for (int axis = 0; axis < 3; axis++)
		if (valuing->inquiry->facts->launch.block_dim[axis]->unknown == unknown)
			return witness_block(valuing->inquiry, valuing->witness, axis, number);
	return false;
}

bool answer_value(struct inquiry *inquiry, const struct witness *witness, struct thread *thread,
	const struct term *term, int64_t *value)
{
	struct valuing valuing = {inquiry, witness};
	const struct term *own = thread ? thread_copy(thread, term) : term;
	return term_value(arena_of(inquiry), own, given, &valuing, value);
}
