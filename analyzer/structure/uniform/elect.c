/* Looks at the conditions that keep the other lanes of a warp from a point. */
#include "analyzer/structure/uniform/elect.h"

#include <string.h>

#include "analyzer/operation/collective.h"
#include "analyzer/structure/uniform/uniform_state.h"

enum { MAX_REASONS = 8, MAX_CALLERS = 4 };

/* Whether a value comes from memory; not through what is counted or found in a mask. */
static enum ir_flow_way visit_loads(void *context, const struct ir_expr *expr)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	(void)context;
	if (expr->kind == IR_INDEX || (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF) ||
		(expr->kind == IR_MEMBER && expr->is_arrow && expr->operands[0]->kind != IR_THIS))
		return FLOW_FOUND;
	if (expr->kind != IR_CALL)
		return FLOW_FURTHER;
	if (cuda_is_bits(cuda) || cuda->builtin == CUDA_THREAD_RANK || ir_collective_of(expr))
		return FLOW_NO;
	return cuda->effect ? FLOW_FOUND : FLOW_FURTHER;
}

static bool is_lane_number(struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_expr *expr)
{
	return ir_type_value(expr->type)->kind == IR_TYPE_INT &&
	       ir_variance(uniformity, expr) > IR_WARP_UNIFORM &&
	       !ir_flow_search(flow, expr, visit_loads, NULL);
}

static bool elects(struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_expr *condition,
	bool outcome, unsigned depth);

/* A flag, by what it is given: all of it elects. One that is set on the way is trusted: it is set where some
 * lane was found. */
static bool flag_elects(struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_var *flag,
	bool outcome, unsigned depth)
{
	struct ir_values values = ir_flow_values(flow, flag);
	if (flag->is_assigned)
		return ir_type_value(flag->type)->kind == IR_TYPE_BOOL;
	for (size_t i = 0; i < values.count; i++)
		if (!elects(uniformity, flow, values.data[i], outcome, depth))
			return false;
	return values.count > 0;
}

/* Whether a condition that has this outcome leaves one lane. */
static bool elects(struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_expr *condition,
	bool outcome, unsigned depth)
{
	const struct ir_expr *expr = ir_strip_casts(condition), *result = NULL;
	if (!expr || depth > MAX_REASONS)
		return false;
	depth++;
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT)
		return elects(uniformity, flow, expr->operands[0], !outcome, depth);
	if (expr->kind == IR_BINARY && expr->op == (outcome ? IR_OP_LOGICAL_AND : IR_OP_LOGICAL_OR))
		return elects(uniformity, flow, expr->operands[0], outcome, depth) ||
		       elects(uniformity, flow, expr->operands[1], outcome, depth);
	if (expr->kind == IR_BINARY && expr->op == (outcome ? IR_OP_EQ : IR_OP_NE))
		return is_lane_number(uniformity, flow, expr->operands[0]) ||
		       is_lane_number(uniformity, flow, expr->operands[1]);
	if (expr->kind == IR_VAR && flag_elects(uniformity, flow, expr->var, outcome, depth))
		return true;
	const struct ir_stmt *body =
		expr->kind == IR_CALL && expr->call->function ? expr->call->function->body : NULL;
	if (body && body->child_count == 1 && body->children[0]->kind == IR_RETURN)
		result = body->children[0]->expr;
	if (result && elects(uniformity, flow, result, outcome, depth))
		return true;
	/* `if (!lane)` */
	return !outcome && is_lane_number(uniformity, flow, expr);
}

static bool reason_elects(
	struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_divergence *reason)
{
	const struct ir_stmt *stmt = reason->stmt;
	const struct ir_expr *expr = reason->expr;
	if (reason->kind == IR_DIVERGENT_BRANCH && expr)
		return elects(uniformity, flow, expr->operands[0], expr->op != IR_OP_LOGICAL_OR, 0);
	if (!stmt || stmt->kind != IR_IF)
		return false;
	if (reason->kind == IR_DIVERGENT_BRANCH)
		return elects(uniformity, flow, stmt->expr, !reason->in_else, 0);
	return reason->kind == IR_DIVERGENT_EXIT && !stmt->other &&
	       elects(uniformity, flow, stmt->expr, false, 0);
}

static bool is_elected(struct ir_uniformity *uniformity, struct ir_flow *flow,
	const struct ir_function *function, const struct ir_path *path, unsigned depth)
{
	struct ir_divergence reasons[MAX_REASONS];
	size_t count = ir_divergences(uniformity, function, path, reasons, MAX_REASONS);
	bool by_callers = false;
	for (size_t i = 0; i < count && i < MAX_REASONS; i++) {
		by_callers |= reasons[i].kind == IR_DIVERGENT_CALLER;
		if (reason_elects(uniformity, flow, &reasons[i]))
			return true;
	}
	if (!by_callers || depth >= MAX_CALLERS || !uniform_is_called(uniformity, function))
		return false;
	for (size_t i = 0; i < uniformity->sites.count; i++) {
		const struct uniform_site *site = &uniformity->sites.data[i];
		if (site->callee == function &&
			!is_elected(uniformity, flow, site->caller, site->path, depth + 1))
			return false;
	}
	return true;
}

bool ir_is_elected(struct ir_uniformity *uniformity, struct ir_flow *flow, const struct ir_function *function,
	const struct ir_path *path)
{
	return is_elected(uniformity, flow, function, path, 0);
}
