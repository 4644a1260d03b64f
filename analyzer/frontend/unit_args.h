/* What libclang is told of a unit. */
#ifndef CUDALINT_FRONTEND_UNIT_ARGS_H
#define CUDALINT_FRONTEND_UNIT_ARGS_H

#include "analyzer/frontend/pch.h"
#include "analyzer/frontend/unit.h"

/* What decides how headers are parsed: language, architecture, standard. */
void unit_args_base(struct arena *arena, const struct unit_options *options, line_list *args);

/* Where the headers of CUDA are, and of PyTorch. */
void unit_args_headers(struct arena *arena, const struct unit_options *options, line_list *args);

/* The architecture's macros, the user's flags, and folders that were found. */
void unit_args_user(
	struct arena *arena, const struct unit_options *options, const line_list *dirs, line_list *args);

/* Whether precompiled headers serve at all, and the one of a level (enum pch_level). */
bool unit_has_headers(const struct unit_options *options);
struct pch_request unit_pch_request(struct arena *arena, const struct unit_options *options, unsigned level);

bool unit_has_flag(const struct unit_options *options, const char *prefix);

/* The header that is forced into every unit. */
const char *unit_prelude(struct arena *arena, const struct unit_options *options);

/* What is forced in behind it, if anything is; it lies among the bundled headers, and only in memory. */
const char *unit_front_path(struct arena *arena, const struct unit_options *options);

#endif
