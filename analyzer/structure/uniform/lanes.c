/* Evaluates conditions thread by thread: what is a lane number in the source is one here. */
#include "analyzer/structure/uniform/lanes.h"

#include <string.h>

#include "analyzer/structure/uniform/uniform_state.h"
#include "analyzer/value/fold.h"

enum { WARPS = 32, MAX_REASONS = 8, ALL_LANES = -1 };

/* What an expression is in the thread whose threadIdx.x the context is, of a block with one row. */
static bool value_in_thread(const void *context, const struct ir_expr *expr, int64_t *value)
{
	if (expr->kind != IR_MEMBER || ir_builtin(expr->operands[0]) != CUDA_THREAD_INDEX)
		return false;
	*value = !strcmp(expr->member.name, "x") ? *(const int *)context : 0;
	return true;
}

bool ir_fold_thread(const struct ir_expr *expr, int x, int64_t *value)
{
	return ir_fold_int_in(&(struct ir_environment){value_in_thread, &x}, expr, value);
}

/* ---- lanes at a point ------------------------------------------------------------------------ */

/* The condition that lanes meet at a reason, and the value that leads on to the point. */
static const struct ir_expr *condition_of(const struct ir_divergence *reason, bool *wanted)
{
	const struct ir_stmt *stmt = reason->stmt;
	*wanted = true;
	if (reason->kind == IR_DIVERGENT_BRANCH && reason->expr) {
		*wanted = reason->expr->op != IR_OP_LOGICAL_OR;
		return reason->expr->kind == IR_CONDITIONAL ? NULL : reason->expr->operands[0];
	}
	if (reason->kind == IR_DIVERGENT_BRANCH && stmt->kind == IR_IF) {
		*wanted = !reason->in_else;
		return stmt->expr;
	}
	if (reason->kind == IR_DIVERGENT_EXIT && stmt->kind == IR_IF && !stmt->other &&
		ir_leaves(stmt->body)) {
		*wanted = false;
		return stmt->expr;
	}
	return NULL;
}

static bool active_lanes(struct ir_uniformity *uniformity, const struct ir_function *function,
	const struct ir_path *path, int warp, uint32_t *lanes);

/* The lanes that enter a helper, if every call in the unit brings the same. */
static bool entering_lanes(
	struct ir_uniformity *uniformity, const struct ir_function *function, int warp, uint32_t *lanes)
{
	bool any = false;
	if (!uniform_is_called(uniformity, function) || uniformity->entering.count >= 4)
		return false;
	vec_push(uniformity->arena, &uniformity->entering, function);
	bool same = true;
	for (size_t i = 0; i < uniformity->sites.count && same; i++) {
		const struct uniform_site *site = &uniformity->sites.data[i];
		uint32_t at_site = 0;
		if (site->callee != function)
			continue;
		same = active_lanes(uniformity, site->caller, site->path, warp, &at_site) &&
		       (!any || at_site == *lanes);
		*lanes = at_site;
		any = true;
	}
	uniformity->entering.count--;
	return same && any;
}

static bool active_lanes(struct ir_uniformity *uniformity, const struct ir_function *function,
	const struct ir_path *path, int warp, uint32_t *lanes)
{
	struct ir_divergence reasons[MAX_REASONS];
	size_t count = ir_divergences(uniformity, function, path, reasons, MAX_REASONS);
	*lanes = (uint32_t)ALL_LANES;
	if (count > MAX_REASONS)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (reasons[i].kind == IR_DIVERGENT_CALLER) {
			uint32_t entering = 0;
			if (!entering_lanes(uniformity, function, warp, &entering))
				return false;
			*lanes &= entering;
			continue;
		}
		bool wanted;
		const struct ir_expr *condition = condition_of(&reasons[i], &wanted);
		for (int lane = 0; lane < UNIFORM_WARP_SIZE; lane++) {
			int64_t value;
			if (!condition || !ir_fold_thread(condition, warp * UNIFORM_WARP_SIZE + lane, &value))
				return false;
			if (!!value != wanted)
				*lanes &= ~(UINT32_C(1) << lane);
		}
	}
	return true;
}

bool ir_active_lanes(struct ir_uniformity *uniformity, const struct ir_function *function,
	const struct ir_path *path, uint32_t *lanes)
{
	for (int warp = 0; warp < WARPS; warp++) {
		if (!active_lanes(uniformity, function, path, warp, lanes))
			return false;
		if (*lanes)
			return true;
	}
	return false;
}
