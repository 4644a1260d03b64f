/* Operators on numbers with symbols in them that aren't linear: exact as far as divisors, ranges and bits
 * carry; else a symbol of its own for a uniform result. */
#include "analyzer/simt/exec/exec.h"

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

int64_t value_common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = b == -1 ? 0 : a % b;
		a = b;
		b = rest;
	}
	return a == INT64_MIN ? INT64_MAX : a < 0 ? -a : a;
}

static const struct simt_value *computed(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type);

/* The same where x = d * (symbols) + known, d divides m and all lanes' known parts lie between two multiples
 * of d: they stay together, so that x / m is one number for all, and x % m another plus the known part.
 * Blocks of 256 threads in rows of 4096 are like that. */
static const struct simt_value *divide_together(struct simt *simt, const struct simt_value *a,
	int64_t modulus, bool remainder, const struct ir_type *type)
{
	const struct simt_value *multiple, *rest;
	int64_t together = modulus, low, high, rest_low, rest_high;
	if (modulus >= (int64_t)1 << 31)
		return NULL;
	for (uint32_t i = 0; i < a->term_count; i++) {
		const struct simt_term *term = &a->terms[i];
		int64_t divisor = simt->symbols.data[term->symbol].divisor;
		if (term->lanes)
			return NULL;
		together =
			value_common_divisor(together, (term->coefficient % modulus) * (divisor % modulus));
	}
	value_range(simt, a, &low, &high);
	if (low < 0 || together < 2 || !split_multiple(simt, a, together, &multiple, &rest))
		return NULL;
	value_range(simt, rest, &rest_low, &rest_high);
	if (rest_low < 0 || rest_low / together != rest_high / together)
		return NULL;
	const struct simt_value *start = value_int(simt, rest_low / together * together);
	multiple = value_add(simt, multiple, start);
	rest = value_subtract(simt, rest, start);
	const struct simt_value *by = value_int(simt, modulus);
	const struct simt_value *out = computed(simt, remainder ? IR_OP_REM : IR_OP_DIV, multiple, by, type);
	if (!remainder || out->kind != SIMT_INT || out->term_count != 1)
		return remainder ? NULL : out;
	struct simt_symbol *symbol = &simt->symbols.data[out->terms->symbol];
	symbol->divisor = together;
	symbol->high = symbol->high > modulus - together ? modulus - together : symbol->high;
	return value_add(simt, out, rest);
}

/* x / m, x % m, x >> k, x & (2^k - 1) where x = m * (symbols) + known, x >= 0 and known >= 0. */
static const struct simt_value *divide_symbolic(struct simt *simt, const struct simt_value *a,
	int64_t modulus, bool remainder, const struct ir_type *type)
{
	const struct simt_value *multiple, *rest;
	int64_t low, high, rest_low, rest_high;
	if (modulus <= 0)
		return NULL;
	if (!split_multiple(simt, a, modulus, &multiple, &rest))
		return divide_together(simt, a, modulus, remainder, type);
	value_range(simt, a, &low, &high);
	value_range(simt, rest, &rest_low, &rest_high);
	if (low < 0 || rest_low < 0)
		return NULL;
	struct simt_value divisor = {.kind = SIMT_INT, .constant = modulus};
	if (remainder)
		return value_known(simt, IR_OP_REM, rest, &divisor, type);
	const struct simt_value *quotient = divide_terms(simt, multiple, modulus);
	return quotient ? value_add(simt, quotient, value_known(simt, IR_OP_DIV, rest, &divisor, type))
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
	symbol->assumptions = value_assumptions(simt, a) | value_assumptions(simt, b);
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
			value_known(simt, IR_OP_AND, rest, value_int(simt, unit - 1), type);
		bool apart = value_constant(bits, &zero) && !zero;
		if (apart)
			return op == IR_OP_AND ? value_int(simt, 0) : value_add(simt, a, b);
		if (!value_is_known(lower))
			continue;
		const struct simt_value *combined = value_known(simt, op, bits, lower, type);
		return op == IR_OP_AND ? combined
				       : value_add(simt, value_subtract(simt, upper, bits), combined);
	}
	return NULL;
}

enum { MAX_SPREAD = 2048 };

/* Whether a number counts through the launch: blocks, and lanes close together. */
static bool is_global_index(const struct simt *simt, const struct simt_value *value)
{
	int64_t low = 0, high = 0;
	bool has_block = false;
	if (value->lanes)
		lanes_bounds(value->lanes, &low, &high);
	for (uint32_t i = 0; i < value->term_count; i++) {
		if (value->terms[i].lanes)
			return false;
		has_block |= simt->symbols.data[value->terms[i].symbol].kind == SYMBOL_BLOCK;
	}
	return has_block && (uint64_t)high - (uint64_t)low < MAX_SPREAD;
}

/* The symbol that a value is, when it is a quotient; else NULL. */
static const struct simt_symbol *quotient_of(const struct simt *simt, const struct simt_value *value)
{
	if (value->term_count != 1 || value->constant || value->lanes || value->terms->lanes ||
		value->terms->coefficient != 1)
		return NULL;
	const struct simt_symbol *symbol = &simt->symbols.data[value->terms->symbol];
	return symbol->kind == SYMBOL_COMPUTED && symbol->op == IR_OP_DIV && symbol->left ? symbol : NULL;
}

/* index / width and index % width for an unknown width: row and column. The row is a number of its own, and
 * the column what is left, so that row * width + column is the index again. That all lanes of a block are in
 * one row is an assumption, which the row carries; for numbers that only count within the block it would
 * often be wrong.
 */
static const struct simt_value *divide_rows(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	bool uniform = value_is_uniform(a);
	int64_t low, high, by_low;
	value_range(simt, a, &low, &high);
	value_range(simt, b, &by_low, &high);
	if (!type->is_signed && (low < 0 || by_low < 0)) /* has wrapped, or may have */
		return NULL;
	if (a->kind != SIMT_INT || !value_is_uniform(b) || (!uniform && !is_global_index(simt, a)))
		return NULL;
	struct simt_value first = *a;
	first.lanes = NULL;
	struct simt_value *start = ARENA_NEW(simt->arena, struct simt_value);
	*start = first;
	const struct simt_value *by = b;
	const struct simt_symbol *inner = quotient_of(simt, start);
	if (inner) { /* x / a / b is x / (a * b), whatever the signs */
		*start = *inner->left;
		by = value_multiply(simt, inner->right, b);
	}
	const struct simt_value *row = computed(simt, IR_OP_DIV, start, by, type);
	if (row->kind != SIMT_INT || row->term_count != 1)
		return NULL;
	struct simt_symbol *symbol = &simt->symbols.data[row->terms->symbol];
	symbol->assumptions |= value_assumptions(simt, a) | value_assumptions(simt, b);
	if (!uniform)
		symbol->assumptions |= SIMT_ASSUMED_ALIGNED;
	return op == IR_OP_DIV ? row : value_subtract(simt, a, value_multiply(simt, row, b));
}

const struct simt_value *value_symbolic(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	int64_t by;
	const struct simt_value *exact = NULL;
	if (value_constant(b, &by)) {
		if (op == IR_OP_DIV || op == IR_OP_REM)
			exact = divide_symbolic(simt, a, by, op == IR_OP_REM, type);
		else if (op == IR_OP_SHR && by >= 0 && by < 62)
			exact = divide_symbolic(simt, a, (int64_t)1 << by, false, type);
		else if (op == IR_OP_AND && by < INT64_MAX && power_of_two(by + 1))
			exact = divide_symbolic(simt, a, by + 1, true, type);
		else if (op == IR_OP_AND && by < 0 && by > INT64_MIN && power_of_two(-by)) {
			const struct simt_value *rest = divide_symbolic(simt, a, -by, true, type);
			exact = rest ? value_subtract(simt, a, rest) : NULL;
		} else if (op == IR_OP_SHL && by >= 0 && by < 32)
			exact = value_scale(simt, a, (int64_t)1 << by);
	}
	if (!exact && (op == IR_OP_AND || op == IR_OP_OR || op == IR_OP_XOR))
		exact = combine_bits(simt, op, a, b, type);
	if (exact)
		return exact;
	bool divides = op == IR_OP_DIV || op == IR_OP_REM;
	if (divides && b->kind == SIMT_INT && b->term_count && (exact = divide_rows(simt, op, a, b, type)))
		return exact;
	if (value_is_uniform(a) && value_is_uniform(b) && a->kind == SIMT_INT && b->kind == SIMT_INT)
		return computed(simt, op, a, b, type);
	bool scales = (op == IR_OP_DIV || op == IR_OP_SHR) && value_constant(b, &by) && a->kind == SIMT_INT;
	return value_unknown_of(simt, a, b, scales ? simt_by_scale : "depends on an unknown number");
}
