/* From counts at small sizes to formulas.
 *
 * Counts are taken along each size while the others stay, and at points in between. Along a size they are
 * written as a sum of what its extents suggest (the extent, its quotients rounded up and down, products of
 * two of these); products of what was found along the sizes then have to explain all points together. The
 * system is solved exactly. A formula is one only if it also holds at points that it wasn't made from; where
 * it holds for some sizes alone, it says which. */
#ifndef CUDALINT_FORMULA_FIT_H
#define CUDALINT_FORMULA_FIT_H

#include "analyzer/formula/subject.h"

/* Size `above` is at least size `below` and `by` more. */
struct fit_order {
	bool is_asked;
	unsigned above, below;
	int64_t by;
};

/* One number that is counted, such as the requests of a line. */
struct fit_value {
	uint32_t address;              /* sizes in its addresses, as bits of the subject's */
	bool is_asked;                 /* it may have a formula */
	const struct formula *formula; /* NULL: none was found */
	/* what it holds for: multiples of, and at least */
	int64_t multiple[FORMULA_MOST_SIZES], least[FORMULA_MOST_SIZES];
	struct fit_order order; /* and sizes that stand in this order */
	bool is_counted;        /* it was known at most points */
};

struct fit {
	struct arena *arena;
	const struct formula_subject *subject;
	struct fit_value *values;
	size_t value_count;
	/* Counts at some sizes: a number that isn't known is NAN. False: there is no such launch.  `*spent`
	 * grows by what it took, in steps of the execution. */
	bool (*count)(void *context, const int64_t *sizes, double *out, uint64_t *spent);
	void *context;
	uint64_t budget; /* steps in all */
	/* results */
	size_t points; /* that were counted */
	uint64_t spent;
	bool is_cut; /* the budget didn't suffice */
};

void fit_run(struct fit *fit);

#endif
