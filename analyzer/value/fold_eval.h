/* Shared by fold*.c only: one evaluation and what it is worth. */
#ifndef CUDALINT_VALUE_FOLD_EVAL_H
#define CUDALINT_VALUE_FOLD_EVAL_H

#include "analyzer/ir/query.h"
#include "analyzer/value/arithmetic.h"
#include "analyzer/value/fold.h"

/* The innermost call being evaluated: its parameters have these values. */
struct fold_frame {
	const struct ir_function *function;
	const struct fold_value *args; /* one per parameter */
};

/* A budget in depth and in steps, so that neither `int x = x` nor a chain of doubling variables takes long.
 */
struct fold {
	const struct fold_frame *frame; /* NULL: outside any call */
	const struct ir_expr *self;     /* the object whose member's initialiser is evaluated; or NULL */
	const struct ir_query *query;   /* callers, for parameters of functions not being entered; or NULL */
	const struct ir_environment *environment; /* or NULL */
	unsigned depth, steps;
};

/* Value of an expression, converted to its type. */
bool fold_expr(struct fold *fold, const struct ir_expr *expr, struct fold_value *out);

/* The same, demanding an integer. */
bool fold_integer(struct fold *fold, const struct ir_expr *expr, int64_t *out);

bool fold_dim3(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims);

/* A call: min, max and friends, else the function's body (fold_call.c). */
bool fold_call(struct fold *fold, const struct ir_expr *expr, struct fold_value *out);

/* Enters the body of the called function: binds the arguments in `args` (FOLD_ARG_LIMIT of them), makes
 * `frame` the innermost one and finds the expression that is returned. The caller puts fold->frame back. */
enum { FOLD_ARG_LIMIT = 8 };
bool fold_enter(struct fold *fold, const struct ir_expr *call, struct fold_frame *frame,
	struct fold_value *args, const struct ir_expr **result);

/* The argument that every known call of the parameter's function gives it, one after the other: calls `each`
 * until it returns false. False when there is no call, or `each` said so. */
bool fold_each_argument(struct fold *fold, const struct ir_var *param,
	bool (*each)(struct fold *fold, const struct ir_expr *argument, void *context), void *context);

/* Whether a type is dim3, which has more constructors than the plain structures of three. */
bool fold_is_dim3(const struct ir_type *type);

/* Whether the variable always holds what its initialiser says. */
bool fold_is_fixed(const struct ir_var *var);

#endif
