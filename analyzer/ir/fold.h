/* Constant folding: what an expression is worth where that follows from the source alone.
 *
 * Sees through casts, const and constexpr variables, locals that are never assigned after their initialiser, enum
 * constants, conditional operators with a known condition, and constexpr arithmetic. Anything else is unknown. */
#ifndef CUDALINT_IR_FOLD_H
#define CUDALINT_IR_FOLD_H

#include "analyzer/ir/ir.h"

bool ir_fold_int(const struct ir_expr *expr, int64_t *value);

/* Three extents of a dim3 (or integer) expression: `dim3(16, 16)`, `{n, 1, 1}`, a variable built so, `256`, or one
 * filled component by component. known[i] tells which components are valid; components left out are 1. False when
 * the expression isn't understood at all. */
struct ir_dim3 {
	int64_t value[3];
	bool known[3];
};
bool ir_fold_dim3(const struct ir_expr *expr, struct ir_dim3 *dims);

/* x * y * z when all are known. */
bool ir_dim3_total(const struct ir_dim3 *dims, int64_t *total);

#endif
