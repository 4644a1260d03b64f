/* Inside subject*.c: while a subject is made. */
#ifndef CUDALINT_FORMULA_SUBJECT_STATE_H
#define CUDALINT_FORMULA_SUBJECT_STATE_H

#include "analyzer/formula/subject.h"

/* What a term that stands for a size is. */
struct subject_known {
	const struct term *term;
	const struct formula *formula;
};

/* index + sizes; of the index what the thread's place adds to it. */
struct subject_sum {
	const struct formula *sizes;
	bool has_index, has_other; /* other: than the thread's place */
	int64_t thread[3], block[3];
};

struct subject_state {
	struct arena *arena;
	struct formula_subject *subject;
	struct facts *facts;
	VEC(struct subject_known) known;
	bool is_shifted; /* host code gives a pointer into an object at a place that isn't followed */
	const struct formula *covered[3]; /* blocks that a guard of the thread's place asks for; or NULL */
	const struct formula *guarded[3]; /* the elements that it lets through, and those of each block */
	int64_t each[3];
	subject_formulas starts, ends; /* of what indices go over */
	subject_formulas parts;        /* of extents that blocks go over in part */
	VEC(int64_t) shifts;
};

/* NULL: it stands for none. */
const struct formula *subject_unknown(const struct subject_state *state, const struct term *term);
const struct formula *subject_formula(struct subject_state *state, const struct term *term);
void subject_take_terms(struct subject_state *state, const struct sym_kernel *kernel);
/* What the launch's shape adds. */
void subject_take_blocks(struct subject_state *state);

#endif
