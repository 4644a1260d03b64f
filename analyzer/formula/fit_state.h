/* Inside fit*.c: points that were counted, and what formulas may be made of. */
#ifndef CUDALINT_FORMULA_FIT_STATE_H
#define CUDALINT_FORMULA_FIT_STATE_H

#include "analyzer/formula/fit.h"

struct fit_point {
	int64_t sizes[FORMULA_MOST_SIZES];
	const double *counts;
	bool is_test; /* never solved for */
};

/* What sizes are held to while points are taken. */
struct fit_mode {
	int64_t multiple[FORMULA_MOST_SIZES];
	struct fit_order order;
};

struct fit_state {
	struct fit *fit;
	size_t sizes;
	VEC(struct fit_point) points;
	subject_formulas atoms; /* likely ones first */
	size_t plain;           /* of them, those that are plain extents and their quotients */
	struct fit_mode mode;
	uint32_t in_grid; /* sizes that the number of blocks hangs on; the others only make turns */
	uint64_t spent;
	size_t longest; /* formula that is taken (formula_length) */
	double largest; /* product of sizes that is executed in a short time */
};

/* Counts the points of the mode; false: there is no budget left. */
bool fit_take_points(struct fit_state *state);
/* What a size is while others vary. */
int64_t fit_base(const struct fit_state *state, size_t size);
/* What extents suggest. */
void fit_list_atoms(struct fit_state *state);
/* `low` for a size: those that only make turns needn't be as large as a warp. */
int64_t fit_low(const struct fit_state *state, size_t size, int64_t low);
/* The points that are in the mode, with no size below `low`. */
bool fit_is_in(const struct fit_state *state, const struct fit_point *point, int64_t low);

#endif
