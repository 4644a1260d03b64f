/* In bounds: no access to shared or global memory begins in front of its array or ends behind it. */
#include "analyzer/proof/property.h"

static struct arena *arena_of(const struct inquiry *inquiry)
{
	return terms_arena(inquiry->terms);
}

static const struct term *outside(struct inquiry *inquiry, const struct sym_access *access)
{
	struct terms *terms = inquiry->terms;
	const struct term *end = term_add(terms, access->offset, term_number(terms, access->size), 1);
	const struct term *out = term_or(terms, term_less(terms, access->offset, term_number(terms, 0)),
		term_less(terms, access->object->extent, end));
	return term_and(terms, out, access->guard);
}

static void judge(struct inquiry *inquiry, struct thread *thread, const struct sym_access *access,
	struct proof_answer *out)
{
	const struct term *is_outside = outside(inquiry, access);
	struct witness witness;
	int64_t offset, extent;
	if (question_ask(inquiry, &thread, 1, is_outside, true) == SOLVER_NEVER)
		return;
	const char *why = answer_marks(sym_all_marks(arena_of(inquiry), is_outside));
	if (!why && question_witness(inquiry, &thread, 1, is_outside, true, &witness)) {
		const char *sizes = answer_sizes(inquiry, &witness);
		const char *who = answer_thread(inquiry, &witness, thread);
		*out = (struct proof_answer){.verdict = PROOF_REFUTED, .site = access->site};
		const char *where = answer_value(inquiry, &witness, thread, access->offset, &offset) &&
						    answer_value(inquiry, &witness, thread,
							    access->object->extent, &extent)
					    ? arena_printf(arena_of(inquiry), "byte %lld of the %lld of ",
						      (long long)offset, (long long)extent)
					    : "outside of ";
		out->reason = arena_printf(arena_of(inquiry), "%s%s%s %s %s`%s`", sizes, *sizes ? ": " : "",
			who, access->kind == SYM_READ ? "reads" : "writes", where, access->object->name);
		return;
	}
	if (!why)
		why = inquiry->solver ? "the solver doesn't come to an end" : "there is no solver";
	answer_undecided(out,
		arena_printf(arena_of(inquiry), "whether an index of `%s` stays within isn't decided: %s",
			access->object->name, why),
		NULL, access->site, NULL);
}

static void judge_all(struct inquiry *inquiry, struct thread *thread, const struct sym_access **list,
	size_t count, struct proof_answer *out)
{
	enum { BATCH = 8 };
	const struct term *any = term_truth(inquiry->terms, false);
	if (!count || out->verdict == PROOF_REFUTED)
		return;
	if (count == 1) {
		judge(inquiry, thread, list[0], out);
		return;
	}
	for (size_t i = 0; i < count; i++)
		any = term_or(inquiry->terms, any, outside(inquiry, list[i]));
	if (count <= BATCH && question_ask(inquiry, &thread, 1, any, true) == SOLVER_NEVER)
		return;
	judge_all(inquiry, thread, list, count / 2, out);
	judge_all(inquiry, thread, list + count / 2, count - count / 2, out);
}

void property_bounds(struct inquiry *inquiry, struct proof_answer *out)
{
	struct thread thread;
	VEC(const struct sym_access *) list = {0};
	*out = (struct proof_answer){.verdict = PROOF_PROVEN};
	thread_begin(&thread, inquiry, SYM_THREAD + 1);
	for (size_t i = 0; i < inquiry->kernel->accesses.count; i++) {
		const struct sym_access *access = &inquiry->kernel->accesses.data[i];
		if (access->object->extent)
			vec_push(arena_of(inquiry), &list, access);
	}
	judge_all(inquiry, &thread, list.data, list.count, out);
	for (size_t i = 0; i < inquiry->kernel->accesses.count; i++) {
		const struct sym_access *access = &inquiry->kernel->accesses.data[i];
		if (!access->object->extent)
			answer_undecided(out,
				arena_printf(arena_of(inquiry), "nothing tells how large `%s` is",
					access->object->name),
				arena_printf(arena_of(inquiry), "a launch in view of the allocation of `%s`",
					access->object->name),
				access->site, NULL);
	}
}
