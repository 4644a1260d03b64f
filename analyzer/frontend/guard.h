/* Files whose CUDA code is compiled only where the build defines a macro: `#ifdef USE_CUDA` around all of it.
 */
#ifndef CUDALINT_FRONTEND_GUARD_H
#define CUDALINT_FRONTEND_GUARD_H

#include "analyzer/base/arena.h"
#include "analyzer/ir/ir.h"

/* The macro that an outermost condition around every mark of CUDA in the unit's main file asks for; NULL:
 * there is none. */
const char *guard_find(struct arena *arena, const struct ir_module *module);

#endif
