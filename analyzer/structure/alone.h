/* Kernels that can't matter to what is found in another function's body. */
#ifndef CUDALINT_STRUCTURE_ALONE_H
#define CUDALINT_STRUCTURE_ALONE_H

#include "analyzer/ir/query.h"

/* Whether all that a kernel does, itself and in what it calls, are loads and stores through its parameters
 * and work within its block: no atomics, no fences, nothing volatile, no variable that others can see, no
 * assembly, no launch, no objects with an order of their own (cuda::atomic_ref, groups, barriers, pipelines),
 * and nothing that can't be told. Such a kernel answers no question that a rule asks of the whole unit: who
 * sets this flag, who waits for it, who is launched by it. */
bool ir_is_alone(const struct ir_query *query, const struct ir_function *kernel);

#endif
