/* Facts about a unit as a whole: who calls a function, who launches a kernel, what can be reached from where.
 *
 * Built in one walk when first asked for (pass_query), then read-only. Lists are in source order of their
 * uses. A lambda counts as called where it is written. Calls through pointers and virtual calls are not
 * known. */
#ifndef CUDALINT_IR_QUERY_H
#define CUDALINT_IR_QUERY_H

#include "analyzer/ir/ir.h"

struct ir_query;

struct ir_call_site {
	const struct ir_function *caller; /* NULL: an initialiser at namespace scope */
	const struct ir_function *callee; /* NULL when unknown; then the spelled name is in expr */
	const struct ir_expr *expr;       /* IR_CALL, IR_CONSTRUCT or IR_LAMBDA */
};

struct ir_call_sites {
	const struct ir_call_site *const *data;
	size_t count;
};

struct ir_launches {
	const struct ir_launch *const *data;
	size_t count;
};

const struct ir_query *ir_query_new(struct arena *arena, const struct ir_module *module);

const struct ir_module *ir_query_module(const struct ir_query *query);

/* Calls of a function, with or without a body in the unit. */
struct ir_call_sites ir_callers(const struct ir_query *query, const struct ir_function *function);

/* Calls that a function makes, unknown ones too. */
struct ir_call_sites ir_callees(const struct ir_query *query, const struct ir_function *function);

/* Launches of a kernel in the unit. */
struct ir_launches ir_launches_of(const struct ir_query *query, const struct ir_function *kernel);

/* The first call for which `is_wanted` holds that running `function` can come to, itself or through what it
 * calls; NULL: none that the unit shows. */
const struct ir_call_site *ir_reached_call(const struct ir_query *query, const struct ir_function *function,
	bool (*is_wanted)(const struct ir_expr *call));

/* Whether a kernel of the unit is `function` or calls it, directly or not. */
bool ir_is_kernel_code(const struct ir_query *query, const struct ir_function *function);

#endif
