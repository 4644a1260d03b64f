/* Files that are no unit of their own: `#include "kernels.cu"`. */
#ifndef CUDALINT_RUN_FRAGMENTS_H
#define CUDALINT_RUN_FRAGMENTS_H

#include "analyzer/run/plan.h"

/* One that didn't parse alone, and the input whose context it is to be linted in. */
struct fragment {
	size_t index, includer; /* of plan->inputs */
	struct run_unit_input unit;
};

typedef VEC(struct fragment) fragment_list;

/* Of the inputs whose result isn't ok, those that another input includes: with the best of these, or with
 * `each` of them. Inputs without a result are of another part of the run. */
void fragments_find(struct plan *plan, struct unit_result *const *results, bool each, fragment_list *out);

#endif
