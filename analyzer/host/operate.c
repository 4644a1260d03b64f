/* Binary operators of host code: on numbers, reals and pointers. */
#include "analyzer/host/walk.h"

static const struct host_sum *scaled(struct walk *walk, const struct ir_type *pointer,
	const struct host_value *count, const struct ir_expr *expr)
{
	int64_t size = pointer->element && pointer->element->size > 0 ? pointer->element->size : 1;
	return host_sum_op(walk->sums, expr, IR_OP_MUL, host_value_as_sum(walk, count, expr),
		host_sum_number(walk->sums, size));
}

static struct host_value compare_pointers(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct host_value *left, const struct host_value *right)
{
	int64_t number;
	bool both = left->kind == HOST_POINTER && right->kind == HOST_POINTER;
	bool is_equality = op == IR_OP_EQ || op == IR_OP_NE;
	if (both && left->object == right->object)
		return host_value_sum(host_sum_op(walk->sums, expr, op, left->number, right->number));
	bool seen = (left->kind != HOST_POINTER || left->object->kind != HOST_UNSEEN) &&
		    (right->kind != HOST_POINTER || right->object->kind != HOST_UNSEEN);
	bool null = (left->kind == HOST_NUMBER && host_sum_is_number(left->number, &number)) ||
		    (right->kind == HOST_NUMBER && host_sum_is_number(right->number, &number));
	if (is_equality && seen && (both || null))
		return host_value_number(walk, op == IR_OP_NE);
	return host_value_sum(host_sum_op(walk->sums, expr, op, host_value_as_sum(walk, left, expr),
		host_value_as_sum(walk, right, expr)));
}

static double real_of(const struct host_value *value, bool *known)
{
	int64_t number = 0;
	if (value->kind == HOST_REAL)
		return value->real;
	*known &= value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number);
	return (double)number;
}

static struct host_value real_op(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct host_value *left, const struct host_value *right)
{
	bool known = true;
	double a = real_of(left, &known), b = real_of(right, &known);
	struct host_value result = {.kind = HOST_REAL};
	if (!known)
		return host_value_sum(host_sum_op(walk->sums, expr, op, host_value_as_sum(walk, left, expr),
			host_value_as_sum(walk, right, expr)));
	switch (op) {
	case IR_OP_ADD: result.real = a + b; return result;
	case IR_OP_SUB: result.real = a - b; return result;
	case IR_OP_MUL: result.real = a * b; return result;
	case IR_OP_DIV: result.real = b != 0 ? a / b : 0; return result;
	case IR_OP_LT: return host_value_number(walk, a < b);
	case IR_OP_GT: return host_value_number(walk, a > b);
	case IR_OP_LE: return host_value_number(walk, a <= b);
	case IR_OP_GE: return host_value_number(walk, a >= b);
	case IR_OP_EQ: return host_value_number(walk, a == b);
	case IR_OP_NE: return host_value_number(walk, a != b);
	default: return host_value_sum(host_sum_fresh(walk->sums, expr));
	}
}

struct host_value host_operate(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct ir_type *left_type, const struct host_value *left, const struct ir_type *right_type,
	const struct host_value *right)
{
	bool is_sum = op == IR_OP_ADD || op == IR_OP_SUB;
	struct host_value result = *left;
	if (is_sum && left->kind == HOST_POINTER && right->kind != HOST_POINTER) {
		result.number = host_sum_add(walk->sums, left->number, scaled(walk, left_type, right, expr),
			op == IR_OP_ADD ? 1 : -1);
		return result;
	}
	if (op == IR_OP_ADD && right->kind == HOST_POINTER) {
		result = *right;
		result.number =
			host_sum_add(walk->sums, right->number, scaled(walk, right_type, left, expr), 1);
		return result;
	}
	if (left->kind == HOST_POINTER || right->kind == HOST_POINTER)
		return compare_pointers(walk, expr, op, left, right);
	if (left->kind == HOST_REAL || right->kind == HOST_REAL)
		return real_op(walk, expr, op, left, right);
	if (left->kind != HOST_NUMBER || right->kind != HOST_NUMBER)
		return host_value_sum(host_sum_fresh(walk->sums, expr));
	return host_value_sum(host_sum_op(walk->sums, expr, op, left->number, right->number));
}
