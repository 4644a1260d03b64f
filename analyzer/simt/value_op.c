/* Operators that aren't linear, and conversions: exact where every lane is known, and where symbols are,
 * exact as far as divisors and ranges carry. */
#include "analyzer/simt/exec.h"

#include <math.h>
#include <string.h>

const struct simt_value *value_unknown_of(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b, const char *why)
{
	bool varying = !value_is_uniform(a) || !value_is_uniform(b);
	return value_unknown(simt, varying,
		a->kind == SIMT_UNKNOWN   ? a->why
		: b->kind == SIMT_UNKNOWN ? b->why
					  : why);
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
	return value_unknown_of(simt, value, value, "conversion to floating point");
}

/* A pointer as a number: its address isn't known, but that of a variable isn't null. */
static const struct simt_value *from_pointer(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	if (type->kind != IR_TYPE_BOOL)
		return type->size == 8 ? value : value_unknown_of(simt, value, value, "part of an address");
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
	if (value_is_uniform(value))
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
	if (value->kind == SIMT_UNKNOWN && !value->varying && is_integral(type))
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
static const struct simt_value *binary_known(struct simt *simt, enum ir_op op, const struct simt_value *a,
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

/* Splits a value into a part that `modulus` divides whatever the symbols are, and the known rest. False when
 * some coefficient isn't a multiple. */
static bool split_multiple(struct simt *simt, const struct simt_value *value, int64_t modulus,
	const struct simt_value **multiple, const struct simt_value **rest)
{
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		int64_t divisor = simt->symbols.data[term->symbol].divisor;
		if (!term->lanes && (term->coefficient % modulus) * (divisor % modulus) % modulus)
			return false;
		for (unsigned lane = 0; term->lanes && lane < simt->lanes; lane++)
			if ((term->lanes[lane] % modulus) * (divisor % modulus) % modulus)
				return false;
	}
	struct simt_value *known = ARENA_NEW(simt->arena, struct simt_value);
	*known = (struct simt_value){.kind = SIMT_INT, .constant = value->constant, .lanes = value->lanes};
	*rest = known;
	*multiple = value_subtract(simt, value, known);
	return true;
}

/* Divides the coefficients themselves; they are multiples of `divisor` without the symbols' help. */
static const struct simt_value *divide_terms(
	struct simt *simt, const struct simt_value *value, int64_t divisor)
{
	struct simt_value *out = ARENA_NEW(simt->arena, struct simt_value);
	struct simt_term *terms = ARENA_ARRAY(simt->arena, struct simt_term, value->term_count + 1);
	for (uint32_t i = 0; i < value->term_count; i++) {
		terms[i] = value->terms[i];
		if (!terms[i].lanes && terms[i].coefficient % divisor)
			return NULL;
		terms[i].coefficient /= divisor;
		if (!terms[i].lanes)
			continue;
		int64_t *lanes = lanes_scratch(simt);
		for (unsigned lane = 0; lane < simt->lanes; lane++) {
			if (terms[i].lanes[lane] % divisor)
				return NULL;
			lanes[lane] = terms[i].lanes[lane] / divisor;
		}
		terms[i] = value_term(terms[i].symbol, lanes_intern(simt, lanes));
	}
	*out = (struct simt_value){.kind = SIMT_INT, .terms = terms, .term_count = value->term_count};
	return out;
}

/* x / m, x % m, x >> k, x & (2^k - 1) where x = m * (symbols) + known, x >= 0 and known >= 0. */
static const struct simt_value *divide_symbolic(struct simt *simt, const struct simt_value *a,
	int64_t modulus, bool remainder, const struct ir_type *type)
{
	const struct simt_value *multiple, *rest;
	int64_t low, high, rest_low, rest_high;
	if (modulus <= 0 || !split_multiple(simt, a, modulus, &multiple, &rest))
		return NULL;
	value_range(simt, a, &low, &high);
	value_range(simt, rest, &rest_low, &rest_high);
	if (low < 0 || rest_low < 0)
		return NULL;
	struct simt_value divisor = {.kind = SIMT_INT, .constant = modulus};
	if (remainder)
		return binary_known(simt, IR_OP_REM, rest, &divisor, type);
	const struct simt_value *quotient = divide_terms(simt, multiple, modulus);
	return quotient ? value_add(simt, quotient, binary_known(simt, IR_OP_DIV, rest, &divisor, type))
			: NULL;
}

/* What is known of `a op b` for operands that can't be negative. */
static void bound_computed(struct simt *simt, struct simt_symbol *symbol, enum ir_op op, int64_t high,
	const struct simt_value *b)
{
	int64_t by, low, other;
	value_range(simt, b, &low, &other);
	if (low < 0)
		return;
	bool by_constant = value_constant(b, &by);
	if (symbol->low < 0)
		symbol->low = 0;
	int64_t most = symbol->high;
	switch (op) {
	case IR_OP_DIV: most = by_constant && by ? high / by : high; break;
	case IR_OP_SHR: most = by_constant && by < 63 ? high >> by : high; break;
	case IR_OP_REM: most = other > 0 && other - 1 < high ? other - 1 : high; break;
	case IR_OP_AND: most = other < high ? other : high; break;
	default: break;
	}
	if (most < symbol->high)
		symbol->high = most < symbol->low ? symbol->low : most;
}

/* The symbol that stands for a uniform operation; the same one for the same operands. */
static const struct simt_value *computed(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	for (size_t i = 0; i < simt->symbols.count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[i];
		if (symbol->kind == SYMBOL_COMPUTED && symbol->op == op && symbol->type == type &&
			value_same(symbol->left, a) && value_same(symbol->right, b))
			return value_symbol(simt, (uint32_t)i);
	}
	if (simt->symbols.count > 2000)
		return value_unknown(simt, false, "too many unknowns");
	int64_t low, high, by;
	value_range(simt, a, &low, &high);
	const struct simt_value *out = value_fresh(simt, SYMBOL_COMPUTED, "computed", type);
	if (!out->term_count)
		return out;
	struct simt_symbol *symbol = &simt->symbols.data[out->terms->symbol];
	symbol->op = op;
	symbol->left = a;
	symbol->right = b;
	symbol->type = type;
	if (low >= 0)
		bound_computed(simt, symbol, op, high, b);
	if (op == IR_OP_AND && value_constant(b, &by) && by >= 0) {
		symbol->low = 0;
		symbol->high = by < symbol->high ? by : symbol->high;
	}
	if (op == IR_OP_AND && value_constant(b, &by) && by < 0 && by > INT32_MIN)
		symbol->divisor = by & -by;
	return out;
}

static bool power_of_two(int64_t number)
{
	return number > 0 && (number & (number - 1)) == 0;
}

/* Bits of two numbers, one of which is small: only the other's bits below the next power of two are combined,
 * and they have to be known. */
static const struct simt_value *combine_bits(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	for (int swap = 0; swap < 2; swap++) {
		const struct simt_value *upper = swap ? b : a, *lower = swap ? a : b;
		const struct simt_value *multiple, *rest;
		int64_t low, high, unit = 1, zero;
		value_range(simt, lower, &low, &high);
		if (low < 0 || high >= (int64_t)1 << 40)
			continue;
		while (unit <= high)
			unit *= 2;
		if (!split_multiple(simt, upper, unit, &multiple, &rest))
			continue;
		const struct simt_value *bits =
			binary_known(simt, IR_OP_AND, rest, value_int(simt, unit - 1), type);
		bool apart = value_constant(bits, &zero) && !zero;
		if (apart)
			return op == IR_OP_AND ? value_int(simt, 0) : value_add(simt, a, b);
		if (!value_is_known(lower))
			continue;
		const struct simt_value *combined = binary_known(simt, op, bits, lower, type);
		return op == IR_OP_AND ? combined
				       : value_add(simt, value_subtract(simt, upper, bits), combined);
	}
	return NULL;
}

static const struct simt_value *binary_symbolic(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	int64_t by;
	const struct simt_value *exact = NULL;
	if (value_constant(b, &by)) {
		if (op == IR_OP_DIV || op == IR_OP_REM)
			exact = divide_symbolic(simt, a, by, op == IR_OP_REM, type);
		else if (op == IR_OP_SHR && by >= 0 && by < 62)
			exact = divide_symbolic(simt, a, (int64_t)1 << by, false, type);
		else if (op == IR_OP_AND && power_of_two(by + 1))
			exact = divide_symbolic(simt, a, by + 1, true, type);
		else if (op == IR_OP_AND && by < 0 && power_of_two(-by)) {
			const struct simt_value *rest = divide_symbolic(simt, a, -by, true, type);
			exact = rest ? value_subtract(simt, a, rest) : NULL;
		} else if (op == IR_OP_SHL && by >= 0 && by < 32)
			exact = value_scale(simt, a, (int64_t)1 << by);
	}
	if (!exact && (op == IR_OP_AND || op == IR_OP_OR || op == IR_OP_XOR))
		exact = combine_bits(simt, op, a, b, type);
	if (exact)
		return exact;
	if (value_is_uniform(a) && value_is_uniform(b) && a->kind == SIMT_INT && b->kind == SIMT_INT)
		return computed(simt, op, a, b, type);
	return value_unknown_of(simt, a, b, "depends on an unknown number");
}

static bool is_comparison(enum ir_op op)
{
	return op >= IR_OP_LT && op <= IR_OP_NE;
}

static bool has_object(const struct simt_value *value)
{
	return value->kind == SIMT_POINTER && value->object;
}

bool value_comparable(enum ir_op op, const struct simt_value *a, const struct simt_value *b)
{
	bool numbers = (a->kind == SIMT_INT || a->kind == SIMT_POINTER) &&
		       (b->kind == SIMT_INT || b->kind == SIMT_POINTER);
	return is_comparison(op) && numbers &&
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

/* What bits of an address tell: those below the object's alignment are its offset's. */
static const struct simt_value *address_bits(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	int64_t by;
	if (has_object(a) && value_constant(b, &by)) {
		struct simt_value offset = *a;
		offset.kind = SIMT_INT;
		offset.object = NULL;
		int64_t unit = op == IR_OP_REM ? by : op == IR_OP_AND ? (by < 0 ? -by : by + 1) : 0;
		bool low_bits = unit > 0 && (unit & (unit - 1)) == 0 && unit <= a->object->align;
		bool keeps_rest = low_bits && op == IR_OP_AND && by < 0;
		const struct simt_value *mask = value_int(simt, unit - 1);
		if (low_bits) {
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
		b->kind == SIMT_REAL || a->kind == SIMT_RECORD || b->kind == SIMT_RECORD)
		return value_unknown_of(simt, a, b, "floating point");
	switch (op) {
	case IR_OP_ADD: return value_convert(simt, value_add(simt, a, b), type);
	case IR_OP_SUB: return value_convert(simt, value_subtract(simt, a, b), type);
	case IR_OP_MUL: return value_convert(simt, value_multiply(simt, a, b), type);
	case IR_OP_COMMA: return b;
	default: break;
	}
	if (is_comparison(op))
		return compare(simt, op, a, b, type);
	if (has_object(a) || has_object(b))
		return address_bits(simt, op, a, b, type);
	if (a->term_count || b->term_count)
		return binary_symbolic(simt, op, a, b, type);
	return binary_known(simt, op, a, b, type);
}
