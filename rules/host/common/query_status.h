/* What conditions say of the status that cudaStreamQuery or cudaEventQuery answers: of the call itself, of a
 * variable that holds the answer or what was made of it, and of functions of the unit that ask. */
#ifndef CUDALINT_RULES_QUERY_STATUS_H
#define CUDALINT_RULES_QUERY_STATUS_H

#include "analyzer/rule/rule.h"

enum query_status {
	QUERY_UNTOLD,
	QUERY_SUCCESS,   /* cudaSuccess */
	QUERY_FAILS,     /* anything but cudaSuccess: not ready, or an error */
	QUERY_NOT_READY, /* cudaErrorNotReady */
	QUERY_DONE       /* anything but cudaErrorNotReady: success, or an error */
};

bool query_is_call(const struct ir_expr *expr);

/* The call whose answer an expression is: itself, `(s = query)`, a variable that nothing else in `scope` is
 * given to, or a function of the unit that returns it; NULL: none. */
const struct ir_expr *query_of(const struct ir_expr *expr, const struct ir_stmt *scope);

/* What is known of the answer where a condition holds (negated: where it doesn't), and the call that asks.
 * Variables are looked at in `scope`: the body of the loop, or of the function. */
enum query_status query_status_when(const struct ir_expr *condition, bool negated,
	const struct ir_stmt *scope, const struct ir_expr **query);

/* What is known of it at the node that `path` leads to, by the branches that `path` shows. */
enum query_status query_status_at(
	const struct ir_path *path, const struct ir_stmt *scope, const struct ir_expr **query);

/* Whether a statement may end the program or throw, itself or by what it calls. */
bool query_may_exit(const struct ir_stmt *stmt);

#endif
