/* What a rule is: a constant declaration with hooks over what the analyzer saw. What hooks may call is in
 * analyzer/rule/rule.h.
 *
 * The analyzer runs rules without knowing any of them: a registry (an array that ends with NULL) is handed
 * in. */
#ifndef CUDALINT_FINDING_RULE_H
#define CUDALINT_FINDING_RULE_H

#include "analyzer/finding/finding.h"

struct host_order;
struct host_trace;
struct ir_expr;
struct ir_function;
struct ir_launch;
struct ir_stmt;
struct ir_var;
struct pass;
struct simt_report;

enum option_kind { OPTION_INT, OPTION_REAL, OPTION_BOOL, OPTION_TEXT };

struct rule_option {
	const char *name; /* "min-ways"; NULL ends the list */
	enum option_kind kind;
	const char *fallback; /* default value, as text */
	const char *help;
};

/* Called in this order for every unit: unit; then for every variable at namespace scope: variable; then for
 * every function: function, then its statements and expressions in source order (call and launch besides
 * expr, variable for declarations, assembly besides stmt), function_end; unit_end. Templates are visited once
 * per instantiation; a lambda's body is visited as a function of its own. Kernels are executed only if some
 * rule asks (execution); findings reported there carry the launch. */
struct rule_hooks {
	void (*unit)(struct pass *pass);
	void (*variable)(struct pass *pass, const struct ir_var *var);
	void (*function)(struct pass *pass, const struct ir_function *function);
	void (*stmt)(struct pass *pass, const struct ir_stmt *stmt);
	void (*expr)(struct pass *pass, const struct ir_expr *expr);
	void (*call)(struct pass *pass, const struct ir_expr *call);     /* IR_CALL and IR_CONSTRUCT */
	void (*assembly)(struct pass *pass, const struct ir_stmt *stmt); /* IR_ASM */
	void (*launch)(struct pass *pass, const struct ir_launch *launch);
	void (*function_end)(struct pass *pass, const struct ir_function *function);
	/* after all functions: once for every kernel and launch that the abstract GPU has executed */
	void (*execution)(struct pass *pass, const struct simt_report *report);
	/* with them: for launches that are tried, see simt_launch.trial */
	void (*trial)(struct pass *pass, const struct simt_report *report);
	/* after them: once for every host function that the abstract host has walked from its start, with all
	 * that it calls. A helper that several of them call shows up in each: the same finding counts once.
	 */
	void (*host)(struct pass *pass, struct host_trace *trace, const struct host_order *order);
	void (*unit_end)(struct pass *pass);
};

struct rule {
	const char *code, *name; /* "CU201", "bank-conflict" */
	enum severity severity;
	const char *since;   /* version that brought it */
	const char *summary; /* one line, no full stop */
	bool strict_only;    /* not in the recommended set */
	bool strict_infos;   /* its findings of severity info aren't in the recommended set */
	bool preview;
	/* `execution` is also called for device functions that no kernel of the unit calls, with one warp and
	 * nothing known of the arguments; what is reported there is likely at most. See simt_lone. */
	bool lone;
	bool without_infos; /* set by the selection: strict_infos, and the strict set is off */
	const struct rule_option *options;
	struct rule_hooks hooks;
};

#endif
