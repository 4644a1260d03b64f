/* Evaluates conditions thread by thread: what is a lane number in the source is one here. */
#include "analyzer/structure/uniform/lanes.h"

#include <string.h>

#include "analyzer/structure/uniform/uniform_state.h"
#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 64, WARPS = 32, MAX_REASONS = 8, ALL_LANES = -1 };

static bool fold_thread(const struct ir_expr *expr, int x, int64_t *value, unsigned depth);

static bool fold_unary(const struct ir_expr *expr, int x, int64_t *value, unsigned depth)
{
	int64_t operand;
	if (!fold_thread(expr->operands[0], x, &operand, depth))
		return false;
	switch (expr->op) {
	case IR_OP_NEG: return ir_compute(IR_OP_SUB, 0, operand, value);
	case IR_OP_PLUS: *value = operand; return true;
	case IR_OP_NOT: *value = !operand; return true;
	case IR_OP_BIT_NOT: *value = ~operand; return true;
	default: return false;
	}
}

static bool fold_logical(const struct ir_expr *expr, int x, int64_t *value, unsigned depth)
{
	int64_t left, right;
	bool has_left = fold_thread(expr->operands[0], x, &left, depth);
	bool has_right = fold_thread(expr->operands[1], x, &right, depth);
	bool decides = expr->op == IR_OP_LOGICAL_OR; /* true || unknown, false && unknown */
	if ((has_left && !!left == decides) || (has_right && !!right == decides)) {
		*value = decides;
		return true;
	}
	*value = !decides;
	return has_left && has_right;
}

static bool fold_binary(const struct ir_expr *expr, int x, int64_t *value, unsigned depth)
{
	int64_t a, b;
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)
		return fold_logical(expr, x, value, depth);
	if (!fold_thread(expr->operands[0], x, &a, depth) || !fold_thread(expr->operands[1], x, &b, depth))
		return false;
	if (a > INT32_MAX || a < INT32_MIN || b > INT32_MAX || b < INT32_MIN)
		return false; /* no thread or lane number */
	/* what is negative here may be a large unsigned number */
	bool divides = expr->op == IR_OP_DIV || expr->op == IR_OP_REM;
	return !(divides && (a < 0 || b < 0)) && ir_compute(expr->op, a, b, value);
}

static bool fold_thread(const struct ir_expr *expr, int x, int64_t *value, unsigned depth)
{
	if (!expr || depth >= MAX_DEPTH)
		return false;
	if (ir_fold_int(expr, value))
		return true;
	depth++;
	switch (expr->kind) {
	case IR_VAR:
		if (expr->var->builtin == CUDA_WARP_SIZE) {
			*value = UNIFORM_WARP_SIZE;
			return true;
		}
		return expr->var->storage == IR_LOCAL && !expr->var->is_assigned &&
		       !expr->var->is_address_taken && fold_thread(expr->var->init, x, value, depth);
	case IR_MEMBER:
		if (expr->operands[0]->kind != IR_VAR || expr->operands[0]->var->builtin != CUDA_THREAD_INDEX)
			return false;
		*value = !strcmp(expr->member.name, "x") ? x : 0;
		return true;
	case IR_CAST: return fold_thread(expr->operands[0], x, value, depth);
	case IR_UNARY: return fold_unary(expr, x, value, depth);
	case IR_BINARY: return fold_binary(expr, x, value, depth);
	case IR_CONDITIONAL: {
		int64_t condition;
		return fold_thread(expr->operands[0], x, &condition, depth) &&
		       fold_thread(expr->operands[condition ? 1 : 2], x, value, depth);
	}
	default: return false;
	}
}

bool ir_fold_thread(const struct ir_expr *expr, int x, int64_t *value)
{
	return fold_thread(expr, x, value, 0);
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
		uint32_t at_site;
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
			uint32_t entering;
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
