/* Decides conditions on the way from a function's body down to a node by folding them. */
#include "analyzer/ir/dead.h"

#include "analyzer/ir/fold.h"

static bool folds_to(const struct ir_expr *condition, bool wanted)
{
	int64_t value;
	return condition && ir_fold_int(condition, &value) && !!value == wanted;
}

static const struct ir_stmt *last_stmt(const struct ir_stmt *stmt)
{
	while (stmt && stmt->kind == IR_BLOCK && stmt->child_count)
		stmt = stmt->children[stmt->child_count - 1];
	return stmt;
}

/* `return`, or an `if` that is always taken and ends with one; likewise continue, break and goto. */
static bool always_leaves(const struct ir_stmt *stmt)
{
	stmt = last_stmt(stmt);
	if (!stmt)
		return false;
	if (stmt->kind == IR_IF)
		return (folds_to(stmt->expr, true) && always_leaves(stmt->body)) ||
		       (folds_to(stmt->expr, false) && always_leaves(stmt->other));
	return stmt->kind == IR_RETURN || stmt->kind == IR_CONTINUE || stmt->kind == IR_BREAK ||
	       stmt->kind == IR_GOTO;
}

/* Whether a statement before `child` in the block always leaves; labels and cases are entered from elsewhere.
 */
static bool is_cut_off(const struct ir_stmt *block, const struct ir_stmt *child)
{
	bool cut = false;
	for (size_t i = 0; i < block->child_count; i++) {
		const struct ir_stmt *stmt = block->children[i];
		if (stmt->kind == IR_CASE || stmt->kind == IR_DEFAULT || stmt->kind == IR_LABEL)
			cut = false;
		if (stmt == child)
			return cut;
		cut = cut || always_leaves(stmt);
	}
	return false;
}

static bool is_dead_below(const struct ir_path *parent, const struct ir_path *child)
{
	const struct ir_stmt *stmt = parent->stmt;
	const struct ir_expr *expr = parent->expr;
	if (stmt && child->stmt) {
		if (stmt->kind == IR_IF && child->stmt != stmt->init)
			return folds_to(stmt->expr, child->stmt == stmt->other);
		if ((stmt->kind == IR_WHILE || stmt->kind == IR_FOR) && child->stmt == stmt->body)
			return folds_to(stmt->expr, false);
		return stmt->kind == IR_BLOCK && is_cut_off(stmt, child->stmt);
	}
	if (!expr || !child->expr)
		return false;
	if (expr->kind == IR_CONDITIONAL && child->expr != expr->operands[0])
		return folds_to(expr->operands[0], child->expr == expr->operands[2]);
	if (expr->kind == IR_BINARY && child->expr == expr->operands[1])
		return (expr->op == IR_OP_LOGICAL_AND && folds_to(expr->operands[0], false)) ||
		       (expr->op == IR_OP_LOGICAL_OR && folds_to(expr->operands[0], true));
	return false;
}

bool ir_is_dead(const struct ir_path *path)
{
	for (; path && path->up; path = path->up)
		if (is_dead_below(path->up, path))
			return true;
	return false;
}
