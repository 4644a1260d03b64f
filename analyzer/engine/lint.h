/* Linting one file: parsing it as often as its targets need, running the rules over it, and what comes of it.
 */
#ifndef CUDALINT_ENGINE_LINT_H
#define CUDALINT_ENGINE_LINT_H

#include "analyzer/base/lines.h"
#include "analyzer/config/config.h"
#include "analyzer/engine/kernel.h"
#include "analyzer/frontend/args/toolkit.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/project/project.h"
#include "analyzer/rule/rule.h"

/* Where the time of the rules went, by the wall clock. */
struct rule_time {
	const char *code;
	double ms;
};

struct run_times {
	double kernels_ms, host_ms;  /* executing kernels, and walking host code: for all rules together */
	VEC(struct rule_time) rules; /* what is left, by rule, in the order of the registry */
};

/* What became of a unit's kernels. */
struct run_executions {
	bool asked;          /* a rule that is on wants executions */
	size_t executed;     /* kernels executed to their end, for one launch at least */
	line_list left_out;  /* of the others: "`kernel` was not executed: why" */
	kernel_list kernels; /* each execution of a launch, in the order of the source */
	line_list late;      /* kernels that the input's late_after_ms came before, by name */
};

/* What became of one file. */
struct unit_result {
	const char *path;
	enum unit_status status;
	size_t parse_errors, kernels, functions;
	bool has_executed;                       /* whether kernels were to be executed, and... */
	size_t executed;                         /* ...how many of `kernels` were, to their end */
	double ms, parse_ms, lower_ms, rules_ms; /* wall time */
	struct run_times times;                  /* with --timing alone */
	bool used_preamble;                      /* that is shared with other units, in one of its parses */
	bool is_stored;                          /* from the result store: it took no time in this run */
	size_t suppressed;                       /* findings that comments silenced */
	finding_list findings;
	line_list notes;            /* one-line remarks for -v: dropped flags, missing includes, fallbacks */
	struct project_facts facts; /* what it has to say to other units */
	kernel_list launches;       /* of its kernels, and what they come to by the model */
	line_list kernel_names;     /* with hints from outside: what those can name, see hints_names() */
	bool is_told;               /* the result rests on what other units say; set by run_check() alone */
	bool is_fragment;           /* the result is that of the file as another one includes it */
	const char *io_error;       /* the file could not be read at all: one line; counts as exit status 2 */
	const struct rule *const *rules; /* that were on; like `config` set by run_check() alone */
	const struct config *config;
};

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
	const char *refused;       /* why the file may not be read: one line; NULL: it may */
	bool preview;
	bool all_passes; /* whatever arch_text_compare() says of them */
	bool ignore_suppressions;
	bool timing;                       /* fill the result's times */
	struct run_times *times;           /* run_rules() adds to them; NULL: it doesn't */
	struct run_executions *executions; /* run_rules() fills it; NULL: nobody asks */
	const struct launch_hints *hints;  /* from outside; those of comments are added to them. NULL: none */
	/* Which functions are executed, for one who knows what the others come to; NULL: all. */
	bool (*executes)(void *context, const struct unit *unit, const struct ir_function *function);
	void *executes_context;
	const struct project_given *given; /* what other units say; NULL: nothing */
	bool facts_only;                   /* nothing is looked for but what it says itself */
	struct project_facts *facts;       /* run_rules() fills it; NULL: nobody asks */
	/* Processor time of this process, after which no kernel is executed and no further pass begun: what
	 * is left is named, and the rest reported. 0: there is none. */
	double late_after_ms;
	unsigned threads; /* besides the calling one, that may execute kernels; 0: none. See ahead.h */
	line_list notes;  /* what planning has to remark, for the result's notes */
};

/* Whether the input's late_after_ms is over. */
bool run_is_late(const struct run_unit_input *input);

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

/* The precompiled header that a parse of the file will ask for first; the file is read for it, not parsed. */
struct unit_headers run_wanted_headers(struct arena *arena, const struct run_unit_input *input);

/* With which options a precompiled header or preamble is made, or has its place, that a parse of the file has
 * asked for (unit_options.ask_headers). */
struct unit_options run_headers_options(
	struct arena *arena, const struct run_unit_input *input, const struct unit_headers *wanted);

/* Parses a file as run_one() does, for the highest target or input->parse.arch, and no more. Returns 0; or -1
 * with one line in *error that names the file. The unit has to be closed. */
int run_parse(struct arena *arena, const struct run_unit_input *input, struct unit **unit, char **error);

/* Runs the rules of `input` over a parsed unit, for some of its targets, and appends what they find
 * (analyzer/engine/pass.c). `hints` may be NULL. */
void run_rules(struct arena *arena, const struct unit *unit, const struct run_unit_input *input,
	const struct target *target, const struct launch_hints *hints, finding_list *findings);

#endif
