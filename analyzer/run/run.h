/* One run over many files: a worker process each, results in the order of the inputs, whatever happens to a
 * worker.
 *
 * The command line stands on this. The library never prints and never exits; what
 * went wrong is in the report. */
#ifndef CUDALINT_RUN_RUN_H
#define CUDALINT_RUN_RUN_H

#include "analyzer/config/config.h"
#include "analyzer/finding/finding.h"
#include "analyzer/frontend/toolkit.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/rule.h"
#include "analyzer/run/inputs.h"

/* What to do; every string outlives the run. */
struct run_options {
	const char *const *paths; /* files and folders as named; empty: the files of the database, else "." */
	size_t path_count;
	const char *const *flags; /* after "--": nvcc or clang spellings, for every file */
	size_t flag_count;
	const char *const *extra_args; /* --extra-arg */
	size_t extra_arg_count;
	const char *build_dir; /* -p; NULL: search upward from each input */
	const int *archs;      /* --arch; empty: those of the build, else 80 and 90 */
	size_t arch_count;
	const char *chip;
	const char *cuda_path; /* DIR, "none", or NULL: search */
	int cuda_version;      /* assumed when no toolkit is found; 0: newest known */
	const char *cache_dir; /* NULL: the default; only with use_cache */
	bool use_cache;
	unsigned shard,
		shards; /* --shard=I/N: only this part of the files; shards 0: all of them, kept nowhere */
	const char *store_path; /* where a part is kept; NULL: in the cache */
	unsigned jobs;          /* 0: one per core */
	unsigned timeout_s;     /* per file; 0: none */
	unsigned max_memory_mb; /* per worker; 0: none */
	const char *stdin_text; /* "-" among the paths: this text under this name */
	size_t stdin_size;
	const char *stdin_name;
	const char *select, *ignore,
		*extend_select;  /* comma lists of codes, prefixes, names, ALL; NULL: default */
	const char *config_path; /* --config: this file for every input; NULL: the one nearest to each */
	bool no_config;          /* none at all */
	bool preview;            /* also `possible` findings and preview rules */
	bool strict_parse;       /* CU001 keeps its place in the exit status */
	bool timing;
	const struct launch_hints *hints; /* --launch and --param; NULL: none */
	/* Results of a run with buffers are never stored: they are of texts that may not come to be. */
	const struct unit_buffer
		*buffers; /* files that are to be taken otherwise than on disk, links resolved */
	size_t buffer_count;
	const struct run_report
		*previous; /* of a run with the same options but for the buffers; NULL: none */
	const char *const
		*changed; /* files that are otherwise since then: only units they belong to are run */
	size_t changed_count;
	void (*progress)(void *context, size_t done, size_t total, size_t findings); /* may be NULL */
	void *progress_context;
};

/* Where the time of the rules went, by the wall clock. */
struct rule_time {
	const char *code;
	double ms;
};

struct run_times {
	double kernels_ms, host_ms;  /* executing kernels, and walking host code: for all rules together */
	VEC(struct rule_time) rules; /* what is left, by rule, in the order of the registry */
};

/* What became of one file. */
struct unit_result {
	const char *path;
	enum unit_status status;
	size_t parse_errors, kernels, functions;
	double ms, parse_ms, lower_ms, rules_ms; /* wall time */
	struct run_times times;                  /* with --timing alone */
	bool is_stored;                          /* from the result store: it took no time in this run */
	size_t suppressed;                       /* findings that comments silenced */
	finding_list findings;
	line_list notes;        /* one-line remarks for -v: dropped flags, missing includes, fallbacks */
	line_list kernel_names; /* with hints from outside: what those can name, see hints_names() */
	bool is_fragment;       /* the result is that of the file as another one includes it */
	const char *io_error;   /* the file could not be read at all: one line; counts as exit status 2 */
	const struct rule *const *rules; /* that were on; like `config` set by run_check() alone */
	const struct config *config;
};

/* A text that a report may have to show lines of. */
struct run_text {
	const char *path, *data; /* path: as findings have it */
	size_t size;
};

struct run_report {
	VEC(struct unit_result *) units; /* in input order */
	finding_list findings;           /* of all units, merged and sorted; suppressed ones left out */
	finding_list silenced;           /* the suppressed ones, in the same way */
	size_t suppressed;               /* how many those are */
	size_t baselined;                /* how many of the findings a baseline has taken away; 0 at first */
	VEC(const char *) warnings;      /* about the run: one line each */
	int stopped_by;                  /* SIGINT or SIGTERM when that ended the run early; else 0 */
	VEC(struct run_text) texts;      /* of joined parts; otherwise texts are read where they are needed */
	bool is_storeless;               /* the result store could not be used: a warning says why */
	const char *store_error;         /* a part of a run could not be kept: one line */
	const char *fatal;               /* usage or configuration error: one line; nothing was run */
};

/* Lints. Memory of the report is in `arena`. `registry` ends with NULL. Returns 0, or 2 when report->fatal is
 * set. */
int run_check(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct run_report *report);

/* One file to lint. */
struct run_unit_input {
	struct unit_options
		parse; /* `arch` 0: the highest target; `toolkit_flags` none: made from `toolkit` */
	const struct toolkit *toolkit; /* NULL or without root: bundled declarations alone */
	struct target target;
	const struct rule *const *rules;    /* those to run; ends with NULL */
	const struct rule *const *registry; /* all there are, for suppressions; NULL: as `rules` */
	const struct config *config;        /* NULL: nothing is configured */
	const char *const
		*report_roots; /* absolute folders; headers elsewhere aren't reported. None: all are */
	size_t report_root_count;
	const char
		*fragment; /* absolute path of a file that this one includes: only it is reported; or NULL */
	const char *fragment_path; /* as it is to be reported */
	bool preview;
	bool ignore_suppressions;
	bool timing;                      /* fill the result's times */
	struct run_times *times;          /* run_rules() adds to them; NULL: it doesn't */
	const struct launch_hints *hints; /* from outside; those of comments are added to them. NULL: none */
	/* Which functions are executed, for one who knows what the others come to; NULL: all. */
	bool (*executes)(void *context, const struct unit *unit, const struct ir_function *function);
	void *executes_context;
	unsigned threads; /* besides the calling one, that may execute kernels; 0: none. See ahead.h */
	line_list notes;  /* what planning has to remark, for the result's notes */
};

/* Lints a file in this process, without a worker: for workers, tests and `dev ir`. Returns 0; or -1 with one
 * line in *error when nothing came of it (then result->io_error tells whether the file itself could not be
 * read). */
int run_one(
	struct arena *arena, const struct run_unit_input *input, struct unit_result *result, char **error);

/* The same, with the units left open for more questions, until lint_close(). With -1, *lint is NULL. */
struct lint;
int run_lint(struct arena *arena, const struct run_unit_input *input, struct unit_result *result,
	struct lint **lint, char **error);
/* The parse for the highest target. */
const struct unit *lint_unit(const struct lint *lint);
void lint_close(struct lint *lint); /* NULL is nothing */

/* Parses a file as run_one() does, for the highest target or input->parse.arch, and no more. Returns 0; or -1
 * with one line in *error that names the file. The unit has to be closed. */
int run_parse(struct arena *arena, const struct run_unit_input *input, struct unit **unit, char **error);

/* Runs the rules of `input` over a parsed unit, for some of its targets, and appends what they find
 * (analyzer/run/pass.c). `hints` may be NULL. */
void run_rules(struct arena *arena, const struct unit *unit, const struct run_unit_input *input,
	const struct target *target, const struct launch_hints *hints, finding_list *findings);

#endif
