/* Which units of a run begin with the same headers, and which beginnings are worth being precompiled. */
#ifndef CUDALINT_RUN_PREAMBLES_H
#define CUDALINT_RUN_PREAMBLES_H

#include "analyzer/run/workers.h"

/* Sets parse.preamble of the units that share their beginning with others, or that begin with what is
 * precompiled already. */
void preambles_plan(struct arena *arena, struct run_unit_input *units, size_t count);

/* Makes a place for what a process that is about to be started writes; NULL: there can be none. Writes the
 * preamble's text to its own place. */
const char *preambles_begin(
	struct arena *arena, const struct run_unit_input *unit, const struct unit_headers *wanted);

/* What the process says when it ends. */
enum { PREAMBLES_MADE, PREAMBLES_FAILED, PREAMBLES_UNFIT };

/* Puts what was written into its place and deletes the other one; where the text can't be precompiled, notes
 * that. False: it failed for another reason, such as a full disk, and may do so again. */
bool preambles_end(struct arena *arena, const struct run_unit_input *unit, const struct unit_headers *wanted,
	const char *folder, int exit_status);

/* Deletes the place of a process that was ended. */
void preambles_drop(struct arena *arena, const char *folder);

/* What a precompiled preamble of the unit is called, for those who want the same one; NULL: it has none. */
const char *preambles_name(
	struct arena *arena, const struct run_unit_input *unit, const struct unit_headers *wanted);

#endif
