/* Whether expressions depend on the block or on the number of blocks. */
#ifndef CUDALINT_STRUCTURE_GRID_MENTION_H
#define CUDALINT_STRUCTURE_GRID_MENTION_H

#include "analyzer/structure/spin/spin.h"

/* Whether an expression names a built-in variable (blockIdx or gridDim), itself, through locals, or by a
 * cooperative group. */
bool grid_mentions(const struct ir_expr *expr, enum cuda_builtin builtin);

/* Whether the condition that a wait polls in does, also through the calls that lead to it. */
bool grid_condition_mentions(const struct ir_spin *spin, enum cuda_builtin builtin);

#endif
