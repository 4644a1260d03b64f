/* Barriers uniform: where one thread of a block comes to a barrier, all do that haven't left the kernel, in
 * the same turn of the loops around. */
#include "analyzer/proof/property.h"

static struct arena *arena_of(const struct inquiry *inquiry)
{
	return terms_arena(inquiry->terms);
}

static const struct term *parted(
	struct inquiry *inquiry, struct thread *const threads[2], const struct sym_barrier *barrier)
{
	struct terms *terms = inquiry->terms;
	const struct term *out = thread_copy(threads[0], barrier->guard);
	out = term_and(terms, out, term_not(terms, thread_copy(threads[1], barrier->guard)));
	out = term_and(terms, out, thread_copy(threads[1], barrier->present));
	for (size_t i = 0; i < barrier->turn_count; i++)
		out = term_and(terms, out,
			term_equal(terms, thread_copy(threads[0], barrier->turns[i]),
				thread_copy(threads[1], barrier->turns[i])));
	/* of loops that are over the end is taken for granted: who never leaves one meets nobody */
	for (size_t i = 0; i < inquiry->kernel->ends.count; i++) {
		const struct sym_end *end = &inquiry->kernel->ends.data[i];
		bool is_around = false;
		for (size_t k = 0; k < barrier->turn_count; k++)
			is_around |= barrier->turns[k] == end->turn;
		for (int k = 0; k < 2 && !is_around; k++)
			out = term_and(terms, out, thread_copy(threads[k], end->ends));
	}
	return out;
}

void property_barrier(struct inquiry *inquiry, struct proof_answer *out)
{
	struct thread all[2];
	struct thread *threads[2] = {&all[0], &all[1]};
	*out = (struct proof_answer){.verdict = PROOF_PROVEN};
	for (size_t i = 0; i < inquiry->kernel->barriers.count && out->verdict != PROOF_REFUTED; i++) {
		const struct sym_barrier *barrier = &inquiry->kernel->barriers.data[i];
		for (int k = 0; k < 2; k++) {
			thread_begin(threads[k], inquiry, SYM_THREAD);
			threads[k]->barrier = barrier;
		}
		const struct term *condition = parted(inquiry, threads, barrier);
		struct witness witness;
		if (question_ask(inquiry, threads, 2, condition, true) == SOLVER_NEVER)
			continue;
		const char *why = answer_marks(sym_all_marks(arena_of(inquiry), condition));
		/* in the first turn of the loops around all is told */
		for (size_t k = 0; k < barrier->turn_count; k++)
			condition = term_and(inquiry->terms, condition,
				term_equal(inquiry->terms, thread_copy(threads[0], barrier->turns[k]),
					term_number(inquiry->terms, 0)));
		if (!why && question_witness(inquiry, threads, 2, condition, true, &witness)) {
			const char *sizes = answer_sizes(inquiry, &witness);
			*out = (struct proof_answer){.verdict = PROOF_REFUTED, .site = barrier->site};
			out->reason = arena_printf(arena_of(inquiry),
				"%s%s%s comes to the barrier, and %s doesn't", sizes, *sizes ? ": " : "",
				answer_thread(inquiry, &witness, threads[0]),
				answer_thread(inquiry, &witness, threads[1]));
			continue;
		}
		if (!why)
			why = inquiry->solver ? "the solver doesn't come to an end" : "there is no solver";
		answer_undecided(out,
			arena_printf(arena_of(inquiry),
				"whether all threads of a block come to a barrier isn't decided: %s", why),
			NULL, barrier->site, NULL);
	}
}
