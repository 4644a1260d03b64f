/* Which units include which of the user's headers, from a quick look at their text.
 *
 * Two uses: a change in a header is looked for in the units that include it, and what is missing in a header
 * is known to be gone only when all of these were linted. */
#ifndef CUDALINT_RUN_INCLUDERS_H
#define CUDALINT_RUN_INCLUDERS_H

#include "analyzer/change/change.h"
#include "analyzer/run/plan.h"

struct includer {
	const char *path, *absolute; /* of the unit, as in struct input */
	bool is_stdin;
	VEC(const char *) headers; /* absolute, links resolved; also those that headers include */
};

struct includers {
	VEC(struct includer) units;
	struct plan *plan; /* of the units, for questions about others */
	bool is_whole;     /* of the whole repository: the options named no input */
	const struct rule *const *registry;
};

/* Looks at the inputs of a run; where the options name none, at all of the repository that the working
 * directory is in: the files of the database and those below the top. Files that the configuration excludes
 * are left out. Returns 0; or -1 when *fatal says what is wrong with the options. */
int includers_find(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct includers *out, const char **fatal);

/* The inputs that a change is to be looked for in, as paths for a run: those that were changed, those that
 * include a changed file, and those that define what a changed file may launch. Of a repository as a whole,
 * also changed .cu files that no walk leads to, and changed .cuh files that no unit includes. */
void includers_of_change(struct arena *arena, const struct includers *includers, const struct change *change,
	line_list *paths);

#endif
