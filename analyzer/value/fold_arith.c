/* Arithmetic on folded values as C++ does it: promotion, the usual conversions, wrap-around, rounding. */
#include "analyzer/value/arithmetic.h"

#include <math.h>

/* An arithmetic type, after promotion where that applies. */
struct shape {
	bool is_real, is_bool, is_signed;
	int bits;
};

static bool shape_of(const struct ir_type *type, struct shape *shape)
{
	type = ir_type_value(type);
	if (type && type->kind == IR_TYPE_ENUM && type->element)
		type = type->element;
	if (!type || type->size < 1 || type->size > 8)
		return false;
	*shape = (struct shape){.is_signed = type->is_signed, .bits = (int)type->size * 8};
	switch (type->kind) {
	case IR_TYPE_BOOL: shape->is_bool = true; return true;
	case IR_TYPE_ENUM:
	case IR_TYPE_INT: return true;
	case IR_TYPE_POINTER: shape->is_signed = false; return true;
	case IR_TYPE_FLOAT: shape->is_real = true; return shape->bits >= 32;
	default: return false;
	}
}

static int64_t wrap(struct shape shape, int64_t value)
{
	if (shape.is_bool)
		return value != 0;
	if (shape.bits == 64)
		return value;
	uint64_t mask = (UINT64_C(1) << shape.bits) - 1, bits = (uint64_t)value & mask;
	if (shape.is_signed && bits >> (shape.bits - 1))
		bits |= ~mask;
	return (int64_t)bits;
}

static double as_real(const struct fold_value *value, bool is_signed)
{
	if (value->is_real)
		return value->real;
	return is_signed ? (double)value->integer : (double)(uint64_t)value->integer;
}

/* `from_signed` matters for 64-bit values only: narrower ones hold their mathematical value. */
static bool convert(struct shape to, bool from_signed, struct fold_value *value)
{
	if (to.is_real) {
		double real = as_real(value, from_signed);
		*value = (struct fold_value){.is_known = true, .is_real = true, .real = real};
		if (to.bits == 32)
			value->real = (double)(float)real;
		return true;
	}
	if (!value->is_real) {
		value->integer = wrap(to, value->integer);
		return true;
	}
	double real = value->real;
	if (to.is_bool) {
		*value = (struct fold_value){.is_known = true, .integer = real != 0};
		return true;
	}
	if (!(real > -9.2e18 && real < 9.2e18)) /* undefined in C++ for the common types */
		return false;
	*value = (struct fold_value){.is_known = true, .integer = (int64_t)real};
	return wrap(to, value->integer) == value->integer;
}

bool fold_convert(const struct ir_type *to, const struct ir_type *from, struct fold_value *value)
{
	struct shape target, source;
	if (!shape_of(to, &target))
		return false;
	return convert(target, !from || !shape_of(from, &source) || source.is_signed, value);
}

static struct shape promote(struct shape shape)
{
	if (!shape.is_real && (shape.is_bool || shape.bits < 32))
		return (struct shape){.bits = 32, .is_signed = true};
	return shape;
}

static struct shape common_shape(struct shape a, struct shape b)
{
	if (a.is_real != b.is_real)
		return a.is_real ? a : b;
	if (a.bits != b.bits)
		return a.bits > b.bits ? a : b;
	return a.is_signed ? b : a;
}

static bool compare(enum ir_op op, int order)
{
	switch (op) {
	case IR_OP_LT: return order < 0;
	case IR_OP_GT: return order > 0;
	case IR_OP_LE: return order <= 0;
	case IR_OP_GE: return order >= 0;
	case IR_OP_EQ: return order == 0;
	default: return order != 0;
	}
}

static bool shift(enum ir_op op, struct shape shape, int64_t a, int64_t count, int64_t *out)
{
	if (count < 0 || count >= shape.bits)
		return false;
	if (op == IR_OP_SHL)
		*out = (int64_t)((uint64_t)a << count);
	else if (shape.is_signed && a < 0)
		*out = (int64_t) ~(~(uint64_t)a >> count);
	else
		*out = (int64_t)((uint64_t)a >> count);
	*out = wrap(shape, *out);
	return true;
}

static bool divide(enum ir_op op, struct shape shape, int64_t a, int64_t b, int64_t *out)
{
	if (b == 0 || (shape.is_signed && b == -1 && a == INT64_MIN >> (64 - shape.bits)))
		return false;
	if (shape.is_signed)
		*out = op == IR_OP_DIV ? a / b : a % b;
	else
		*out = (int64_t)(op == IR_OP_DIV ? (uint64_t)a / (uint64_t)b : (uint64_t)a % (uint64_t)b);
	*out = wrap(shape, *out);
	return true;
}

static bool integer_binary(enum ir_op op, struct shape shape, int64_t a, int64_t b, int64_t *out)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b, result;
	if (ir_is_comparison(op)) {
		*out = compare(op, shape.is_signed ? (a > b) - (a < b) : (x > y) - (x < y));
		return true;
	}
	switch (op) {
	case IR_OP_ADD: result = x + y; break;
	case IR_OP_SUB: result = x - y; break;
	case IR_OP_MUL: result = x * y; break;
	case IR_OP_AND: result = x & y; break;
	case IR_OP_OR: result = x | y; break;
	case IR_OP_XOR: result = x ^ y; break;
	case IR_OP_DIV:
	case IR_OP_REM: return divide(op, shape, a, b, out);
	default: return false;
	}
	*out = wrap(shape, (int64_t)result);
	return true;
}

static bool real_binary(enum ir_op op, double a, double b, struct fold_value *out)
{
	*out = (struct fold_value){.is_known = true};
	if (ir_is_comparison(op)) {
		out->integer = compare(op, (a > b) - (a < b));
		return !isnan(a) && !isnan(b);
	}
	out->is_real = true;
	switch (op) {
	case IR_OP_ADD: out->real = a + b; return true;
	case IR_OP_SUB: out->real = a - b; return true;
	case IR_OP_MUL: out->real = a * b; return true;
	case IR_OP_DIV: out->real = a / b; return b != 0;
	default: return false;
	}
}

bool fold_binary(enum ir_op op, const struct ir_type *left, const struct ir_type *right,
	const struct fold_value *a, const struct fold_value *b, struct fold_value *out)
{
	struct shape from_a, from_b;
	if (!shape_of(left, &from_a) || !shape_of(right, &from_b))
		return false;
	struct fold_value x = *a, y = *b;
	*out = (struct fold_value){.is_known = true};
	if (op == IR_OP_SHL || op == IR_OP_SHR)
		return !x.is_real && !y.is_real &&
		       shift(op, promote(from_a), x.integer, y.integer, &out->integer);
	struct shape shape = common_shape(promote(from_a), promote(from_b));
	if (!convert(shape, from_a.is_signed, &x) || !convert(shape, from_b.is_signed, &y))
		return false;
	if (!shape.is_real)
		return integer_binary(op, shape, x.integer, y.integer, &out->integer);
	if (!real_binary(op, x.real, y.real, out))
		return false;
	return ir_is_comparison(op) || convert(shape, true, out);
}

bool fold_unary(enum ir_op op, const struct ir_type *type, const struct fold_value *a, struct fold_value *out)
{
	struct shape shape;
	if (!shape_of(type, &shape))
		return false;
	shape = promote(shape);
	*out = *a;
	switch (op) {
	case IR_OP_PLUS: return true;
	case IR_OP_NEG:
		out->real = -a->real;
		out->integer = wrap(shape, (int64_t)(0 - (uint64_t)a->integer));
		return true;
	case IR_OP_BIT_NOT: out->integer = wrap(shape, (int64_t) ~(uint64_t)a->integer); return !a->is_real;
	case IR_OP_NOT:
		*out = (struct fold_value){
			.is_known = true, .integer = a->is_real ? a->real == 0 : a->integer == 0};
		return true;
	default: return false;
	}
}
