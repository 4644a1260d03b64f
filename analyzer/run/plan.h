/* The plan of a run: for each input file, what it takes to lint it. */
#ifndef CUDALINT_RUN_PLAN_H
#define CUDALINT_RUN_PLAN_H

#include "analyzer/frontend/args/compdb.h"
#include "analyzer/run/inputs.h"
#include "analyzer/run/run.h"

/* Something found once for many files, by the folder (or compiler) it was found for. */
struct plan_database {
	const char *path;
	struct compdb *database; /* NULL: it could not be read */
};

struct plan_toolkit {
	const char *compiler, *cuda_path, *wanted; /* what the search depends on; NULL: not told */
	struct toolkit toolkit;
};

struct plan_index {
	const char *root;
	struct header_index *index;
};

struct plan_config;
struct cached;

struct plan_config_folder {
	const char *folder; /* absolute */
	const struct plan_config *settings;
};

struct plan {
	struct arena *arena;
	const struct run_options *options;
	struct run_report *report;
	input_list inputs;
	struct run_unit_input *units; /* one for each input, in its order */
	const char *headers_dir, *cache_dir;
	long long headers_stamp; /* see unit_options */
	struct args flags;       /* after "--", translated */
	VEC(struct plan_database) databases;
	VEC(struct plan_toolkit *) toolkits;
	VEC(struct plan_index) indexes;
	VEC(const char *) roots; /* folders whose headers are reported */
	line_list readable;      /* what may be read: see rights.h */
	VEC(const struct plan_config *) configs;
	VEC(struct plan_config_folder) config_folders;
	struct cached *cached; /* the result store at work; NULL: none */
	const struct rule *const *registry;
};

/* The folder in which precompiled headers are kept: `given`, or with NULL one that all projects of the user
 * share; NULL when there is none. */
const char *plan_headers_folder(struct arena *arena, const char *given);

/* Fills plan->inputs and plan->units. Remarks go to the report's warnings. Returns 0, or -1 when
 * report->fatal says what is wrong with the options. */
int plan_make(struct plan *plan, const struct rule *const *registry);

#endif
