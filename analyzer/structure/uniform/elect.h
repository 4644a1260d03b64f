/* Whether one lane alone gets to a point: `if (lane == 0)`, `if (rank != leader) return;`. */
#ifndef CUDALINT_STRUCTURE_ELECT_H
#define CUDALINT_STRUCTURE_ELECT_H

#include "analyzer/structure/flow.h"
#include "analyzer/structure/uniform/uniform.h"

/* True where a condition on the way to the node, in its function or at every call of it in the unit, compares
 * a lane or thread number, or a rank, for equality. Such a number differs from lane to lane and doesn't come
 * from memory. */
bool ir_is_elected(struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_function *function,
	const struct ir_path *path);

#endif
