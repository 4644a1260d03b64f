/* The properties, one file each. */
#ifndef CUDALINT_PROOF_PROPERTY_H
#define CUDALINT_PROOF_PROPERTY_H

#include "analyzer/proof/question.h"

void property_race(struct inquiry *inquiry, struct proof_answer *out);
void property_bounds(struct inquiry *inquiry, struct proof_answer *out);
void property_barrier(struct inquiry *inquiry, struct proof_answer *out);
void property_overflow(struct inquiry *inquiry, struct proof_answer *out);

/* Whether loops without a sign in their counters, and other numbers that forms rest on, stay in their types;
 * else *which is the one that isn't decided. */
bool property_steps_hold(struct inquiry *inquiry, const struct sym_bound **which);

/* ---- answers (answer.c) ----------------------------------------------------------------------- */

void answer_undecided(struct proof_answer *out, const char *reason, const char *decides,
	const struct ir_expr *site, const struct ir_expr *other);

/* What hides behind marks (SYM_*), for the end of a sentence; NULL: nothing. */
const char *answer_marks(unsigned marks);

/* "n = 257, width = 3": the sizes of a witness, as far as the terms name them. */
const char *answer_sizes(struct inquiry *inquiry, const struct witness *witness);
/* "thread (3, 0) of block 1" */
const char *answer_thread(struct inquiry *inquiry, const struct witness *witness, struct thread *thread);
/* A number under a witness; false: it can't be told. */
bool answer_value(struct inquiry *inquiry, const struct witness *witness, struct thread *thread,
	const struct term *term, int64_t *value);

#endif
