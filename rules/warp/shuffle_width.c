/* CU415 shuffle-width: the width of a shuffle that is no power of two from 1 to 32. The result is then
 * undefined.
 *
 * Widths are folded through constants and template arguments; one that isn't known is left alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"

enum { WARP_SIZE = 32 };

/* Where the width is among the arguments, or 0 when the call is no shuffle. */
static size_t width_index(const struct cuda_function *called)
{
	if (!cuda_is_shuffle(called))
		return 0;
	return called->mask ? 3 : called->masked ? 2 : 0; /* a group has none */
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	size_t index = width_index(ir_cuda(expr));
	int64_t width;
	if (!index || expr->operand_count <= index || (function && !function->is_system) ||
		!ir_fold_int(expr->operands[index], &width) || ir_is_dead(pass->path))
		return;
	if (width > 0 && width <= WARP_SIZE && (width & (width - 1)) == 0)
		return;
	pass_report(pass, expr->operands[index]->range,
		"width %lld of `%s` is not a power of two from 1 to 32: the result is undefined",
		(long long)width, expr->call->name);
}

const struct rule rule_shuffle_width = {
	.code = "CU415",
	.name = "shuffle-width",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Shuffle width that is no power of two up to 32",
	.hooks = {.call = on_call},
};
