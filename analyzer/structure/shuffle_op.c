/* What a function of two values does with them, when it is one of the operations that a warp reduces by: a
 * functor, a lambda, an overload for an operation that a template names. */
#include "analyzer/structure/shuffle_tree.h"
#include "analyzer/value/fold.h"

enum { MAX_CALLS = 3 };

static bool operation(const struct ir_function *function, enum ir_tree_op *op, unsigned depth);

/* One is the function's first parameter, the other its second. */
static bool are_params(const struct ir_function *function, const struct ir_expr *a, const struct ir_expr *b)
{
	a = ir_strip_casts(a);
	b = ir_strip_casts(b);
	const struct ir_var *first = function->params[0], *second = function->params[1];
	return a && b && a->kind == IR_VAR && b->kind == IR_VAR &&
	       ((a->var == first && b->var == second) || (a->var == second && b->var == first));
}

/* `a < b ? a : b` */
static bool chooses(const struct ir_function *function, const struct ir_expr *expr, enum ir_tree_op *op)
{
	const struct ir_expr *condition = ir_strip_casts(expr->operands[0]);
	bool less = condition->op == IR_OP_LT || condition->op == IR_OP_LE;
	bool greater = condition->op == IR_OP_GT || condition->op == IR_OP_GE;
	if (condition->kind != IR_BINARY || (!less && !greater) ||
		!are_params(function, condition->operands[0], condition->operands[1]) ||
		!are_params(function, expr->operands[1], expr->operands[2]))
		return false;
	bool straight = ir_strip_casts(condition->operands[0])->var == ir_strip_casts(expr->operands[1])->var;
	*op = less == straight ? IR_TREE_MIN : IR_TREE_MAX;
	return true;
}

static bool calls(
	const struct ir_function *function, const struct ir_expr *expr, enum ir_tree_op *op, unsigned depth)
{
	const struct ir_function *callee = expr->call->function;
	size_t first = expr->operand_count > 2 && expr->operands[0] == expr->call->object ? 1 : 0;
	if (expr->operand_count != first + 2 ||
		!are_params(function, expr->operands[first], expr->operands[first + 1]))
		return false;
	if (callee && callee->body && !callee->is_system)
		return operation(callee, op, depth + 1);
	const struct cuda_function *cuda = ir_cuda(expr);
	*op = cuda->math == CUDA_MATH_MIN ? IR_TREE_MIN : IR_TREE_MAX;
	return (cuda->math == CUDA_MATH_MIN || cuda->math == CUDA_MATH_MAX) && !cuda->wide;
}

/* The statement that is left of conditions whose outcome a template's arguments decide. */
static const struct ir_stmt *what_remains(const struct ir_stmt *stmt)
{
	int64_t holds;
	while (stmt) {
		if (stmt->kind == IR_BLOCK && stmt->child_count >= 1)
			stmt = stmt->children[0];
		else if (stmt->kind == IR_IF && stmt->expr && ir_fold_int(stmt->expr, &holds))
			stmt = holds ? stmt->body : stmt->other;
		else
			return stmt;
	}
	return NULL;
}

static bool operation(const struct ir_function *function, enum ir_tree_op *op, unsigned depth)
{
	const struct ir_stmt *stmt = what_remains(function->body);
	if (depth > MAX_CALLS || function->param_count != 2 || !stmt || stmt->kind != IR_RETURN ||
		!stmt->expr)
		return false;
	const struct ir_expr *expr = ir_strip_casts(stmt->expr);
	if (expr->kind == IR_CONDITIONAL)
		return chooses(function, expr, op);
	if (expr->kind == IR_CALL)
		return calls(function, expr, op, depth);
	return expr->kind == IR_BINARY && ir_tree_op(expr->op, op) &&
	       are_params(function, expr->operands[0], expr->operands[1]);
}

bool ir_tree_op_of(const struct ir_function *function, enum ir_tree_op *op)
{
	return operation(function, op, 0);
}
