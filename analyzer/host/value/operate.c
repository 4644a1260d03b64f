/* Operators of host code, on numbers, reals and pointers, and conversions. What is known is computed as
 * folding computes it, with the types' widths and signs; sums with unknown parts are taken to fit their
 * types. */
#include "analyzer/host/walk.h"

#include "analyzer/value/arithmetic.h"

/* ---- known values ---------------------------------------------------------------------------- */

static bool is_arithmetic(const struct ir_type *type)
{
	if (!type || type->size < 1 || type->size > 8)
		return false;
	return type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM ||
	       (type->kind == IR_TYPE_FLOAT && type->size >= 4);
}

static bool is_known(const struct host_value *value, struct fold_value *out)
{
	*out = (struct fold_value){.is_known = true, .is_real = value->kind == HOST_REAL};
	if (value->kind == HOST_REAL)
		out->real = value->real;
	return out->is_real ||
	       (value->kind == HOST_NUMBER && host_sum_is_number(value->number, &out->integer));
}

static struct host_value as_known(struct walk *walk, const struct fold_value *value)
{
	if (value->is_real)
		return (struct host_value){.kind = HOST_REAL, .real = value->real};
	return host_value_number(walk, value->integer);
}

struct host_value host_value_convert(struct walk *walk, const struct host_value *value,
	const struct ir_type *from, const struct ir_type *to, const struct ir_expr *expr)
{
	struct fold_value known;
	to = ir_type_value(to);
	if (to->kind == IR_TYPE_BOOL && (value->kind == HOST_POINTER || value->kind == HOST_NUMBER)) {
		const struct host_sum *on;
		int truth = host_value_truth(walk, value, expr, &on);
		return truth >= 0 ? host_value_number(walk, truth) : host_value_sum(on);
	}
	if (!is_known(value, &known))
		return *value;
	if (to->kind == IR_TYPE_FLOAT && !is_arithmetic(to)) { /* of another size: not rounded */
		known.real = known.is_real ? known.real : (double)known.integer;
		known.is_real = true;
		return as_known(walk, &known);
	}
	if (!is_arithmetic(to))
		return *value;
	return fold_convert(to, from, &known) ? as_known(walk, &known)
					      : host_value_sum(host_sum_fresh(walk->sums, expr));
}

#define MAX_WRAPS 256 /* of one trace */

/* Whether the exact result of a product or a difference of 32-bit numbers isn't one. */
static bool wraps(enum ir_op op, const struct ir_type *left, const struct ir_type *right,
	const struct fold_value *a, const struct fold_value *b, int64_t *exact)
{
	bool is_narrow = left->kind == IR_TYPE_INT && right->kind == IR_TYPE_INT && left->size == 4 &&
			 right->size <= 4;
	bool is_signed = left->is_signed && (right->is_signed || right->size < 4);
	if (!is_narrow || (op != IR_OP_MUL && (op != IR_OP_SUB || is_signed)))
		return false;
	bool is_far = op == IR_OP_MUL ? __builtin_mul_overflow(a->integer, b->integer, exact)
				      : __builtin_sub_overflow(a->integer, b->integer, exact);
	return !is_far && (*exact < (is_signed ? INT32_MIN : 0) ||
				  *exact > (is_signed ? INT32_MAX : (int64_t)UINT32_MAX));
}

static void note_wrap(struct walk *walk, const struct ir_expr *expr, int64_t exact)
{
	struct host_trace *trace = walk->trace;
	for (size_t i = trace->wraps.count; i-- > 0;)
		if (trace->wraps.data[i].expr == expr && trace->wraps.data[i].where.call == walk->call)
			return;
	if (trace->wraps.count < MAX_WRAPS)
		vec_push(walk->arena, &trace->wraps,
			(struct host_wrap){expr, exact, (uint32_t)trace->ops.count,
				{walk->path, walk->turn, walk->call,
					walk->frame ? walk->frame->function : NULL}});
}

/* op (on one operand where `right` is NULL) where all is known; false where it isn't. */
static bool operate_known(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct ir_type *left_type, const struct host_value *left, const struct ir_type *right_type,
	const struct host_value *right, struct host_value *out)
{
	struct fold_value a, b, result;
	left_type = ir_type_value(left_type);
	right_type = right ? ir_type_value(right_type) : left_type;
	if (!is_arithmetic(left_type) || !is_arithmetic(right_type) || !is_known(left, &a) ||
		(right && !is_known(right, &b)))
		return false;
	int64_t exact;
	if (right && !a.is_real && !b.is_real && wraps(op, left_type, right_type, &a, &b, &exact))
		note_wrap(walk, expr, exact);
	bool is_defined = right ? fold_binary(op, left_type, right_type, &a, &b, &result)
				: fold_unary(op, left_type, &a, &result);
	*out = is_defined ? as_known(walk, &result) : host_value_sum(host_sum_fresh(walk->sums, expr));
	return true;
}

/* ---- unknown ones ---------------------------------------------------------------------------- */

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

/* A real that is a whole number is that number; any other is known by its bits. */
static const struct host_sum *operand(
	struct walk *walk, const struct host_value *value, const struct ir_expr *expr)
{
	int64_t bits;
	if (value->kind != HOST_REAL ||
		(value->real > -1e15 && value->real < 1e15 && value->real == (double)(int64_t)value->real))
		return host_value_as_sum(walk, value, expr);
	memcpy(&bits, &value->real, sizeof bits);
	return host_sum_opaque(walk->sums, expr, IR_OP_PLUS, host_sum_number(walk->sums, bits), NULL);
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
	if (operate_known(walk, expr, op, left_type, left, right_type, right, &result))
		return result;
	bool is_left = left->kind == HOST_NUMBER || left->kind == HOST_REAL;
	if (!is_left || (right->kind != HOST_NUMBER && right->kind != HOST_REAL))
		return host_value_sum(host_sum_fresh(walk->sums, expr));
	return host_value_sum(
		host_sum_op(walk->sums, expr, op, operand(walk, left, expr), operand(walk, right, expr)));
}

struct host_value host_operate_unary(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct ir_type *type, const struct host_value *value)
{
	struct host_value result;
	if (operate_known(walk, expr, op, type, value, NULL, NULL, &result))
		return result;
	if (value->kind == HOST_REAL && op == IR_OP_NEG)
		return (struct host_value){.kind = HOST_REAL, .real = -value->real};
	return host_value_sum(
		host_sum_op(walk->sums, expr, op, host_value_as_sum(walk, value, expr->operands[0]), NULL));
}
