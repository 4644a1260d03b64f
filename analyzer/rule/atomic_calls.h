/* The calls of atomic functions and of libcu++'s atomics in device code, with what the source around each
 * says: for rules that look at what an execution makes of them. */
#ifndef CUDALINT_RULE_ATOMIC_CALLS_H
#define CUDALINT_RULE_ATOMIC_CALLS_H

#include "analyzer/operation/update.h"
#include "analyzer/rule/rule.h"

struct atomic_call {
	const struct ir_expr *call;
	bool is_elected; /* one lane alone gets there */
	bool is_retried; /* in a loop that goes on until it succeeds; no lock */
	bool in_loop;    /* in some loop of its function */
	bool result_used;
	struct ir_update update;
};

/* What the source says of an access; NULL: it isn't such a call. All of a unit are gathered when a rule first
 * asks. */
const struct atomic_call *pass_atomic_call(const struct pass *pass, const struct ir_expr *expr);

#endif
