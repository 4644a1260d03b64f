/* CU120 l2-hit-ratio: policies for the L2 cache that the runtime refuses or that have no meaning.
 *
 * The hit ratio of an access policy window outside 0 to 1, a persisting miss property, a fraction outside 0
 * to 1 in a cuda::access_property, and a cuda::annotated_ptr whose property names another memory than the
 * pointer leads to: `shared` on global memory, or one of the others on shared memory. */
#include "rules/memory/common/l2_windows.h"

/* ---- windows --------------------------------------------------------------------------------- */

static void on_window(void *context, const struct host_op *op, const struct host_window *window)
{
	struct pass *pass = context;
	if (window->ratio_known && (window->ratio < 0 || window->ratio > 1))
		pass_report_op(pass, op,
			"the window's hitRatio is %g: it is a share of the window from 0 to 1, and the call "
			"fails",
			window->ratio);
	else if (window->miss_known && window->miss == L2_PERSISTING)
		pass_report_op(pass, op,
			"the window's missProp is cudaAccessPropertyPersisting: only the hits may persist, "
			"and the call fails");
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		l2_each_window(trace->ops.data[i], on_window, pass);
}

/* ---- properties in the source ---------------------------------------------------------------- */

static const struct ir_expr *bare(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while (expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		expr = ir_strip_casts(expr->operands[0]);
	return expr;
}

static void judge_fraction(struct pass *pass, const struct ir_expr *construct)
{
	double fraction;
	int64_t number;
	if (construct->operand_count < 2 || !*l2_property(bare(construct->operands[0])->type))
		return;
	const struct ir_expr *expr = construct->operands[1];
	if (!ir_fold_real(expr, &fraction)) {
		if (!ir_fold_int(expr, &number))
			return;
		fraction = (double)number;
	}
	if (fraction < 0 || fraction > 1)
		pass_report(pass, expr->range,
			"%g is no fraction of the addresses: it must lie between 0 and 1, and the descriptor "
			"is undefined otherwise",
			fraction);
}

enum space { SPACE_UNKNOWN, SPACE_SHARED, SPACE_GLOBAL };

static enum space space_of(const struct pass *pass, const struct ir_expr *pointer)
{
	struct ir_memory memory;
	if (!ir_memory_of(bare(pointer), &memory) || !memory.var || memory.field)
		return SPACE_UNKNOWN;
	switch (memory.var->storage) {
	case IR_SHARED:
	case IR_EXTERN_SHARED: return SPACE_SHARED;
	case IR_DEVICE:
	case IR_MANAGED: return memory.var->type->kind == IR_TYPE_POINTER ? SPACE_UNKNOWN : SPACE_GLOBAL;
	case IR_PARAM:
		return pass->function && pass->function->is_kernel && !memory.var->is_assigned &&
				       memory.var->type->kind == IR_TYPE_POINTER
			       ? SPACE_GLOBAL
			       : SPACE_UNKNOWN;
	default: return SPACE_UNKNOWN;
	}
}

static void judge_space(struct pass *pass, const struct ir_expr *construct, const struct ir_record *record)
{
	if (!construct->operand_count || record->arg_count < 2 || !record->args[1].type ||
		construct->operands[0]->type->kind != IR_TYPE_POINTER)
		return;
	const char *property = l2_property(record->args[1].type);
	enum cuda_property kind = ir_cuda_type(record->args[1].type)->property;
	enum space space = space_of(pass, construct->operands[0]);
	bool is_shared = kind == CUDA_PROPERTY_SHARED;
	if (!*property || space == SPACE_UNKNOWN || is_shared == (space == SPACE_SHARED))
		return;
	pass_report(pass, construct->operands[0]->range,
		"`%s` is in %s memory, but the pointer's property is access_property::%s, which promises %s "
		"memory: what it reads and writes is undefined",
		pass_text(pass, construct->operands[0]->range), is_shared ? "global" : "shared", property,
		is_shared ? "shared" : "global");
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	if (expr->kind != IR_CONSTRUCT || type->kind != IR_TYPE_RECORD || !type->record)
		return;
	enum cuda_family family = ir_cuda_type(type)->family;
	if (family == CUDA_ACCESS_PROPERTY)
		judge_fraction(pass, expr);
	else if (family == CUDA_ANNOTATED_POINTER)
		judge_space(pass, expr, type->record);
}

const struct rule rule_l2_hit_ratio = {
	.code = "CU120",
	.name = "l2-hit-ratio",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Policy for the L2 cache that is refused or undefined",
	.hooks = {.call = on_call, .host = on_host},
};
