/* The precompiled form of what a unit begins with, as others do. */
#ifndef CUDALINT_FRONTEND_UNIT_PREAMBLE_H
#define CUDALINT_FRONTEND_UNIT_PREAMBLE_H

#include "analyzer/frontend/unit.h"

/* The one that the options' preamble has for a parse with them, and what it was read from. NULL: there is
 * none; it is asked for where options->ask_headers is set and it isn't known that it can't be made. */
const char *unit_preamble_get(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, struct words *files);

#endif
