/* Constant folding: what an expression is worth where that follows from the source alone.
 *
 * Sees through casts, const and constexpr variables, locals that are never assigned after their initialiser,
 * enum constants, conditional operators with a known condition, min and max, and calls of functions whose
 * body is only declarations, ifs and returns. Arithmetic is C++'s: results wrap to the width and sign of
 * their type; division by zero and shifts by the width or more are unknown. Anything else is unknown. */
#ifndef CUDALINT_VALUE_FOLD_H
#define CUDALINT_VALUE_FOLD_H

#include "analyzer/ir/ir.h"

struct ir_query;

/* The value of an integer, bool, enum or pointer expression (a null pointer is 0). Unsigned 64-bit values
 * keep their bits. False when unknown, *value is then untouched. */
bool ir_fold_int(const struct ir_expr *expr, int64_t *value);

/* The value of a floating-point expression, rounded to its type; false for other types and when unknown. */
bool ir_fold_real(const struct ir_expr *expr, double *value);

/* Three extents of a dim3 (or integer) expression: `dim3(16, 16)`, `{n, 1, 1}`, a variable built so, `256`,
 * or one filled component by component. known[i] tells which components are valid; components left out are 1.
 * False when the expression isn't understood at all. */
struct ir_dim3 {
	int64_t value[3];
	bool known[3];
};
bool ir_fold_dim3(const struct ir_expr *expr, struct ir_dim3 *dims);

/* The same, looking through parameters of host functions where all calls in the unit give the same argument.
 */
bool ir_fold_int_called(const struct ir_query *query, const struct ir_expr *expr, int64_t *value);
bool ir_fold_dim3_called(const struct ir_query *query, const struct ir_expr *expr, struct ir_dim3 *dims);

/* The same for an expression of a kernel, with the arguments of one launch for its parameters. */
bool ir_fold_int_launched(const struct ir_launch *launch, const struct ir_expr *expr, int64_t *value);

/* What is known beside the source: "what if threadIdx.x were 3". Asked for each expression before that is
 * looked into; what it says is converted to the expression's type. */
struct ir_environment {
	bool (*value)(const void *context, const struct ir_expr *expr, int64_t *value);
	const void *context;
};
bool ir_fold_int_in(const struct ir_environment *environment, const struct ir_expr *expr, int64_t *value);

/* x * y * z when all are known. */
bool ir_dim3_total(const struct ir_dim3 *dims, int64_t *total);

#endif
