/* Formulas: counts as closed forms in the sizes of a launch, `4 * ceil(n / 8)`.
 *
 * A formula is a sum of products of sizes, quotients rounded up or down, minima and maxima, with rational
 * factors. Formulas are immutable, lie in an arena and are kept in one form, so that equal ones look alike:
 * sums and products are flat, ordered and have one number each. */
#ifndef CUDALINT_FORMULA_FORMULA_H
#define CUDALINT_FORMULA_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/buffer.h"

enum formula_op {
	FORMULA_NUMBER,  /* number / divisor, in lowest terms */
	FORMULA_SIZE,    /* the size with this index */
	FORMULA_SUM,     /* a number, if there is one, comes last */
	FORMULA_PRODUCT, /* a number, if there is one, comes first */
	FORMULA_CEIL,    /* parts[0] / divisor, rounded up */
	FORMULA_FLOOR,   /* and down */
	FORMULA_REST,    /* parts[0] modulo divisor, not negative */
	FORMULA_MIN,     /* of two */
	FORMULA_MAX
};

struct formula {
	enum formula_op op;
	int64_t number, divisor; /* divisor: above 0 */
	unsigned size;
	const struct formula *const *parts;
	size_t count;
};

enum { FORMULA_MOST_SIZES = 6 };

const struct formula *formula_number(struct arena *arena, int64_t number, int64_t divisor);
const struct formula *formula_size(struct arena *arena, unsigned size);
/* These give NULL where an operand is NULL, or a number gets too large. */
const struct formula *formula_add(
	struct arena *arena, const struct formula *left, const struct formula *right);
const struct formula *formula_multiply(
	struct arena *arena, const struct formula *left, const struct formula *right);
const struct formula *formula_scale(
	struct arena *arena, const struct formula *formula, int64_t number, int64_t divisor);
/* Of a formula that is a whole number; the divisor is above 0. */
const struct formula *formula_ceil(struct arena *arena, const struct formula *part, int64_t divisor);
const struct formula *formula_floor(struct arena *arena, const struct formula *part, int64_t divisor);
const struct formula *formula_rest(struct arena *arena, const struct formula *part, int64_t divisor);
const struct formula *formula_min(
	struct arena *arena, const struct formula *left, const struct formula *right);
const struct formula *formula_max(
	struct arena *arena, const struct formula *left, const struct formula *right);

bool formula_same(const struct formula *left, const struct formula *right);
bool formula_is_number(const struct formula *formula, int64_t number);
/* Whether a size is in it. */
bool formula_mentions(const struct formula *formula, unsigned size);

/* What it is for these sizes. Whole results below 2^53 are exact. */
double formula_value(const struct formula *formula, const int64_t *sizes);

/* The same formula with factors that all terms share put before the sum; for people. */
const struct formula *formula_factored(struct arena *arena, const struct formula *formula);

/* How many sizes and roundings a reader has to go through. */
size_t formula_length(const struct formula *formula);

/* What is left of it as all sizes grow alike: the terms of the highest degree, without rounding. NULL: it has
 * minima or maxima. */
const struct formula *formula_leading(struct arena *arena, const struct formula *formula);

/* The power of a size with which it grows while the others stay; -1: not known. */
int formula_degree(struct arena *arena, const struct formula *formula, unsigned size);

/* "4 x ceil(n / 8) + 1" */
void formula_print(struct buffer *out, const struct formula *formula, const char *const *names);
const char *formula_text(struct arena *arena, const struct formula *formula, const char *const *names);

#endif
