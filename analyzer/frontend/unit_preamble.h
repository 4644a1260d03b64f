/* The precompiled form of what a unit begins with, as others do. */
#ifndef CUDALINT_FRONTEND_UNIT_PREAMBLE_H
#define CUDALINT_FRONTEND_UNIT_PREAMBLE_H

#include <clang-c/Index.h>

#include "analyzer/frontend/unit.h"

/* A declaration that isn't inside of another one. */
struct preamble_declaration {
	unsigned file, offset, kind;
	unsigned long long symbol; /* a digest of its name for linkers */
};

/* What a preamble was read from, and what stands in it. */
struct preamble_list {
	struct words files;
	VEC(struct preamble_declaration) declarations;
};

typedef VEC(CXCursor) preamble_cursors;

/* The one that the options' preamble has for a parse with them. NULL: there is none; it is asked for where
 * options->ask_headers is set and it isn't known that it can't be made. */
const char *unit_preamble_get(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, struct preamble_list *list);

/* What it declares, in a parse that begins with it. False: it isn't found there as it was. */
bool unit_preamble_cursors(
	struct arena *arena, CXTranslationUnit tu, const struct preamble_list *list, preamble_cursors *out);

#endif
