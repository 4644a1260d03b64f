/* Operators that aren't linear, and conversions: exact where every lane is known, and where symbols are,
 * exact as far as divisors and ranges carry. */
#include "analyzer/simt/exec/exec.h"

#include <math.h>
#include <string.h>

const char simt_by_warp[] = "one number for a warp";
const char simt_by_lane[] = "a number of the lane's, in floating point";
const char simt_by_shuffle[] = "what lanes give each other";
const char simt_by_memory[] = "loaded from memory";
const char simt_by_shared[] = "loaded from shared memory";
const char simt_by_scale[] = "a number of the lane's, scaled and rounded";
const char simt_by_warp_and_lane[] = "one number for a warp, and the lane's";
const char simt_by_rank[] = "a lane's rank among those that a vote counts";

const char *value_why_mixed(const char *why)
{
	static const char mixed[] = "loaded from memory, and changed";
	return why == simt_by_memory || why == simt_by_shared ? mixed : why;
}

static bool is_by_memory(const struct simt *simt, const struct simt_value *value)
{
	return value->kind == SIMT_UNKNOWN ? value->why == simt_by_memory || value->why == simt_by_shared
					   : value_is_surely_uniform(simt, value);
}

static bool differs_in_warp(const struct simt *simt, const struct simt_mask *mask, const int64_t *lanes)
{
	for (unsigned lane = 1; lanes && lane < simt->lanes; lane++) {
		bool both = !mask || (mask_has(mask, lane) && mask_has(mask, lane - 1));
		if (lane % SIMT_WARP && both && lanes[lane] != lanes[lane - 1])
			return true;
	}
	return false;
}

bool value_is_by_warp(const struct simt_value *value)
{
	return value->why == simt_by_warp || value->why == simt_by_shuffle;
}

bool value_is_warp_wide(const struct simt *simt, const struct simt_mask *mask, const struct simt_value *value)
{
	if (value->kind == SIMT_UNKNOWN)
		return !value->varying || value_is_by_warp(value);
	if (value->kind == SIMT_RECORD)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++)
		if (differs_in_warp(simt, mask, value->terms[i].lanes))
			return false;
	return !differs_in_warp(simt, mask, value->lanes);
}

const int64_t *value_alike(const struct simt_value *value)
{
	if (value->kind == SIMT_UNKNOWN)
		return value->alike;
	const int64_t *out = value->lanes;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const int64_t *lanes = value->terms[i].lanes;
		if (lanes && out && lanes != out)
			return NULL;
		out = lanes ? lanes : out;
	}
	return out;
}

/* What is computed from two numbers is the same where both are. */
const int64_t *value_alike_of(const struct simt_value *a, const struct simt_value *b)
{
	const int64_t *left = value_alike(a), *right = value_alike(b);
	if (value_is_uniform(a))
		return right;
	if (value_is_uniform(b))
		return left;
	return left == right ? left : NULL;
}

bool value_repeats_by_warp(const struct simt *simt, const int64_t *alike)
{
	for (unsigned lane = SIMT_WARP; alike && lane < simt->lanes; lane++)
		if (alike[lane] != alike[lane - SIMT_WARP])
			return false;
	return alike != NULL;
}

bool value_is_told_apart(const struct simt *simt, const struct simt_value *value)
{
	return value->why == simt_by_lane || (value->kind == SIMT_INT && !value->term_count &&
						     differs_in_warp(simt, &simt->active.may, value->lanes));
}

/* One number for a warp, as it seems; but the lane's own number with it is another in each lane. */
static bool stays_by_warp(
	const struct simt *simt, const struct simt_value *value, const struct simt_value *other)
{
	return value->why == simt_by_shuffle ||
	       (value->why == simt_by_warp && !value_is_told_apart(simt, other));
}

const struct simt_value *value_unknown_of(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b, const char *why)
{
	bool varying = !value_is_surely_uniform(simt, a) || !value_is_surely_uniform(simt, b);
	if (stays_by_warp(simt, a, b) || stays_by_warp(simt, b, a) ||
		(varying && value_is_warp_wide(simt, &simt->active.may, a) &&
			value_is_warp_wide(simt, &simt->active.may, b)))
		why = simt_by_warp;
	else if (value_is_by_warp(a) || value_is_by_warp(b))
		why = simt_by_warp_and_lane;
	else if ((a->kind == SIMT_UNKNOWN || b->kind == SIMT_UNKNOWN) && a->why != simt_by_lane &&
		 b->why != simt_by_lane)
		why = a->kind == SIMT_UNKNOWN ? a->why : b->why;
	if (!is_by_memory(simt, a) || !is_by_memory(simt, b))
		why = value_why_mixed(why);
	return varying ? value_unknown_alike(simt, why, value_alike_of(a, b))
		       : value_unknown(simt, false, why);
}

static bool is_integral(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_ENUM;
}

/* Wraps a number to a type's width, as the hardware holds it. */
static int64_t wrap(int64_t number, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_BOOL)
		return number != 0;
	if (type->size <= 0 || type->size >= 8)
		return number;
	unsigned bits = (unsigned)type->size * 8;
	uint64_t low = (uint64_t)number & (((uint64_t)1 << bits) - 1);
	if (type->is_signed && low >> (bits - 1))
		low |= ~(uint64_t)0 << bits;
	return (int64_t)low;
}

static bool fits(struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	if (type->size <= 0 || type->size >= 8)
		return type->kind != IR_TYPE_BOOL;
	int64_t low, high;
	value_range(simt, value, &low, &high);
	return wrap(low, type) == low && wrap(high, type) == high;
}

static const struct simt_value *to_float(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	int64_t constant;
	if (value->kind == SIMT_REAL)
		return type->size == 4 ? value_real(simt, (double)(float)value->real) : value;
	if (value_constant(value, &constant))
		return value_real(simt, type->size == 4 ? (double)(float)constant : (double)constant);
	if (value_is_told_apart(simt, value))
		return value_unknown_alike(simt, simt_by_lane, value_alike(value));
	return value_unknown_of(simt, value, value, "conversion to floating point");
}

/* A pointer as a number: its address isn't known, but that of a variable isn't null. Addresses of shared
 * memory fit 32 bits. */
static const struct simt_value *from_pointer(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	if (type->kind != IR_TYPE_BOOL)
		return type->size == 8 || (type->size == 4 && value->object->space == SIMT_SHARED)
			       ? value
			       : value_unknown_of(simt, value, value, "part of an address");
	return value->object->var ? value_int(simt, 1)
				  : value_unknown_of(simt, value, value, "whether a pointer is null");
}

/* Whether the way a number was made wants it to wrap: hashes multiply by large constants. */
static bool is_mixed(const struct simt_value *value)
{
	const int64_t large = (int64_t)1 << 24;
	for (uint32_t i = 0; i < value->term_count; i++) {
		int64_t low = value->terms[i].coefficient, high = low;
		if (value->terms[i].lanes)
			lanes_bounds(value->terms[i].lanes, &low, &high);
		if (low < -large || high > large)
			return true;
	}
	return false;
}

/* A number with symbols that may pass the type's range. Nobody means an index to wrap in 32 or 64 bits, so
 * there it stays as it is (comparisons of unsigned numbers look out for negative ones); hashes and numbers of
 * fewer bits may. */
static const struct simt_value *narrowed(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	if (type->kind != IR_TYPE_BOOL && type->size >= 4 && (type->is_signed || !is_mixed(value)))
		return value;
	if (value_is_surely_uniform(simt, value))
		return value_fresh(simt, SYMBOL_COMPUTED, "converted", type);
	return value_unknown_of(simt, value, value, "conversion of an unknown number");
}

const struct simt_value *value_convert(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	type = ir_type_value(type);
	if (value->kind == SIMT_REAL && is_integral(type)) {
		if (type->kind == IR_TYPE_BOOL)
			return value_int(simt, value->real < 0 || value->real > 0);
		if (fabs(value->real) < 9e18)
			return value_int(simt, wrap((int64_t)value->real, type));
		return value_unknown(simt, false, "conversion from floating point");
	}
	if (type->kind == IR_TYPE_FLOAT)
		return to_float(simt, value, type);
	bool is_place = value->object && value->object->space == SIMT_SHARED; /* somewhere in it */
	if (value->kind == SIMT_UNKNOWN && !value->varying && is_integral(type) && !is_place)
		return value_fresh(simt, SYMBOL_LOADED, value->why, type);
	if (value->kind == SIMT_POINTER && value->object && is_integral(type))
		return from_pointer(simt, value, type);
	if (value->kind != SIMT_INT || !is_integral(type))
		return value;
	if (fits(simt, value, type))
		return value;
	if (value->term_count)
		return narrowed(simt, value, type);
	if (!value->lanes)
		return value_int(simt, wrap(value->constant, type));
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		lanes[lane] = wrap(value_lane(value, lane), type);
	return value_lanes(simt, lanes);
}

static bool compute(enum ir_op op, int64_t a, int64_t b, const struct ir_type *type, int64_t *out)
{
	bool is_unsigned = is_integral(type) && !type->is_signed;
	unsigned bits = type->size > 0 ? (unsigned)type->size * 8 : 64;
	switch (op) {
	case IR_OP_DIV:
	case IR_OP_REM:
		if (b == 0 || (a == INT64_MIN && b == -1))
			return false;
		if (is_unsigned && type->size == 8)
			*out = (int64_t)(op == IR_OP_DIV ? (uint64_t)a / (uint64_t)b
							 : (uint64_t)a % (uint64_t)b);
		else
			*out = op == IR_OP_DIV ? a / b : a % b;
		return true;
	case IR_OP_SHL:
		if (b < 0 || b >= (int64_t)bits)
			return false;
		*out = (int64_t)((uint64_t)a << b);
		return true;
	case IR_OP_SHR:
		if (b < 0 || b >= (int64_t)bits)
			return false;
		*out = is_unsigned && type->size == 8 ? (int64_t)((uint64_t)a >> b) : a >> b;
		return true;
	case IR_OP_AND: *out = a & b; return true;
	case IR_OP_OR: *out = a | b; return true;
	case IR_OP_XOR: *out = a ^ b; return true;
	case IR_OP_LT: *out = is_unsigned && type->size == 8 ? (uint64_t)a < (uint64_t)b : a < b; return true;
	case IR_OP_GT: *out = is_unsigned && type->size == 8 ? (uint64_t)a > (uint64_t)b : a > b; return true;
	case IR_OP_LE:
		*out = is_unsigned && type->size == 8 ? (uint64_t)a <= (uint64_t)b : a <= b;
		return true;
	case IR_OP_GE:
		*out = is_unsigned && type->size == 8 ? (uint64_t)a >= (uint64_t)b : a >= b;
		return true;
	case IR_OP_EQ: *out = a == b; return true;
	case IR_OP_NE: *out = a != b; return true;
	default: return false;
	}
}

/* Both operands known in every lane. */
const struct simt_value *value_known(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	int64_t result;
	if (!a->lanes && !b->lanes)
		return compute(op, a->constant, b->constant, type, &result)
			       ? value_int(simt, wrap(result, type))
			       : value_unknown(simt, false, "undefined operation");
	int64_t *lanes = lanes_scratch(simt);
	simt->lane_steps += simt->lanes;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		/* lanes that aren't active may hold anything */
		if (!compute(op, value_lane(a, lane), value_lane(b, lane), type, &result))
			result = 0;
		lanes[lane] = wrap(result, type);
	}
	return value_lanes(simt, lanes);
}

static bool has_object(const struct simt_value *value)
{
	return value->kind == SIMT_POINTER && value->object;
}

bool value_comparable(enum ir_op op, const struct simt_value *a, const struct simt_value *b)
{
	bool numbers = (a->kind == SIMT_INT || a->kind == SIMT_POINTER) &&
		       (b->kind == SIMT_INT || b->kind == SIMT_POINTER);
	return ir_is_comparison(op) && numbers &&
	       (has_object(a) ? a->object : NULL) == (has_object(b) ? b->object : NULL);
}

static const struct simt_value *compare(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	int64_t zero;
	const struct simt_value *pointer = has_object(a) ? a : b, *other = has_object(a) ? b : a;
	if (!value_comparable(op, a, b)) {
		/* a pointer into a variable is never null; one that was passed may be */
		if ((op == IR_OP_EQ || op == IR_OP_NE) && value_constant(other, &zero) && !zero &&
			has_object(pointer) && pointer->object->var)
			return value_int(simt, op == IR_OP_NE);
		return value_unknown_of(simt, a, b, "comparison of pointers");
	}
	struct simt_truth truth = value_compare(simt, op, a, b, type);
	return value_of_truth(simt, &truth);
}

/* The power of two that a mask of lower bits, or of all but these, is about; 0: none. */
static int64_t unit_of_mask(int64_t mask)
{
	return mask == INT64_MAX || mask == INT64_MIN ? 0 : mask < 0 ? -mask : mask + 1;
}

/* What bits of an address tell: those below the object's alignment are its offset's. */
static const struct simt_value *address_bits(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	int64_t by;
	if (has_object(a) && value_constant(b, &by)) {
		struct simt_value offset = *a;
		offset.kind = SIMT_INT;
		offset.object = NULL;
		int64_t unit = op == IR_OP_REM ? by : op == IR_OP_AND ? unit_of_mask(by) : 0;
		bool low_bits = unit > 0 && (unit & (unit - 1)) == 0 && unit <= a->object->align;
		bool keeps_rest = low_bits && op == IR_OP_AND && by < 0;
		if (low_bits) {
			const struct simt_value *mask = value_int(simt, unit - 1);
			const struct simt_value *bits = value_binary(simt, IR_OP_AND, &offset, mask, type);
			return keeps_rest ? value_subtract(simt, a, bits) : bits;
		}
	}
	return value_unknown_of(simt, a, b, "depends on an address");
}

static bool real_of(const struct simt_value *value, double *out)
{
	int64_t constant;
	if (value->kind == SIMT_REAL)
		*out = value->real;
	else if (value_constant(value, &constant))
		*out = (double)constant;
	else
		return false;
	return true;
}

static const struct simt_value *binary_real(struct simt *simt, enum ir_op op, double a, double b)
{
	switch (op) {
	case IR_OP_ADD: return value_real(simt, a + b);
	case IR_OP_SUB: return value_real(simt, a - b);
	case IR_OP_MUL: return value_real(simt, a * b);
	case IR_OP_DIV:
		return b < 0 || b > 0 ? value_real(simt, a / b)
				      : value_unknown(simt, false, "division by zero");
	case IR_OP_LT: return value_int(simt, a < b);
	case IR_OP_GT: return value_int(simt, a > b);
	case IR_OP_LE: return value_int(simt, a <= b);
	case IR_OP_GE: return value_int(simt, a >= b);
	case IR_OP_EQ: return value_int(simt, !(a < b || a > b));
	case IR_OP_NE: return value_int(simt, a < b || a > b);
	default: return value_unknown(simt, false, "floating point");
	}
}

const struct simt_value *value_binary(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	type = ir_type_value(type);
	double x, y;
	if ((a->kind == SIMT_REAL || b->kind == SIMT_REAL) && real_of(a, &x) && real_of(b, &y))
		return binary_real(simt, op, x, y);
	if (a->kind == SIMT_UNKNOWN || b->kind == SIMT_UNKNOWN || a->kind == SIMT_REAL ||
		b->kind == SIMT_REAL || a->kind == SIMT_RECORD || b->kind == SIMT_RECORD) {
		bool scales = (op == IR_OP_MUL || op == IR_OP_DIV) &&
			      ((a->why == simt_by_lane && value_is_uniform(b)) ||
				      (op == IR_OP_MUL && b->why == simt_by_lane && value_is_uniform(a)));
		return value_unknown_of(simt, a, b, scales ? simt_by_scale : "floating point");
	}
	switch (op) {
	case IR_OP_ADD: return value_convert(simt, value_add(simt, a, b), type);
	case IR_OP_SUB: return value_convert(simt, value_subtract(simt, a, b), type);
	case IR_OP_MUL: return value_convert(simt, value_multiply(simt, a, b), type);
	case IR_OP_COMMA: return b;
	default: break;
	}
	if (ir_is_comparison(op))
		return compare(simt, op, a, b, type);
	if (has_object(a) || has_object(b))
		return address_bits(simt, op, a, b, type);
	if (a->term_count || b->term_count)
		return value_symbolic(simt, op, a, b, type);
	return value_known(simt, op, a, b, type);
}
