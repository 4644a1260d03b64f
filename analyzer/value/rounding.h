/* Sizes rounded up to whole blocks, as launches compute their grids. */
#ifndef CUDALINT_VALUE_ROUNDING_H
#define CUDALINT_VALUE_ROUNDING_H

#include "analyzer/ir/ir.h"

struct ir_rounding {
	const struct ir_expr *size, *by;
};

/* (n + b - 1) / b, (n - 1) / b + 1, n / b + (n % b != 0) and its likes, ceil(n / (float)b); also through
 * variables that are set once, and functions that return one of these. False: something else. */
bool ir_rounded_up(const struct ir_expr *expr, struct ir_rounding *out);

/* The expression of one component (0 to 2) of a dim3 or an integer; NULL: left out, or filled in later. */
const struct ir_expr *ir_dim3_part(const struct ir_expr *expr, size_t axis);

/* The initialiser of a variable that is set once, also through several; else the expression itself, casts
 * aside. */
const struct ir_expr *ir_look_through(const struct ir_expr *expr);

/* Whether two expressions are written alike, casts aside. */
bool ir_same_expr(const struct ir_expr *a, const struct ir_expr *b);

/* Whether `part` is written somewhere in an expression. */
bool ir_mentions(const struct ir_expr *expr, const struct ir_expr *part);

#endif
