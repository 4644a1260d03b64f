/* With what extents a launch in the source happens: what it says itself, else each shape with which the host
 * walk comes to it, from callers, turns of loops and ways through conditions. */
#ifndef CUDALINT_RULE_LAUNCHED_H
#define CUDALINT_RULE_LAUNCHED_H

#include "analyzer/rule/rule.h"

struct launched_shape {
	struct ir_dim3 grid, block; /* known[i]: which extents are */
};

typedef VEC(struct launched_shape) launched_shapes;

/* Those that differ, in the order of the walk; none where nothing is known. In the unit's arena. */
launched_shapes pass_launched(struct pass *pass, const struct ir_launch *launch);

/* Where a launch's grid or block is written (NULL: in no expression that can be told): there, else at the
 * launch. */
struct ir_range launched_range(const struct ir_launch *launch, const struct ir_expr *written);

#endif
