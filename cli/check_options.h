/* The options of `check`. */
#ifndef CUDALINT_CLI_CHECK_OPTIONS_H
#define CUDALINT_CLI_CHECK_OPTIONS_H

#include "analyzer/run/run.h"
#include "cli/paint.h"

enum check_format { FORMAT_FULL, FORMAT_CONCISE, FORMAT_JSON };

/* -f FORMAT[=FILE] */
struct check_output {
	enum check_format format;
	const char *path; /* NULL: standard output */
};

struct check_options {
	struct arena *arena;
	struct run_options run;
	VEC(const char *) paths;
	VEC(const char *) flags;
	VEC(const char *) extra_args;
	VEC(int) archs;
	struct launch_hints hints;
	VEC(struct check_output) outputs;
	bool reads_stdin;
	enum severity min_severity;
	int fail_on; /* enum severity; SEVERITY_ERROR + 1: never */
	enum paint_when color;
	bool statistics, quiet, verbose;
};

/* Reads the command line of `name` ("cudalint check"), which is argv[0]. out->arena must be set. Returns 0,
 * or 2 after one line on stderr. */
int check_options_read(struct check_options *out, const char *name, int argc, char **argv);

#endif
