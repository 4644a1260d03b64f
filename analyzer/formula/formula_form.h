/* Inside formula*.c: sums and their terms while they are made. */
#ifndef CUDALINT_FORMULA_FORM_H
#define CUDALINT_FORMULA_FORM_H

#include "analyzer/formula/formula.h"

enum { MOST_PARTS = 64 };

/* A term of a sum: number / divisor times the factors, which are ordered. */
struct monomial {
	int64_t number, divisor;
	const struct formula *factors[MOST_PARTS];
	size_t count;
};

/* A product, a number or something else as such a term; and back. */
void monomial_read(const struct formula *formula, struct monomial *out);
const struct formula *monomial_write(struct arena *arena, const struct monomial *term);
bool monomial_same_factors(const struct monomial *left, const struct monomial *right);

struct sum {
	struct arena *arena;
	const struct formula *terms[MOST_PARTS];
	size_t count;
	bool failed;
};

void sum_add(struct sum *sum, const struct formula *formula);
/* NULL: a number got too large, or there were too many terms. */
const struct formula *sum_end(struct sum *sum);

/* Not negative. */
int64_t formula_common_divisor(int64_t a, int64_t b);
/* Of these parts, as they are. */
const struct formula *formula_made(struct arena *arena, enum formula_op op, int64_t divisor,
	const struct formula *const *parts, size_t count);

#endif
