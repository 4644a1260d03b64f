/* Inside fit*.c: linear systems, exactly. */
#ifndef CUDALINT_FORMULA_FIT_SOLVE_H
#define CUDALINT_FORMULA_FIT_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"

struct fit_ratio {
	int64_t number, divisor;
};

/* For each of `sides` right sides: factors with which the sum of factor x column is that side in every row.
 * Columns that those before them make up get 0. `matrix` has `columns` numbers for each row, `right` has
 * `sides`. `out[side * columns + column]`; solved[side] false: there are none, or no plain ones. */
void fit_solve(struct arena *scratch, const int64_t *matrix, size_t columns, const int64_t *right,
	size_t sides, size_t rows, struct fit_ratio *out, bool *solved);

#endif
