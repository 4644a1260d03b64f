/* What libclang is told of a unit. */
#ifndef CUDALINT_FRONTEND_UNIT_ARGS_H
#define CUDALINT_FRONTEND_UNIT_ARGS_H

#include "analyzer/frontend/pch.h"
#include "analyzer/frontend/unit.h"

/* All of them: `option` and a file come before what the user gives, `front` (or NULL) is forced in behind.
 * `dirs`: folders that were found by name. */
void unit_args(struct arena *arena, const struct unit_options *options, const char *option, const char *file,
	const line_list *dirs, const char *front, line_list *args);

/* Whether precompiled headers serve at all, and the one of a level (enum pch_level). */
bool unit_has_headers(const struct unit_options *options);
struct pch_request unit_pch_request(struct arena *arena, const struct unit_options *options, unsigned level);

bool unit_has_flag(const struct unit_options *options, const char *prefix);

/* The header that is forced into every unit. */
const char *unit_prelude(struct arena *arena, const struct unit_options *options);

/* What is forced in behind it, if anything is; it lies among the bundled headers, and only in memory. */
const char *unit_front_path(struct arena *arena, const struct unit_options *options);

#endif
