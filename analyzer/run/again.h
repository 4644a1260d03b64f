/* A run after a run: what has to be done again when some files have changed. */
#ifndef CUDALINT_RUN_AGAIN_H
#define CUDALINT_RUN_AGAIN_H

#include "analyzer/run/plan.h"

/* Whether the unit at `index` is the file, or includes it, under whatever condition. */
bool again_includes(const struct plan *plan, size_t index, const char *absolute);

/* Sets results[i] for the inputs whose result in options->previous still holds, and returns which those are:
 * none where there is no such run. */
bool *again_keep(const struct plan *plan, struct unit_result **results);

#endif
