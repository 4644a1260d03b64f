/* Launches and parameter values that hold for one unit: from its comments and from outside. */
#ifndef CUDALINT_RUN_HINTS_H
#define CUDALINT_RUN_HINTS_H

#include "analyzer/frontend/unit.h"
#include "analyzer/simt/launch.h"

/* In rising rank: the comments of the unit's own files, then `outside` (NULL: none). Malformed comments are
 * left out: suppressions report them. */
const struct launch_hints *hints_gather(
	struct arena *arena, const struct unit *unit, const struct launch_hints *outside);

#endif
