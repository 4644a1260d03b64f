/* No overflow: no operation on the way to an address, or to a condition under which memory is accessed, has
 * a result that its type can't hold, as long as arrays fit the memory of a chip. */
#include "analyzer/proof/property.h"

/* Bytes of the largest chip. */
static const int64_t MOST_MEMORY = INT64_C(288000000000);

static struct arena *arena_of(const struct inquiry *inquiry)
{
	return terms_arena(inquiry->terms);
}

static bool is_in(const struct inquiry *inquiry, const struct term *part, const struct term *whole)
{
	term_list root = {0}, all = {0};
	vec_push(arena_of(inquiry), &root, whole);
	term_gather(arena_of(inquiry), &root, &all);
	for (size_t i = 0; i < all.count; i++) {
		if (all.data[i] == part)
			return true;
		/* a sum goes into a larger one part by part */
		const struct term *sum = all.data[i];
		if (sum->op != TERM_SUM || part->op != TERM_SUM)
			continue;
		size_t found = 0;
		for (size_t a = 0; a < part->count; a++)
			for (size_t b = 0; b < sum->count; b++)
				found += part->parts[a] == sum->parts[b];
		if (found == part->count)
			return true;
	}
	return false;
}

/* Whether accesses depend on the operation; with that their addresses lie within a chip's memory. */
static bool matters(struct inquiry *inquiry, const struct sym_bound *bound, const struct term **fits)
{
	struct terms *terms = inquiry->terms;
	bool found = bound->is_counter;
	*fits = term_truth(terms, true);
	for (size_t i = 0; i < inquiry->kernel->accesses.count; i++) {
		const struct sym_access *access = &inquiry->kernel->accesses.data[i];
		bool in_offset = is_in(inquiry, bound->result, access->offset);
		found |= in_offset || is_in(inquiry, bound->result, access->guard);
		if (!in_offset)
			continue;
		const struct term *within =
			term_and(terms, term_at_most(terms, term_number(terms, 0), access->offset),
				term_at_most(terms, access->offset, term_number(terms, MOST_MEMORY)));
		*fits = term_and(terms, *fits, term_or(terms, term_not(terms, access->guard), within));
	}
	return found;
}

static const struct term *overflows(struct inquiry *inquiry, const struct sym_bound *bound)
{
	struct terms *terms = inquiry->terms;
	return term_and(terms, bound->guard,
		term_not(terms, term_fits(terms, bound->result, bound->bits, bound->is_signed)));
}

bool property_steps_hold(struct inquiry *inquiry, const struct sym_bound **which)
{
	struct thread thread, *threads = &thread;
	thread_begin(&thread, inquiry, SYM_THREAD + 1);
	for (size_t i = 0; i < inquiry->kernel->bounds.count; i++) {
		const struct sym_bound *bound = &inquiry->kernel->bounds.data[i];
		if (!bound->is_step)
			continue;
		*which = bound;
		if (question_ask(inquiry, &threads, 1, overflows(inquiry, bound), false) != SOLVER_NEVER)
			return false;
	}
	return true;
}

static void judge(struct inquiry *inquiry, struct thread *thread, const struct sym_bound *bound,
	struct proof_answer *out)
{
	const struct term *fits, *condition = overflows(inquiry, bound);
	struct witness witness;
	int64_t value;
	if (condition->op == TERM_FALSE || !matters(inquiry, bound, &fits))
		return;
	condition = term_and(inquiry->terms, condition, fits);
	if (question_ask(inquiry, &thread, 1, condition, false) == SOLVER_NEVER)
		return;
	const char *why = answer_marks(sym_all_marks(arena_of(inquiry), bound->guard) |
				       sym_all_marks(arena_of(inquiry), bound->result));
	if (!why && question_witness(inquiry, &thread, 1, condition, false, &witness)) {
		const char *sizes = answer_sizes(inquiry, &witness);
		*out = (struct proof_answer){.verdict = PROOF_REFUTED, .site = bound->site};
		const char *number =
			answer_value(inquiry, &witness, thread, bound->result, &value)
				? arena_printf(arena_of(inquiry), "comes to %lld and ", (long long)value)
				: "";
		out->reason = arena_printf(arena_of(inquiry), "%s%sthe result of %s %spasses %u bits", sizes,
			*sizes ? ": " : "", answer_thread(inquiry, &witness, thread), number, bound->bits);
		return;
	}
	if (!why)
		why = inquiry->solver ? "the solver doesn't come to an end" : "there is no solver";
	answer_undecided(out,
		arena_printf(arena_of(inquiry), "whether a result passes %u bits isn't decided: %s",
			bound->bits, why),
		NULL, bound->site, NULL);
}

void property_overflow(struct inquiry *inquiry, struct proof_answer *out)
{
	struct thread thread;
	*out = (struct proof_answer){.verdict = PROOF_PROVEN};
	thread_begin(&thread, inquiry, SYM_THREAD + 1);
	for (size_t i = 0; i < inquiry->kernel->bounds.count && out->verdict != PROOF_REFUTED; i++) {
		const struct sym_bound *bound = &inquiry->kernel->bounds.data[i];
		/* one operation that functions or turns come to by the same numbers is asked about once */
		bool is_new = true;
		for (size_t k = 0; k < i && is_new; k++)
			is_new = inquiry->kernel->bounds.data[k].result != bound->result ||
				 inquiry->kernel->bounds.data[k].guard != bound->guard;
		if (is_new)
			judge(inquiry, &thread, bound, out);
	}
}
