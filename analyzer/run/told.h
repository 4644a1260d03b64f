/* What the rest of a project says to one file that has been linted without it: what run_check() would lint it
 * once more with. For who lints the file for himself, as an editor's worker does. */
#ifndef CUDALINT_RUN_TOLD_H
#define CUDALINT_RUN_TOLD_H

#include "analyzer/run/plan.h"
#include "analyzer/run/run.h"

/* `options` name the file alone; `own` is what came of it, whose facts are of its text as it is, on disk or
 * not. Others are looked at as run_check() does: in the result store, else parsed where they mention a name
 * in question. Nothing is linted. Returns 0 with *out in the arena, which may be empty; or -1: the file could
 * not be planned, or a signal ended the search. */
int told_find(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct unit_result *own, struct project_given *out);

/* Finds out what the rest of the project says to the inputs of a plan, for who does something else with them
 * than to lint them: sets `given` of its units. Parses them for what they define, where the project has other
 * files. Before rights are given up. Returns 0; or, with report->fatal, the signal that ended the
 * search. */
int told_fill(struct plan *plan);

#endif
