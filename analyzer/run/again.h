/* A run after a run: what has to be done again when some files have changed. */
#ifndef CUDALINT_RUN_AGAIN_H
#define CUDALINT_RUN_AGAIN_H

#include "analyzer/run/plan.h"

/* Sets results[i] for the inputs whose result in options->previous still holds, and returns which those are:
 * none where there is no such run. */
bool *again_keep(const struct plan *plan, struct unit_result **results);

#endif
