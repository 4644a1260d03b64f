/* What a run has looked for, and so what would have been found if it were there.
 *
 * Of a baseline's entries only those may be called stale. When in doubt, a run has not looked. */
#ifndef CUDALINT_RUN_COVERAGE_H
#define CUDALINT_RUN_COVERAGE_H

#include "analyzer/finding/baseline.h"
#include "analyzer/run/run.h"

struct coverage;

/* `options` are those of the whole run, also where only a part of its inputs was looked at, for a change. All
 * of the arguments outlive it. */
struct coverage *coverage_new(struct arena *arena, const struct run_options *options,
	const struct rule *const *registry, const struct run_report *report);

/* A judge for baseline_match(). An entry's rule has to be on, and its file
 * - is gone, and lies below a folder that was linted,
 * - or was linted, and parsed; or as badly as when the baseline was made: its CU001 is an entry, too,
 * - or is a header, and all units of the repository that include it were linted so. */
struct baseline_judge coverage_judge(struct coverage *coverage);

#endif
