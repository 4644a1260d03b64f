/* Linting with the result store: what is as it was in an earlier run isn't linted again. */
#ifndef CUDALINT_RUN_CACHED_H
#define CUDALINT_RUN_CACHED_H

#include "analyzer/run/plan.h"
#include "analyzer/run/workers.h"

struct cached;

/* The folder of the cache: `given`, or with NULL .cudalint-cache at the top of the repository that the
 * working directory is in, or in the working directory itself. */
const char *cached_folder(struct arena *arena, const char *given);

/* Opens the store for a planned run. NULL when none is wanted, or none can be of use. */
struct cached *cached_open(struct plan *plan);

/* What is to be linted. */
struct cached_batch {
	const struct run_unit_input *units;
	const size_t *inputs; /* which inputs they are; NULL: none, but fragments */
	size_t count;
	const struct worker_limits *limits;
	const struct worker_progress *progress;
};

/* As workers_run, which gets what is not in the store. `cached` may be NULL. */
int cached_lint(struct cached *cached, struct arena *arena, const struct cached_batch *batch,
	struct unit_result **results);

/* Whether the unit of input `includer` includes the input `included`: 1 or 0 as it was found when it was last
 * linted; -1: not known. */
int cached_includes(const struct cached *cached, size_t includer, size_t included);

/* Closes the store. What went wrong becomes one warning of the report. */
void cached_close(struct cached *cached);

#endif
