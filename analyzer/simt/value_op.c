/* Operators that aren't linear, conversions, comparisons, selection: exact where every lane is known, and
 * where symbols are, exact as far as divisors and ranges carry. */
#include "analyzer/simt/exec.h"

#include <math.h>
#include <string.h>

static const struct simt_value *unknown_of(
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

/* Builds a value lane by lane; folds to a constant when all lanes agree. */
static const struct simt_value *from_lanes(struct simt *simt, const int64_t *lanes)
{
	bool same = true;
	for (unsigned lane = 1; lane < simt->lanes && same; lane++)
		same = lanes[lane] == lanes[0];
	return same ? value_int(simt, lanes[0]) : value_lanes(simt, lanes);
}

const struct simt_value *value_convert(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	type = ir_type_value(type);
	if (value->kind == SIMT_REAL && is_integral(type)) {
		if (fabs(value->real) < 9e18)
			return value_int(simt, wrap((int64_t)value->real, type));
		return value_unknown(simt, false, "conversion from floating point");
	}
	if (type->kind == IR_TYPE_FLOAT) {
		int64_t constant;
		if (value->kind == SIMT_REAL)
			return type->size == 4 ? value_real(simt, (double)(float)value->real) : value;
		if (value_constant(value, &constant))
			return value_real(simt, type->size == 4 ? (double)(float)constant : (double)constant);
		return value_unknown(simt, !value_is_uniform(value),
			value->kind == SIMT_UNKNOWN ? value->why : "conversion to floating point");
	}
	if (value->kind == SIMT_UNKNOWN && !value->varying && is_integral(type))
		return value_fresh(simt, SYMBOL_LOADED, value->why, type);
	if (value->kind != SIMT_INT || !is_integral(type))
		return value;
	if (fits(simt, value, type))
		return value;
	if (value->term_count)
		return type->kind == IR_TYPE_BOOL ? unknown_of(simt, value, value, "truth of a number")
						  : value;
	if (!value->lanes)
		return value_int(simt, wrap(value->constant, type));
	int64_t *lanes = ARENA_ARRAY(simt->arena, int64_t, simt->lanes);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		lanes[lane] = wrap(value_lane(value, lane), type);
	return from_lanes(simt, lanes);
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
	int64_t *lanes = ARENA_ARRAY(simt->arena, int64_t, simt->lanes);
	simt->lane_steps += simt->lanes;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		/* lanes that aren't active may hold anything */
		if (!compute(op, value_lane(a, lane), value_lane(b, lane), type, &result))
			result = 0;
		lanes[lane] = wrap(result, type);
	}
	return from_lanes(simt, lanes);
}

/* Splits a value into a part that `modulus` divides whatever the symbols are, and the known rest. False when
 * some coefficient isn't a multiple. */
static bool split_multiple(struct simt *simt, const struct simt_value *value, int64_t modulus,
	const struct simt_value **multiple, const struct simt_value **rest)
{
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		int64_t divisor = simt->symbols.data[term->symbol].divisor;
		if (!term->lanes && (term->coefficient * divisor) % modulus)
			return false;
		for (unsigned lane = 0; term->lanes && lane < simt->lanes; lane++)
			if ((term->lanes[lane] * divisor) % modulus)
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
		int64_t *lanes = ARENA_ARRAY(simt->arena, int64_t, simt->lanes);
		for (unsigned lane = 0; lane < simt->lanes; lane++) {
			if (terms[i].lanes[lane] % divisor)
				return NULL;
			lanes[lane] = terms[i].lanes[lane] / divisor;
		}
		terms[i].lanes = lanes;
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

/* The symbol that stands for a uniform operation; the same one for the same operands. */
static const struct simt_value *computed(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	for (size_t i = 0; i < simt->symbols.count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[i];
		if (symbol->kind == SYMBOL_COMPUTED && symbol->op == op && value_same(symbol->left, a) &&
			value_same(symbol->right, b))
			return value_symbol(simt, (uint32_t)i);
	}
	if (simt->symbols.count > 2000)
		return value_unknown(simt, false, "too many unknowns");
	int64_t low, high, by;
	value_range(simt, a, &low, &high);
	bool positive = low >= 0;
	const struct simt_value *out = value_fresh(simt, SYMBOL_COMPUTED, "computed", type);
	if (!out->term_count)
		return out;
	struct simt_symbol *symbol = &simt->symbols.data[out->terms->symbol];
	symbol->op = op;
	symbol->left = a;
	symbol->right = b;
	bool by_constant = value_constant(b, &by) && by > 0;
	if (positive) {
		if (symbol->low < 0 && op != IR_OP_SUB)
			symbol->low = 0;
		if (op == IR_OP_DIV && by_constant)
			symbol->high = high / by;
		else if (op == IR_OP_SHR && by_constant && by < 63)
			symbol->high = high >> by;
		else if (op == IR_OP_REM && by_constant)
			symbol->high = by - 1;
		else if (op == IR_OP_AND && by_constant)
			symbol->high = by;
	}
	return out;
}

static bool power_of_two(int64_t number)
{
	return number > 0 && (number & (number - 1)) == 0;
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
	if (exact)
		return exact;
	if (value_is_uniform(a) && value_is_uniform(b) && a->kind == SIMT_INT && b->kind == SIMT_INT)
		return computed(simt, op, a, b, type);
	return unknown_of(simt, a, b, "depends on an unknown number");
}

/* ---- comparisons
 * -------------------------------------------------------------------------------------------------- */

/* Bounds of one lane's value over all that the symbols can be. */
static void lane_range(
	const struct simt *simt, const struct simt_value *value, unsigned lane, double *low, double *high)
{
	*low = *high = (double)value_lane(value, lane);
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		const struct simt_symbol *symbol = &simt->symbols.data[term->symbol];
		double factor = (double)(term->lanes ? term->lanes[lane] : term->coefficient);
		double a = factor * (double)symbol->low, b = factor * (double)symbol->high;
		*low += a < b ? a : b;
		*high += a < b ? b : a;
	}
}

/* 1: true for every value of the symbols, 0: false, -1: either. `low` and `high` bound a - b. */
static int decide(enum ir_op op, double low, double high)
{
	switch (op) {
	case IR_OP_LT: return high < 0 ? 1 : low >= 0 ? 0 : -1;
	case IR_OP_LE: return high <= 0 ? 1 : low > 0 ? 0 : -1;
	case IR_OP_GT: return low > 0 ? 1 : high <= 0 ? 0 : -1;
	case IR_OP_GE: return low >= 0 ? 1 : high < 0 ? 0 : -1;
	case IR_OP_EQ: return low == 0 && high == 0 ? 1 : low > 0 || high < 0 ? 0 : -1;
	case IR_OP_NE: return low > 0 || high < 0 ? 1 : low == 0 && high == 0 ? 0 : -1;
	default: return -1;
	}
}

/* Whether an undecided difference hangs on blockIdx alone: then splitting the grid decides it. */
static bool split_blocks(struct simt *simt, enum ir_op op, const struct simt_value *difference)
{
	int best = -1;
	int64_t most = 0;
	for (uint32_t i = 0; i < difference->term_count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[difference->terms[i].symbol];
		if (symbol->kind != SYMBOL_BLOCK || symbol->high - symbol->low > ((int64_t)1 << 40))
			return false;
		for (int dim = 0; dim < 3; dim++)
			if (simt->block_symbol[dim] == difference->terms[i].symbol &&
				symbol->high - symbol->low > most) {
				most = symbol->high - symbol->low;
				best = dim;
			}
	}
	if (best < 0)
		return false;
	/* the longest run of blocks from the low end for which every lane is decided */
	struct simt_symbol *symbol = &simt->symbols.data[simt->block_symbol[best]];
	struct simt_symbol whole = *symbol;
	int64_t good = whole.low, bad = whole.high + 1;
	while (bad - good > 1) {
		symbol->high = good + (bad - good) / 2 - 0;
		bool mixed = false;
		for (unsigned lane = 0; lane < simt->lanes && !mixed; lane++) {
			double low, high;
			lane_range(simt, difference, lane, &low, &high);
			mixed = decide(op, low, high) < 0;
		}
		if (mixed)
			bad = symbol->high;
		else
			good = symbol->high;
	}
	*symbol = whole;
	int64_t cut = good < whole.high ? good + 1 : whole.high;
	simt->split_low = simt->split_high = simt->box;
	simt->split_low.high[best] = cut - 1;
	simt->split_high.low[best] = cut;
	simt->stop = SIMT_SPLIT;
	return true;
}

/* A comparison with symbols in it: 1 or 0 in lanes that are decided. Undecided ones make it unknown, except
 * that a condition is asked lane by lane through value_truth, which sees the symbol made here. */
static const struct simt_value *compare_symbolic(
	struct simt *simt, enum ir_op op, const struct simt_value *a, const struct simt_value *b)
{
	const struct simt_value *difference = value_subtract(simt, a, b);
	if (difference->kind != SIMT_INT)
		return unknown_of(simt, a, b, "comparison");
	int64_t *lanes = ARENA_ARRAY(simt->arena, int64_t, simt->lanes);
	bool all = true;
	for (unsigned lane = 0; lane < simt->lanes && all; lane++) {
		double low, high;
		lane_range(simt, difference, lane, &low, &high);
		int truth = decide(op, low, high);
		lanes[lane] = truth;
		all = truth >= 0;
	}
	simt->lane_steps += simt->lanes;
	if (all)
		return from_lanes(simt, lanes);
	if (split_blocks(simt, op, difference))
		return value_unknown(simt, false, "split");
	if (value_is_uniform(difference))
		return value_unknown(simt, false, "compares with an unknown number");
	struct simt_value *bound = ARENA_NEW(simt->arena, struct simt_value);
	*bound = *value_unknown(simt, true, "compares with an unknown number");
	bound->is_bound = true;
	return bound;
}

static bool is_comparison(enum ir_op op)
{
	return op >= IR_OP_LT && op <= IR_OP_NE;
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
		return unknown_of(simt, a, b, "floating point");
	switch (op) {
	case IR_OP_ADD: return value_convert(simt, value_add(simt, a, b), type);
	case IR_OP_SUB: return value_convert(simt, value_subtract(simt, a, b), type);
	case IR_OP_MUL: return value_convert(simt, value_multiply(simt, a, b), type);
	case IR_OP_COMMA: return b;
	default: break;
	}
	bool same_base =
		(a->kind == SIMT_POINTER ? a->object : NULL) == (b->kind == SIMT_POINTER ? b->object : NULL);
	if (is_comparison(op) && !same_base) {
		int64_t zero;
		/* a pointer into something is never null */
		if ((op == IR_OP_EQ || op == IR_OP_NE) &&
			((value_constant(a, &zero) && !zero) || (value_constant(b, &zero) && !zero)))
			return value_int(simt, op == IR_OP_NE);
		return unknown_of(simt, a, b, "comparison of pointers");
	}
	if (is_comparison(op) && (a->term_count || b->term_count))
		return compare_symbolic(simt, op, a, b);
	if (a->term_count || b->term_count)
		return binary_symbolic(simt, op, a, b, type);
	return binary_known(simt, op, a, b, type);
}

/* ---- selection
 * ---------------------------------------------------------------------------------------------------- */

static const int64_t *pick(struct simt *simt, const struct simt_mask *mask, const int64_t *a,
	int64_t a_constant, const int64_t *b, int64_t b_constant)
{
	int64_t *out = ARENA_ARRAY(simt->arena, int64_t, simt->lanes);
	simt->lane_steps += simt->lanes;
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		out[lane] = mask_has(mask, lane) ? a_constant + (a ? a[lane] : 0)
						 : b_constant + (b ? b[lane] : 0);
	return out;
}

static const struct simt_term *find_term(const struct simt_value *value, uint32_t symbol)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		if (value->terms[i].symbol == symbol)
			return &value->terms[i];
	return NULL;
}

static bool same_term(const struct simt_term *a, const struct simt_term *b)
{
	return a && b && a->coefficient == b->coefficient && a->lanes == b->lanes;
}

const char simt_either_space[] = "shared or other memory";

static const char *either(const struct simt_value *a, const struct simt_value *b)
{
	bool parts = a->kind == SIMT_POINTER && b->kind == SIMT_POINTER && a->object && b->object &&
		     a->object->space != b->object->space;
	return parts ? simt_either_space : "one of two values";
}

const struct simt_value *value_select(struct simt *simt, const struct simt_mask *mask,
	const struct simt_value *a, const struct simt_value *b)
{
	if (value_same(a, b))
		return a;
	bool linear = (a->kind == SIMT_INT || a->kind == SIMT_POINTER) && a->kind == b->kind &&
		      a->object == b->object;
	if (!linear) {
		const char *why = a->kind == SIMT_UNKNOWN   ? a->why
				  : b->kind == SIMT_UNKNOWN ? b->why
							    : either(a, b);
		return value_unknown(simt, true, why);
	}
	struct simt_value *out = ARENA_NEW(simt->arena, struct simt_value);
	*out = (struct simt_value){
		.kind = a->kind, .object = a->object, .constant = a->constant, .lanes = a->lanes};
	if (a->constant != b->constant || a->lanes != b->lanes) {
		out->constant = 0;
		out->lanes = pick(simt, mask, a->lanes, a->constant, b->lanes, b->constant);
	}
	struct simt_term terms[2 * SIMT_MAX_TERMS];
	uint32_t count = 0;
	for (uint32_t symbol = 0, i = 0, k = 0; i < a->term_count || k < b->term_count;) {
		symbol = i < a->term_count ? a->terms[i].symbol : UINT32_MAX;
		if (k < b->term_count && b->terms[k].symbol < symbol)
			symbol = b->terms[k].symbol;
		const struct simt_term *left = find_term(a, symbol), *right = find_term(b, symbol);
		i += left != NULL;
		k += right != NULL;
		static const struct simt_term none;
		if (same_term(left, right)) {
			terms[count++] = *left;
			continue;
		}
		left = left ? left : &none;
		right = right ? right : &none;
		terms[count++] = (struct simt_term){.symbol = symbol,
			.lanes = pick(simt, mask, left->lanes, left->lanes ? 0 : left->coefficient,
				right->lanes, right->lanes ? 0 : right->coefficient)};
	}
	if (count > SIMT_MAX_TERMS)
		return value_unknown(simt, true, "too complex");
	if (count) {
		struct simt_term *copy = ARENA_ARRAY(simt->arena, struct simt_term, count);
		memcpy(copy, terms, count * sizeof *copy);
		out->terms = copy;
		out->term_count = count;
	}
	return out;
}

const struct simt_value *value_join(struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	if (value_same(a, b))
		return a;
	return unknown_of(simt, a, b, either(a, b));
}

struct simt_truth value_truth(struct simt *simt, const struct simt_value *value)
{
	struct simt_truth truth = {.uniform = value_is_uniform(value)};
	truth.by_data = value->kind == SIMT_UNKNOWN && value->varying && !value->is_bound;
	if (value->kind == SIMT_POINTER && value->object) {
		for (unsigned lane = 0; lane < simt->lanes; lane++)
			mask_add(&truth.yes, lane);
		return truth;
	}
	if (value->kind == SIMT_REAL) {
		bool yes = value->real < 0 || value->real > 0;
		for (unsigned lane = 0; lane < simt->lanes; lane++)
			mask_add(yes ? &truth.yes : &truth.no, lane);
		return truth;
	}
	if (value->kind != SIMT_INT)
		return truth;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		double low, high;
		lane_range(simt, value, lane, &low, &high);
		if (low > 0 || high < 0)
			mask_add(&truth.yes, lane);
		else if (low == 0 && high == 0)
			mask_add(&truth.no, lane);
	}
	return truth;
}
