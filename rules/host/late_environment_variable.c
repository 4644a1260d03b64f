/* CU724 late-environment-variable: the program sets a CUDA_ variable of its own environment.
 *
 * The runtime reads them once, when it starts: after a call of CUDA's a change comes too late (a warning).
 * Before it, as far as the walked function shows, it may still have no effect (an info): other code, or a
 * library's start, may have been first. */
#include <string.h>

#include "analyzer/cuda/host_traits.h"
#include "analyzer/cuda/word.h"
#include "analyzer/rule/rule.h"

/* The variable's name; NULL: not told, or none of CUDA's. putenv has "NAME=value". */
static const char *variable_of(struct arena *arena, const struct host_op *op)
{
	const struct ir_expr *expr = op->expr->operand_count ? ir_strip_casts(op->expr->operands[0]) : NULL;
	while (expr && expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned)
		expr = ir_strip_casts(expr->var->init);
	if (!expr || expr->kind != IR_STRING || !cuda_word_find(expr->string.text)->is_environment)
		return NULL;
	return arena_printf(arena, "%.*s", (int)strcspn(expr->string.text, "="), expr->string.text);
}

/* Calls that start the runtime: all but what says nothing of a device. */
static bool starts_runtime(const struct host_op *op)
{
	return op->launch || (cuda_is_api_space(cuda_space_of(op->callee)) &&
				     !cuda_host_traits(op->callee)->starts_nothing);
}

static void look_at(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const char *variable = op->expr ? variable_of(pass->arena, op) : NULL;
	const struct host_op *first = NULL;
	for (size_t i = 0; i < op->index && !first; i++) {
		const struct host_op *earlier = trace->ops.data[i];
		if (starts_runtime(earlier) && host_is_implied(&op->where, &earlier->where))
			first = earlier;
	}
	if (!variable)
		return;
	if (first) {
		struct finding *finding = pass_report_op(pass, op,
			"`%s` is set after the CUDA runtime has started and read it: no effect; set it "
			"before the program starts",
			variable);
		pass_related(pass, finding, first->range, "an earlier call of CUDA");
	} else {
		struct finding *finding = pass_report_op(pass, op,
			"`%s` is set by the program itself, which may have no effect; set it before the "
			"program starts",
			variable);
		finding->severity = SEVERITY_INFO;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_ENVIRONMENT)
			look_at(pass, trace, trace->ops.data[i]);
}

const struct rule rule_late_environment_variable = {
	.code = "CU724",
	.name = "late-environment-variable",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "CUDA_ environment variable set by the program itself",
	.hooks = {.host = on_host},
};
