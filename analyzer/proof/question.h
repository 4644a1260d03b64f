/* Questions about one or two threads of a kernel: gathers what has to hold with a condition, and asks. */
#ifndef CUDALINT_PROOF_QUESTION_H
#define CUDALINT_PROOF_QUESTION_H

#include "analyzer/proof/facts.h"

/* Numbers that make a condition hold. */
struct witness {
	const term_list *unknowns;
	const int64_t *numbers;
	const int64_t *block; /* that was chosen where the launch doesn't say; NULL: it does */
};

/* One kernel for one launch, and the budget for what is asked of it. */
struct inquiry {
	struct terms *terms;
	struct solver *solver; /* NULL: there is none */
	const struct proof_options *options;
	struct facts *facts;
	struct sym_kernel *kernel;
	uint64_t left; /* steps */
	uint64_t questions;
};

/* A thread as one of several: unknowns from a scope on are its own, and those of a loop's turns. */
struct thread {
	struct inquiry *inquiry;
	unsigned from;                     /* SYM_BLOCK: threads of different blocks; SYM_THREAD: of one */
	const struct sym_barrier *barrier; /* loops around it each may leave in a turn of its own; or NULL */
	VEC(const struct term_unknown *) unknowns;
	VEC(const struct term *) own;
	struct term_memo memo;
};

/* `from` above SYM_THREAD: there is only one. */
void thread_begin(struct thread *thread, struct inquiry *inquiry, unsigned from);
const struct term *thread_copy(struct thread *thread, const struct term *term);

/* Whether `condition` can hold for these threads. With what the facts say, what is known of unknowns, and
 * bounds of operations as far as they are in it; `assumes_bounds` false: without the latter. */
enum solver_answer question_ask(struct inquiry *inquiry, struct thread *const *threads, size_t count,
	const struct term *condition, bool assumes_bounds);

/* Looks for numbers, small and ordinary ones first. False: none were found. */
bool question_witness(struct inquiry *inquiry, struct thread *const *threads, size_t count,
	const struct term *condition, bool assumes_bounds, struct witness *out);

/* The extent of the block that was chosen for an axis; false: none was. */
bool witness_block(const struct inquiry *inquiry, const struct witness *witness, int axis, int64_t *extent);

/* The witness's number for an unknown of a thread (NULL: that is shared); false: it has none. */
bool witness_number(
	const struct witness *witness, struct thread *thread, const struct term *unknown, int64_t *number);

#endif
