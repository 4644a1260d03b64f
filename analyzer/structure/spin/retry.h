/* Updates that are tried until they succeed: loops around a compare-and-swap or an exchange. */
#ifndef CUDALINT_STRUCTURE_RETRY_H
#define CUDALINT_STRUCTURE_RETRY_H

#include "analyzer/ir/walk.h"
#include "analyzer/structure/flow.h"

/* Whether an atomic, at the end of `path`, is in a loop that goes on until it succeeds. Locks aren't: they
 * are taken and given back with constants; what is computed for an update is none. */
bool ir_is_retried(struct ir_flow *flow, const struct ir_expr *call, const struct ir_path *path);

/* Whether nobody wants the value of the expression at the end of `path`. */
bool ir_is_dropped(const struct ir_path *path);

#endif
