/* What a unit's text begins with, as far as other units may begin with the same: headers, one after the
 * other, up to the first line that is something else. It is a text of its own (`#include` lines with absolute
 * paths, and the macros that are defined between them), so that it can be precompiled once for all of them.
 *
 * A header whose own first lines include others begins with those: units that each include a header of their
 * own first, which includes common.cuh first, all begin with common.cuh. What the parser sees of a unit is
 * the same whether a header comes out of a precompiled one or from its own text: one that has no guard
 * against being read twice is never part of a beginning. */
#ifndef CUDALINT_FRONTEND_PREAMBLE_H
#define CUDALINT_FRONTEND_PREAMBLE_H

#include "analyzer/frontend/includes.h"

/* A place where the beginning may end: all that stands before it, as a text of its own. */
struct preamble_cut {
	const char *text;
};

typedef VEC(struct preamble_cut) preamble_cuts;

/* Texts and places of files that several units begin with; one thread's. */
struct preamble_files;
struct preamble_files *preamble_files_new(struct arena *arena);

/* Finds the places where the beginning of the file query->path may end, the shortest beginning first. */
void preamble_find(struct arena *arena, const struct includes_query *query, struct preamble_files *files,
	preamble_cuts *out);

/* What a beginning holds, headers of headers included. */
struct preamble_weight {
	struct digest key; /* of all its texts and where they lie, and of the query's flags */
	size_t bytes;      /* of the user's headers */
	bool lacks_cccl;   /* headers of CCCL are to come from a toolkit */
	line_list dirs;    /* as those of struct includes */
	line_list files;   /* of the user's headers, links followed */
};

/* False where it can't be shared: a text that the parser gets otherwise than it is on disk, a file that can't
 * be read. */
bool preamble_weigh(struct arena *arena, const struct includes_query *query, const char *text,
	struct preamble_weight *out);

#endif
