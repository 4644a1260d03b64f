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

/* A term as a sum: itself, or one part. */
struct term_view {
	int64_t constant;
	const struct term *const *parts;
	const int64_t *factors;
	size_t count;
};

/* What can't be written down: any number, in any copy another one. */
const struct term *term_lost(struct terms *terms, const struct term *left, const struct term *right);

/* Lives as long as `*term`. */
struct term_view term_view_of(const struct term *const *term);

/* The sum without its constant, divided by what all its factors are multiples of; never a number. */
const struct term *term_unit_of(struct terms *terms, const struct term *term, int64_t *factor);

/* The quotient, rounded down. */
int64_t term_floored(int64_t a, int64_t b);

/* Sets low and high from what it is made of. */
void term_set_range(struct term *term);

#endif
