/* Looks for the loop around an atomic whose going on depends on what the atomic gives. */
#include "analyzer/structure/spin/retry.h"

#include "analyzer/operation/update.h"
#include "analyzer/value/fold.h"

static bool is_loop(const struct ir_stmt *stmt)
{
	return stmt && (stmt->kind == IR_WHILE || stmt->kind == IR_DO || stmt->kind == IR_FOR);
}

static bool is_lock(const struct ir_expr *call)
{
	int64_t value;
	double real;
	struct ir_update update;
	if (!ir_update_of(call, &update) || !update.first)
		return true;
	/* what a member expects is a variable: a lock shows in the number that it stores */
	const struct ir_expr *number = update.is_member ? update.amount : update.first;
	return !number || ir_fold_int(number, &value) || ir_fold_real(number, &real);
}

/* A way out of a loop that hangs on what a call gives. */
struct way_out {
	struct ir_flow *flow;
	const struct ir_expr *call;
	bool found;
};

static void way_out_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct way_out *out = context;
	if (stmt->kind != IR_BREAK && stmt->kind != IR_RETURN)
		return;
	for (path = path->up; path && !out->found; path = path->up)
		out->found = path->stmt && path->stmt->kind == IR_IF &&
			     ir_depends(out->flow, path->stmt->expr, out->call);
}

static bool ends_by(struct ir_flow *flow, const struct ir_stmt *loop, const struct ir_expr *call)
{
	const struct ir_visitor visitor = {.stmt = way_out_stmt};
	struct way_out out = {.flow = flow, .call = call};
	if (ir_depends(flow, loop->expr, call))
		return true;
	ir_walk_stmt(loop->body, &visitor, &out, NULL);
	return out.found;
}

bool ir_is_retried(struct ir_flow *flow, const struct ir_expr *call, const struct ir_path *path)
{
	if (is_lock(call))
		return false;
	for (; path; path = path->up)
		if (is_loop(path->stmt) && ends_by(flow, path->stmt, call))
			return true;
	return false;
}

bool ir_is_dropped(const struct ir_path *path)
{
	while (path->up && path->up->expr && path->up->expr->kind == IR_CAST)
		path = path->up;
	return path->up && path->up->stmt && path->up->stmt->kind == IR_EXPR;
}
