/* Launches and parameter values that hold for one unit: from its comments and from outside. */
#ifndef CUDALINT_ENGINE_HINTS_H
#define CUDALINT_ENGINE_HINTS_H

#include "analyzer/base/lines.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/simt/launch/launch.h"

/* In rising rank: the comments of the unit's own files, then `outside` (NULL: none). Malformed comments are
 * left out: suppressions report them. */
const struct launch_hints *hints_gather(
	struct arena *arena, const struct unit *unit, const struct launch_hints *outside);

/* Whether there is any hint in it; NULL: none. */
bool hints_any(const struct launch_hints *hints);

/* Adds what hints can name in a unit: each kernel by plain, qualified and full name, and the parameters
 * behind each of these, as "transpose.width". */
void hints_names(struct arena *arena, const struct ir_module *module, line_list *names);

/* Where hints are given, for messages. */
struct hint_origin {
	const char *launch, *param; /* "--launch", "--param" */
};

/* One line for each hint that names none of `names`, with what may have been meant. */
void hints_report_unknown(struct arena *arena, const struct launch_hints *hints, struct hint_origin origin,
	const line_list *names, line_list *lines);

#endif
