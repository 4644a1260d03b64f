/* Code that never runs, as far as constants tell: the arm of an `if` whose condition folds, what follows an
 * early return that is always taken. Templates are full of it: `if (N <= 32) shuffle...` is instantiated for
 * N = 64, too. */
#ifndef CUDALINT_STRUCTURE_DEAD_H
#define CUDALINT_STRUCTURE_DEAD_H

#include "analyzer/ir/query.h"
#include "analyzer/ir/walk.h"

/* Whether the node at the end of `path` can't be reached from the start of its function. */
bool ir_is_dead(const struct ir_path *path);
/* The same, with what the callers pass to the function where that is one number. */
bool ir_is_dead_called(const struct ir_query *query, const struct ir_path *path);
/* The same in a kernel, for one launch with its arguments. */
bool ir_is_dead_launched(const struct ir_launch *launch, const struct ir_path *path);

#endif
