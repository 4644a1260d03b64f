/* The options of `check`. */
#ifndef CUDALINT_CLI_CHECK_OPTIONS_H
#define CUDALINT_CLI_CHECK_OPTIONS_H

#include "analyzer/run/run.h"
#include "cli/options.h"
#include "cli/paint.h"

enum check_format {
	FORMAT_FULL,
	FORMAT_CONCISE, /* up to here: for people */
	FORMAT_JSON,
	FORMAT_SARIF,
	FORMAT_GITHUB,
	FORMAT_GITLAB,
	FORMAT_JUNIT,
	FORMAT_DIFF,
	FORMAT_HTML,
	FORMAT_MARKDOWN,
	FORMAT_COUNT
};

/* Keys of the options without a letter, for commands that share some of them. */
enum check_key {
	KEY_EXTRA_ARG = 256,
	KEY_ARCH,
	KEY_CHIP,
	KEY_CUDA_PATH,
	KEY_CUDA_VERSION,
	KEY_TORCH,
	KEY_LAUNCH,
	KEY_CONFIG,
	KEY_NO_CONFIG,
	KEY_PARAM,
	KEY_SELECT,
	KEY_IGNORE,
	KEY_EXTEND_SELECT,
	KEY_PREVIEW,
	KEY_MIN_SEVERITY,
	KEY_FAIL_ON,
	KEY_ALL_PASSES,
	KEY_NO_PREAMBLES,
	KEY_TIMEOUT,
	KEY_MAX_MEMORY,
	KEY_SANDBOX,
	KEY_ALLOW_INCLUDES,
	KEY_STRICT_PARSE,
	KEY_NO_CACHE,
	KEY_CACHE_DIR,
	KEY_SHARD,
	KEY_STORE,
	KEY_STDIN_FILENAME,
	KEY_STATISTICS,
	KEY_TIMING,
	KEY_FIX,
	KEY_UNSAFE_FIXES,
	KEY_COLOR,
	KEY_BASELINE,
	KEY_NO_BASELINE,
	KEY_DIFF,
	KEY_DIFF_FILE,
	KEY_ALLOW_EMPTY,
	KEY_EXPLAIN,
	KEY_OUTPUT_FILE,
	KEY_ADD_IGNORES,
	KEY_WATCH,
	KEY_PROVE,
	KEY_OTHER = 1024 /* from here on: keys of other commands */
};

/* Rows of the options that say what a command may read, for each table that has them. */
#define CHECK_RIGHTS_ROWS(group)                                                                             \
	{"sandbox", KEY_SANDBOX, "WHEN", 0,                                                                  \
		"Keep what parses from all that it doesn't need: auto (default, as far as the system can), " \
		"require or off",                                                                            \
		group},                                                                                      \
	{                                                                                                    \
		"allow-includes", KEY_ALLOW_INCLUDES, "DIR", 0,                                              \
			"A folder outside of the repository that files may include from; repeatable", group  \
	}

enum { FAIL_ON_CONFIGURED = -1 };

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
	VEC(const char *) allowed;
	VEC(int) archs;
	struct launch_hints hints;
	VEC(struct check_output) outputs;
	VEC(const char *) stores; /* of merge: the parts' files */
	bool reads_stdin;
	enum severity min_severity;
	int fail_on; /* enum severity; SEVERITY_ERROR + 1: never; FAIL_ON_CONFIGURED: what the configuration
			says */
	enum paint_when color;
	bool statistics, quiet, verbose;
	const char *baseline; /* --baseline; NULL: searched, unless no_baseline */
	bool no_baseline;
	bool diff;                 /* --diff... */
	const char *diff_revision; /* ...=REV; NULL: HEAD */
	const char *diff_file;     /* --diff-file */
	bool fix, fix_diff;        /* --fix, --fix=diff: at most one of them */
	bool unsafe_fixes;
	const char *output_file; /* --output-file: where what has no file of its own goes; NULL: standard
				    output */
	const char *explain;     /* --explain: a rule, whose page is shown instead */
	bool allow_empty, watch, prove;
	const char *ignore_reason; /* --add-ignores: why; NULL: none are to be added */
};

/* Reads the command line of `name` ("cudalint check"), which is argv[0]. out->arena must be set. Returns 0,
 * or 2 after one line on stderr. */
int check_options_read(struct check_options *out, const char *name, int argc, char **argv);

/* Sets what check has where nothing is said. */
void check_options_init(struct check_options *out);

/* Sets one option, or adds a path (ARGP_KEY_ARG), for a command with a table of its own. Returns 0, 2 after
 * one line on stderr, or -1 for a key that isn't one of check's. */
int check_options_set(struct check_options *options, int key, char *argument);

/* Sets what is left when all are read: flags behind "--" in argv (from `own` on), options->run. Returns as
 * above. */
int check_options_finish(struct check_options *options, int own, int argc, char **argv);

/* Reads standard input, for "-" among the paths; `text` outlives the run. Returns 0, or 2 after one line on
 * stderr. */
struct buffer;
int check_options_stdin(struct check_options *options, struct buffer *text);

/* Looks whether each format has a file of its own, and none that is to be looked at. Returns 0 or 2. */
int check_options_outputs(const struct check_options *options);

/* The table of check's options, in groups: 1 what to lint, 2 target, 3 rules, 4 result, 5 work. */
const struct argp_option *check_options_table(void);

/* Reads the command line of merge, which takes those options of check that are about the result. Returns as
 * check_options_read. */
int merge_options_read(struct check_options *out, int argc, char **argv);

/* The index of "--" in argv, or argc. */
int check_options_own(int argc, char **argv);

#endif
