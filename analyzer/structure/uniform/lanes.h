/* Which lanes of a warp a condition selects, where it depends on threadIdx.x alone: `if (lane < 16)`,
 * `if ((threadIdx.x & 31) == 0)`, `if (tid >= 48) return;`. */
#ifndef CUDALINT_STRUCTURE_LANES_H
#define CUDALINT_STRUCTURE_LANES_H

#include "analyzer/structure/uniform/uniform.h"

/* The integer value of an expression in the thread whose threadIdx is (x, 0, 0); false when it depends on
 * more. */
bool ir_fold_thread(const struct ir_expr *expr, int x, int64_t *value);

/* The lanes of a warp that reach the node at the end of `path`, from the conditions around it, the returns
 * before it and, in a helper, those at its calls; for the first warp of the block that has any. False when
 * some condition that splits warps can't be evaluated. */
bool ir_active_lanes(struct ir_uniformity *uniformity, const struct ir_function *function,
	const struct ir_path *path, uint32_t *lanes);

#endif
