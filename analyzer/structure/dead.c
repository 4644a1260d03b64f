/* Decides conditions on the way from a function's body down to a node by folding them. */
#include "analyzer/structure/dead.h"

#include "analyzer/value/fold.h"

/* What is known of parameters: from the callers, from one launch, or (both NULL) nothing. */
struct given {
	const struct ir_query *query;
	const struct ir_launch *launch;
};

static bool fold(const struct given *given, const struct ir_expr *expr, int64_t *value)
{
	if (given->launch)
		return ir_fold_int_launched(given->launch, expr, value);
	return given->query ? ir_fold_int_called(given->query, expr, value) : ir_fold_int(expr, value);
}

static bool folds_to(const struct given *given, const struct ir_expr *condition, bool wanted)
{
	int64_t value;
	return condition && fold(given, condition, &value) && !!value == wanted;
}

/* `return`, or an `if` that is always taken and ends with one; likewise continue, break and goto. */
static bool always_leaves(const struct given *given, const struct ir_stmt *stmt)
{
	stmt = ir_last_stmt(stmt);
	if (!stmt)
		return false;
	if (stmt->kind == IR_IF)
		return (folds_to(given, stmt->expr, true) && always_leaves(given, stmt->body)) ||
		       (folds_to(given, stmt->expr, false) && always_leaves(given, stmt->other));
	return stmt->kind == IR_RETURN || stmt->kind == IR_CONTINUE || stmt->kind == IR_BREAK ||
	       stmt->kind == IR_GOTO;
}

/* Whether a statement before `child` in the block always leaves; labels and cases are entered from elsewhere.
 */
static bool is_cut_off(const struct given *given, const struct ir_stmt *block, const struct ir_stmt *child)
{
	bool cut = false;
	for (size_t i = 0; i < block->child_count; i++) {
		const struct ir_stmt *stmt = block->children[i];
		if (stmt->kind == IR_CASE || stmt->kind == IR_DEFAULT || stmt->kind == IR_LABEL)
			cut = false;
		if (stmt == child)
			return cut;
		cut = cut || always_leaves(given, stmt);
	}
	return false;
}

static bool is_dead_below(
	const struct given *given, const struct ir_path *parent, const struct ir_path *child)
{
	const struct ir_stmt *stmt = parent->stmt;
	const struct ir_expr *expr = parent->expr;
	if (stmt && child->stmt) {
		if (stmt->kind == IR_IF && child->stmt != stmt->init)
			return folds_to(given, stmt->expr, child->stmt == stmt->other);
		if ((stmt->kind == IR_WHILE || stmt->kind == IR_FOR) && child->stmt == stmt->body)
			return folds_to(given, stmt->expr, false);
		return stmt->kind == IR_BLOCK && is_cut_off(given, stmt, child->stmt);
	}
	if (!expr || !child->expr)
		return false;
	if (expr->kind == IR_CONDITIONAL && child->expr != expr->operands[0])
		return folds_to(given, expr->operands[0], child->expr == expr->operands[2]);
	if (expr->kind == IR_BINARY && child->expr == expr->operands[1])
		return (expr->op == IR_OP_LOGICAL_AND && folds_to(given, expr->operands[0], false)) ||
		       (expr->op == IR_OP_LOGICAL_OR && folds_to(given, expr->operands[0], true));
	return false;
}

/* Whether a switch can't enter at this statement, nor fall into it from the one before. */
static bool is_other_case(const struct given *given, const struct ir_stmt *block, size_t index, int64_t value)
{
	const struct ir_stmt *stmt = block->children[index];
	for (; stmt && (stmt->kind == IR_CASE || stmt->kind == IR_DEFAULT); stmt = stmt->body) {
		int64_t low, high;
		if (stmt->kind == IR_DEFAULT || stmt->step || !fold(given, stmt->expr, &low))
			return false;
		high = low;
		if (value >= low && value <= high)
			return false;
	}
	return index == 0 || always_leaves(given, block->children[index - 1]) ||
	       is_other_case(given, block, index - 1, value);
}

static bool is_dead_case(const struct given *given, const struct ir_stmt *choice, const struct ir_stmt *block,
	const struct ir_stmt *child)
{
	int64_t value;
	if (!fold(given, choice->expr, &value))
		return false;
	for (size_t i = 0; i < block->child_count; i++)
		if (block->children[i] == child)
			return is_other_case(given, block, i, value);
	return false;
}

static bool is_dead(const struct given *given, const struct ir_path *path)
{
	for (; path && path->up; path = path->up) {
		const struct ir_path *up = path->up;
		if (is_dead_below(given, up, path))
			return true;
		if (path->stmt && up->stmt && up->stmt->kind == IR_BLOCK && up->up && up->up->stmt &&
			up->up->stmt->kind == IR_SWITCH &&
			is_dead_case(given, up->up->stmt, up->stmt, path->stmt))
			return true;
	}
	return false;
}

bool ir_is_dead(const struct ir_path *path)
{
	return is_dead(&(struct given){NULL, NULL}, path);
}

bool ir_is_dead_called(const struct ir_query *query, const struct ir_path *path)
{
	return is_dead(&(struct given){.query = query}, path);
}

bool ir_is_dead_launched(const struct ir_launch *launch, const struct ir_path *path)
{
	return is_dead(&(struct given){.launch = launch}, path);
}
