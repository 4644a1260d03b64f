/* Matching the ways in which people round up. */
#include "analyzer/value/rounding.h"

#include <string.h>

#include "analyzer/value/fold.h"

enum { MAX_TERMS = 6, MAX_DEPTH = 6 };

bool ir_same_expr(const struct ir_expr *a, const struct ir_expr *b)
{
	a = ir_strip_casts(a);
	b = ir_strip_casts(b);
	if (a->kind != b->kind || a->op != b->op || a->operand_count != b->operand_count)
		return false;
	switch (a->kind) {
	case IR_INT:
		if (a->integer != b->integer)
			return false;
		break;
	case IR_VAR:
		if (a->var != b->var)
			return false;
		break;
	case IR_MEMBER:
		if (strcmp(a->member.name, b->member.name) != 0)
			return false;
		break;
	case IR_THIS:
	case IR_UNARY:
	case IR_BINARY:
	case IR_INDEX: break;
	default: return false;
	}
	for (size_t i = 0; i < a->operand_count; i++)
		if (!ir_same_expr(a->operands[i], b->operands[i]))
			return false;
	return true;
}

const struct ir_expr *ir_look_through(const struct ir_expr *expr)
{
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		expr = ir_strip_casts(expr);
		bool is_set_once = expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned &&
				   !expr->var->is_address_taken && expr->var->storage != IR_PARAM;
		if (!is_set_once)
			break;
		expr = expr->var->init;
	}
	return expr;
}

const struct ir_expr *ir_dim3_part(const struct ir_expr *expr, size_t axis)
{
	expr = ir_look_through(expr);
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	if (kind == IR_TYPE_INT)
		return axis ? NULL : expr;
	if (kind != IR_TYPE_RECORD || (expr->kind != IR_CONSTRUCT && expr->kind != IR_INIT_LIST))
		return NULL;
	if (expr->operand_count == 1 && ir_type_value(expr->operands[0]->type)->kind == IR_TYPE_RECORD)
		return ir_dim3_part(expr->operands[0], axis);
	return axis < expr->operand_count ? expr->operands[axis] : NULL;
}

/* ---- sums ------------------------------------------------------------------------------------ */

struct term {
	const struct ir_expr *expr;
	int sign;
};

struct sum {
	struct term terms[MAX_TERMS];
	size_t count;
	bool is_full;
};

static void add_terms(struct sum *sum, const struct ir_expr *expr, int sign)
{
	expr = ir_strip_casts(expr);
	bool adds = expr->kind == IR_BINARY && (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB);
	if (adds) {
		add_terms(sum, expr->operands[0], sign);
		add_terms(sum, expr->operands[1], expr->op == IR_OP_SUB ? -sign : sign);
	} else if (sum->count < MAX_TERMS) {
		sum->terms[sum->count++] = (struct term){expr, sign};
	} else {
		sum->is_full = true;
	}
}

static void drop(struct sum *sum, size_t index)
{
	sum->terms[index] = sum->terms[--sum->count];
}

/* Drops a term that is worth `value`. */
static bool drop_value(struct sum *sum, int64_t value)
{
	for (size_t i = sum->count; i-- > 0;) {
		int64_t number;
		if (!ir_fold_int(sum->terms[i].expr, &number) || number * sum->terms[i].sign != value)
			continue;
		drop(sum, i);
		return true;
	}
	return false;
}

static bool drop_same(struct sum *sum, const struct ir_expr *expr)
{
	for (size_t i = sum->count; i-- > 0;) {
		if (sum->terms[i].sign < 0 || !ir_same_expr(sum->terms[i].expr, expr))
			continue;
		drop(sum, i);
		return true;
	}
	return false;
}

static bool is_op(const struct ir_expr *expr, enum ir_op op)
{
	return expr->kind == IR_BINARY && expr->op == op;
}

/* (n + b - 1) / b */
static bool match_quotient(const struct ir_expr *expr, struct ir_rounding *out)
{
	struct sum sum = {0}, other;
	int64_t by;
	if (!is_op(expr, IR_OP_DIV))
		return false;
	add_terms(&sum, expr->operands[0], 1);
	other = sum;
	bool matches = drop_same(&sum, expr->operands[1]) && drop_value(&sum, -1);
	if (!matches && ir_fold_int(expr->operands[1], &by) && by > 1) {
		sum = other;
		matches = drop_value(&sum, by - 1);
	}
	*out = (struct ir_rounding){sum.terms[0].expr, expr->operands[1]};
	return matches && !sum.is_full && sum.count == 1 && sum.terms[0].sign > 0;
}

static bool has_remainder(const struct ir_expr *expr, const struct ir_expr *size, const struct ir_expr *by)
{
	expr = ir_strip_casts(expr);
	if (is_op(expr, IR_OP_REM))
		return ir_same_expr(expr->operands[0], size) && ir_same_expr(expr->operands[1], by);
	for (size_t i = 0; i < expr->operand_count; i++)
		if (has_remainder(expr->operands[i], size, by))
			return true;
	return false;
}

/* (n - 1) / b + 1, n / b + (n % b != 0) */
static bool match_sum(const struct ir_expr *expr, struct ir_rounding *out)
{
	if (!is_op(expr, IR_OP_ADD))
		return false;
	const struct ir_expr *quotient = ir_strip_casts(expr->operands[0]), *rest = expr->operands[1];
	if (!is_op(quotient, IR_OP_DIV)) {
		rest = expr->operands[0];
		quotient = ir_strip_casts(expr->operands[1]);
	}
	if (!is_op(quotient, IR_OP_DIV))
		return false;
	*out = (struct ir_rounding){ir_strip_casts(quotient->operands[0]), quotient->operands[1]};
	if (has_remainder(rest, out->size, out->by))
		return true;
	struct sum sum = {0};
	int64_t one;
	add_terms(&sum, quotient->operands[0], 1);
	bool matches = ir_fold_int(rest, &one) && one == 1 && drop_value(&sum, -1) && sum.count == 1;
	out->size = sum.terms[0].expr;
	return matches && !sum.is_full;
}

/* n % b == 0 ? n / b : n / b + 1 */
static bool match_choice(const struct ir_expr *expr, struct ir_rounding *out)
{
	if (expr->kind != IR_CONDITIONAL)
		return false;
	for (size_t i = 1; i < 3; i++) {
		const struct ir_expr *arm = ir_strip_casts(expr->operands[i]);
		if (!is_op(arm, IR_OP_DIV) ||
			!has_remainder(expr->operands[0], arm->operands[0], arm->operands[1]))
			continue;
		*out = (struct ir_rounding){ir_strip_casts(arm->operands[0]), arm->operands[1]};
		return true;
	}
	return false;
}

static const struct ir_expr *only_result(const struct ir_function *function)
{
	const struct ir_stmt *body = function ? function->body : NULL;
	while (body && body->kind == IR_BLOCK && body->child_count == 1)
		body = body->children[0];
	return body && body->kind == IR_RETURN ? body->expr : NULL;
}

/* What a call passes for a parameter; the expression itself when it is none. */
static const struct ir_expr *argument_of(const struct ir_expr *call, const struct ir_expr *expr)
{
	const struct ir_function *function = call->call->function;
	expr = ir_strip_casts(expr);
	for (size_t i = 0; i < function->param_count && i < call->operand_count; i++)
		if (expr->kind == IR_VAR && expr->var == function->params[i])
			return call->operands[i];
	return expr;
}

static bool match(const struct ir_expr *expr, struct ir_rounding *out, int depth)
{
	expr = ir_look_through(expr);
	if (match_quotient(expr, out) || match_sum(expr, out) || match_choice(expr, out))
		return true;
	if (expr->kind != IR_CALL || depth >= MAX_DEPTH)
		return false;
	if (ir_cuda(expr)->math == CUDA_MATH_CEIL && expr->operand_count) {
		const struct ir_expr *quotient = ir_strip_casts(expr->operands[0]);
		if (!is_op(quotient, IR_OP_DIV))
			return false;
		*out = (struct ir_rounding){
			ir_strip_casts(quotient->operands[0]), ir_strip_casts(quotient->operands[1])};
		return true;
	}
	const struct ir_expr *result = only_result(expr->call->function);
	if (!result || !match(result, out, depth + 1))
		return false;
	out->size = argument_of(expr, out->size);
	out->by = argument_of(expr, out->by);
	return true;
}

bool ir_rounded_up(const struct ir_expr *expr, struct ir_rounding *out)
{
	return match(expr, out, 0);
}

bool ir_mentions(const struct ir_expr *expr, const struct ir_expr *part)
{
	if (ir_same_expr(expr, part))
		return true;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i] && ir_mentions(expr->operands[i], part))
			return true;
	return false;
}
