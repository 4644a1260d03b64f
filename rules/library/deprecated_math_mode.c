/* CU811 deprecated-math-mode: CUBLAS_TENSOR_OP_MATH, deprecated since cuBLAS 11, which uses tensor cores by
 * default.
 *
 * Only where the mode is chosen: code that compares with it or translates it by a `switch` has to know it as
 * long as it exists. */
#include <string.h>

#include "analyzer/rule/rule.h"

enum { CUBLAS_11 = 11000 };

/* Whether a mode is only recognized: a label, or one side of a comparison. */
static bool is_asked_for(const struct ir_path *path)
{
	for (const struct ir_path *up = path->up; up; up = up->up) {
		const struct ir_expr *expr = up->expr;
		if (up->stmt)
			return up->stmt->kind == IR_CASE && up->stmt->expr == path->expr;
		if (expr->kind == IR_BINARY && (expr->op == IR_OP_EQ || expr->op == IR_OP_NE))
			return true;
		if (expr->kind != IR_CAST)
			return false;
		path = up;
	}
	return false;
}

/* The mode is the one that this rule is about. */
static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	static const char mode[] = "CUBLAS_TENSOR_OP_MATH";
	if (expr->kind != IR_INT || expr->type->kind != IR_TYPE_ENUM ||
		pass->target->cuda_version < CUBLAS_11 || strcmp(pass_text(pass, expr->range), mode) != 0 ||
		is_asked_for(pass->path))
		return;
	struct finding *finding = pass_report(pass, expr->range,
		"`%s` is deprecated: since cuBLAS 11 tensor cores are used by default, except that this mode "
		"also lets single precision be computed in half",
		mode);
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "use CUBLAS_DEFAULT_MATH");
	fix_replace(pass, fix, expr->range, "CUBLAS_DEFAULT_MATH");
}

const struct rule rule_deprecated_math_mode = {
	.code = "CU811",
	.name = "deprecated-math-mode",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "cuBLAS math mode that is deprecated",
	.hooks = {.expr = on_expr},
};
