/* The table of terms, for the files of terms alone. */
#ifndef CUDALINT_SOLVER_TERM_TABLE_H
#define CUDALINT_SOLVER_TERM_TABLE_H

#include "analyzer/solver/term.h"

/* A mark that terms set themselves: something in it can't be written down. */
enum { TERM_LOST = 1 << 15 };

struct terms {
	struct arena *arena;
	const struct term **buckets;
	size_t bucket_count; /* a power of two */
	uint32_t count, unknown_count;
};

/* The one term that is like this one; range, scope and marks are found. */
const struct term *term_make(struct terms *terms, const struct term *given);
const struct term *term_with(struct terms *terms, enum term_op op, int64_t constant,
	const struct term *const *parts, size_t count);

/* Sets low and high from what it is made of. */
void term_set_range(struct term *term);

#endif
