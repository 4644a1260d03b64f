/* The state of one run of the rules over one unit, for the engine: it walks (analyzer/engine/pass.c),
 * report.c gathers findings. */
#ifndef CUDALINT_RULE_RUN_UNIT_H
#define CUDALINT_RULE_RUN_UNIT_H

#include "analyzer/config/config.h"
#include "analyzer/host/launches.h"
#include "analyzer/rule/rule.h"

/* A finding, or a fix, whose rule isn't done with it yet. */
struct pending_fix {
	struct fix fix; /* first member: hooks hold a pointer to it */
	struct finding *finding;
	bool is_dropped;
};

/* Where a finding comes from: the function, and whether it was seen when that was executed. */
struct reported {
	const struct ir_function *function;
	bool was_executed;
	bool rests_on_invented; /* on declarations, or arguments of a template, that were made up */
	bool rests_on_numbers;  /* on numbers among these: others might suit the kernel better */
	const struct project_use *elsewhere; /* in another unit, that makes it a launch; NULL: nothing is */
};

/* A finding about an operation that orders memory, and how it should rather be. */
struct priced_order {
	struct finding *finding;
	struct price_order fix;
	const struct ir_stmt *tree; /* or a tree of shuffles; NULL: it is no such */
	unsigned steps;
	const struct ir_function *kernel; /* or one whose threads allocate; NULL: it is no such */
};

struct run_unit {
	struct arena *arena;
	const struct unit *unit;
	const struct ir_module *module; /* the unit's */
	const struct target *target;
	const struct ir_function *function; /* being visited */
	const struct ir_query *query;       /* NULL until a rule asks */
	struct ir_uniformity *uniformity;   /* likewise, and so on */
	struct ir_flow *flow;
	struct ir_spins *spins;
	struct ir_publications *publications;
	const struct ir_host_visible *host_visible;
	struct atomic_calls *atomic_calls;
	/* The passes that have each hook. */
	VEC(struct pass *)
	on_unit, on_variable, on_function, on_stmt, on_expr, on_call, on_assembly, on_launch, on_function_end,
		on_execution, on_host, on_unit_end;
	const struct config *config;      /* or NULL */
	struct run_times *times;          /* or NULL: nobody asks */
	const struct launch_hints *hints; /* launches and parameters given from outside; or NULL */
	struct host_traces traces;        /* once the host's code has been walked */
	/* the same, but functions that other units call with what is known are walked with that; `walked`
	 * has the launches of these */
	struct host_traces called_traces;
	const struct host_launch_table *walked;
	const struct project_given *given; /* what other units of the project say; NULL: nothing */
	const struct simt_report *report;  /* of the execution being looked at; NULL otherwise */
	VEC(struct priced_order) ordered;
	finding_list findings;
	VEC(struct reported) reported; /* one for each of `findings` */
	VEC(struct pending_fix *) fixes;
};
/* Walks the host's code, once: `traces` and `walked`. */
void unit_walk_host(struct run_unit *run);

/* After an execution: the cost of those that pass_cost_ordered() was given. */
void pass_price_ordered(struct run_unit *run);

/* Gives each finding the fixes that hold. */
void pass_attach_fixes(struct run_unit *run);

/* Moves what was reported to `findings`, without what was withdrawn. */
void pass_collect(struct run_unit *run, finding_list *findings);

#endif
