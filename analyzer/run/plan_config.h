/* Which settings hold for which input: the configuration file nearest to it, under the command line. */
#ifndef CUDALINT_RUN_PLAN_CONFIG_H
#define CUDALINT_RUN_PLAN_CONFIG_H

#include "analyzer/run/plan.h"

/* The settings for one configuration file, or for none. */
struct plan_config {
	const char *path; /* absolute; NULL: none */
	const struct config *config;
	const struct rule **rules;        /* that are on */
	const struct launch_hints *hints; /* of the file, then of the command line */
};

/* The settings that hold for the file of that absolute path. NULL when report->fatal says what is wrong. */
const struct plan_config *plan_config_for(
	struct plan *plan, const struct rule *const *registry, const char *absolute);

/* Whether the words of the command line name rules; else sets report->fatal. */
bool plan_config_check_words(struct plan *plan, const struct rule *const *registry);

#endif
