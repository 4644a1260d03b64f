/* Which units of a run begin with the same headers, and which beginnings are worth being precompiled. */
#ifndef CUDALINT_RUN_PREAMBLES_H
#define CUDALINT_RUN_PREAMBLES_H

#include "analyzer/engine/lint.h"

/* Sets parse.preamble of the units that share their beginning with others, or that begin with what is
 * precompiled already. */
void preambles_plan(struct arena *arena, struct run_unit_input *units, size_t count);

#endif
