/* Joining the parts of a run. */
#ifndef CUDALINT_RUN_MERGE_H
#define CUDALINT_RUN_MERGE_H

#include "analyzer/run/run.h"

/* Reads the files of all parts, in any order, and makes the report that one run over all inputs would have
 * made. Returns 0, or 2 when report->fatal says what doesn't fit together. */
int run_merge(struct arena *arena, const char *const *paths, size_t count, struct run_report *report);

#endif
