/* What a run has found, file by file, before it is joined into one report: in one run, or in several that had
 * a part of the files each. */
#ifndef CUDALINT_RUN_OUTCOME_H
#define CUDALINT_RUN_OUTCOME_H

#include "analyzer/run/run.h"

/* A file that didn't parse alone, as it was found in the context of an input that includes it. */
struct outcome_fragment {
	size_t index, includer; /* of the inputs */
	struct unit_result *result;
};

/* Hints from one place, whose kernels are to be those of some input. */
struct outcome_hints {
	const char *launch_origin, *param_origin; /* as messages name them: "--launch", "--param" */
	const struct launch_hints *hints;
	size_t config; /* the inputs of that configuration; SIZE_MAX: all */
};

struct outcome {
	struct arena *arena;
	size_t count; /* of inputs */
	const char **paths;
	size_t *configs;              /* numbers: equal ones have the same configuration */
	struct unit_result **results; /* in the order of the inputs; NULL: not of this part */
	VEC(struct outcome_fragment) fragments;
	VEC(struct outcome_hints) hints;
	/* Other units of the project that were looked at; those of the inputs that have no result, too. */
	const char *const *other_paths;
	struct unit_result *const *other_results;
	size_t other_count;
	line_list warnings; /* of planning */
};

/* Of the includers of a fragment the best: the first of those that parsed best. NULL: not known. */
bool outcome_is_better(const struct unit_result *includer, const struct unit_result *than);

/* Makes the report's units and findings. With `is_whole` hints that name nothing are warned of: all inputs
 * have a result then. */
void outcome_join(struct outcome *outcome, bool is_whole, struct run_report *report);

#endif
