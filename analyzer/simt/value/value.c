/* Values: construction, symbols, and exact linear arithmetic over lanes and symbols. */
#include "analyzer/simt/exec/exec.h"

#include <stdint.h>
#include <string.h>

/* Bounds of products of 64-bit numbers need more bits. */
__extension__ typedef __int128 wide;

/* ---- construction ---------------------------------------------------------------------------- */

static struct simt_value *make(struct simt *simt, enum simt_kind kind)
{
	struct simt_value *value = ARENA_NEW(simt->arena, struct simt_value);
	value->kind = kind;
	return value;
}

const struct simt_value *value_int(struct simt *simt, int64_t constant)
{
	bool is_small = constant >= 0 && constant < SIMT_SMALL;
	if (is_small && simt->small[constant])
		return simt->small[constant];
	struct simt_value *value = make(simt, SIMT_INT);
	value->constant = constant;
	if (is_small)
		simt->small[constant] = value;
	return value;
}

const struct simt_value *value_real(struct simt *simt, double real)
{
	struct simt_value *value = make(simt, SIMT_REAL);
	value->real = real;
	return value;
}

const struct simt_value *value_lanes(struct simt *simt, const int64_t *lanes)
{
	struct simt_value *value = make(simt, SIMT_INT);
	int64_t *rest = lanes_scratch(simt), first = lanes[0];
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		rest[lane] = (int64_t)((uint64_t)lanes[lane] - (uint64_t)first);
	value->constant = first;
	value->lanes = lanes_intern(simt, rest);
	return value;
}

/* The symbol itself, even when it can be one number only. */
static const struct simt_value *symbol_as_term(struct simt *simt, uint32_t symbol)
{
	struct simt_value *value = make(simt, SIMT_INT);
	struct simt_term *term = ARENA_NEW(simt->arena, struct simt_term);
	*term = (struct simt_term){.symbol = symbol, .coefficient = 1};
	value->terms = term;
	value->term_count = 1;
	return value;
}

const struct simt_value *value_symbol(struct simt *simt, uint32_t symbol)
{
	const struct simt_symbol *known = &simt->symbols.data[symbol];
	return known->low == known->high ? value_int(simt, known->low) : symbol_as_term(simt, symbol);
}

const struct simt_value *value_pointer(
	struct simt *simt, struct simt_object *object, const struct simt_value *bytes)
{
	struct simt_value *value = make(simt, SIMT_POINTER);
	if (bytes)
		*value = *bytes;
	if (value->kind != SIMT_UNKNOWN) /* else it still points somewhere into the object */
		value->kind = SIMT_POINTER;
	value->object = object;
	return value;
}

const struct simt_value *value_unknown(struct simt *simt, bool varying, const char *why)
{
	struct simt_value *value = make(simt, SIMT_UNKNOWN);
	value->varying = varying;
	value->why = why;
	return value;
}

const struct simt_value *value_unknown_alike(struct simt *simt, const char *why, const int64_t *alike)
{
	struct simt_value *value = make(simt, SIMT_UNKNOWN);
	value->varying = true;
	value->why = why;
	value->alike = alike;
	return value;
}

const struct simt_value *value_with_wrap(
	struct simt *simt, const struct simt_value *value, const struct simt_wrap *wrap)
{
	struct simt_value *out = make(simt, value->kind);
	*out = *value;
	out->wrapped = wrap;
	return out;
}

uint32_t symbol_new(
	struct simt *simt, enum simt_symbol_kind kind, const char *name, int64_t low, int64_t high)
{
	struct simt_symbol symbol = {.kind = kind, .name = name, .low = low, .high = high, .divisor = 1};
	vec_push(simt->arena, &simt->symbols, symbol);
	return (uint32_t)simt->symbols.count - 1;
}

const struct simt_value *value_fresh(
	struct simt *simt, enum simt_symbol_kind kind, const char *name, const struct ir_type *type)
{
	type = ir_type_value(type);
	bool integral = type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_ENUM;
	if (!integral)
		return value_unknown(simt, false, name);
	int64_t low = 0, high = 1;
	if (type->kind != IR_TYPE_BOOL) {
		int bits = type->size > 0 && type->size < 8 ? (int)type->size * 8 : 62;
		low = type->is_signed ? -((int64_t)1 << (bits - 1)) : 0;
		high = type->is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
	}
	return value_symbol(simt, symbol_new(simt, kind, name, low, high));
}

/* ---- questions ------------------------------------------------------------------------------- */

bool value_is_uniform(const struct simt_value *value)
{
	if (value->kind == SIMT_UNKNOWN)
		return !value->varying;
	if (value->lanes)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++)
		if (value->terms[i].lanes)
			return false;
	return true;
}

bool value_is_known(const struct simt_value *value)
{
	return (value->kind == SIMT_INT || (value->kind == SIMT_POINTER && !value->object)) &&
	       !value->term_count;
}

bool value_is_near(const struct simt_value *value, const struct simt_mask *lanes)
{
	if (!value->lanes || !lanes)
		return value_is_byte(value->constant);
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		for (uint32_t rest = lanes->warp[warp]; rest; rest &= rest - 1)
			if (!value_is_byte(
				    value_lane(value, warp * SIMT_WARP + (unsigned)__builtin_ctz(rest))))
				return false;
	return true;
}

bool value_constant(const struct simt_value *value, int64_t *constant)
{
	if (!value_is_known(value) || value->lanes)
		return false;
	*constant = value->constant;
	return true;
}

bool value_offset(const struct simt_value *value, int64_t *constant)
{
	if ((value->kind != SIMT_INT && value->kind != SIMT_POINTER) || value->lanes || value->term_count)
		return false;
	*constant = value->constant;
	return true;
}

bool value_same_form(const struct simt_value *a, const struct simt_value *b)
{
	if (a->kind != b->kind || a->lanes != b->lanes || a->object != b->object ||
		a->term_count != b->term_count || a->kind == SIMT_UNKNOWN)
		return false;
	for (uint32_t i = 0; i < a->term_count; i++)
		if (a->terms[i].symbol != b->terms[i].symbol ||
			a->terms[i].coefficient != b->terms[i].coefficient ||
			a->terms[i].lanes != b->terms[i].lanes)
			return false;
	return true;
}

bool value_same(const struct simt_value *a, const struct simt_value *b)
{
	if (a == b)
		return true;
	if (a->constant != b->constant || !value_same_form(a, b))
		return false;
	return a->kind != SIMT_REAL || memcmp(&a->real, &b->real, sizeof a->real) == 0;
}

static int64_t saturate(wide number)
{
	return number > INT64_MAX ? INT64_MAX : number < INT64_MIN ? INT64_MIN : (int64_t)number;
}

void value_range(struct simt *simt, const struct simt_value *value, int64_t *low, int64_t *high)
{
	*low = INT64_MIN;
	*high = INT64_MAX;
	if (value->kind != SIMT_INT && value->kind != SIMT_POINTER)
		return;
	if (!value->lanes && !value->term_count) {
		*low = *high = value->constant;
		return;
	}
	int64_t a = 0, b = 0;
	if (value->lanes)
		lanes_bounds(value->lanes, &a, &b);
	/* known parts are sums modulo 2^64; only far from its ends are they what they seem */
	const int64_t far = ((int64_t)1 << 62) - 1;
	if (value->lanes && (value->constant < -far || value->constant > far || a < -far || b > far))
		return;
	wide least = (wide)value->constant + a, most = (wide)value->constant + b;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		const struct simt_symbol *symbol = &simt->symbols.data[term->symbol];
		if (!term->lanes) {
			wide one = (wide)term->coefficient * symbol->low,
			     other = (wide)term->coefficient * symbol->high;
			least += one < other ? one : other;
			most += one < other ? other : one;
			continue;
		}
		int64_t ends[2];
		lanes_bounds(term->lanes, &ends[0], &ends[1]);
		wide min = 0, max = 0;
		for (int k = 0; k < 4; k++) {
			wide product = (wide)ends[k & 1] * (k & 2 ? symbol->high : symbol->low);
			min = k == 0 || product < min ? product : min;
			max = k == 0 || product > max ? product : max;
		}
		least += min;
		most += max;
	}
	*low = saturate(least);
	*high = saturate(most);
}

unsigned value_assumptions(const struct simt *simt, const struct simt_value *value)
{
	unsigned assumptions = 0;
	for (uint32_t i = 0; i < value->term_count; i++)
		assumptions |= simt->symbols.data[value->terms[i].symbol].assumptions;
	return assumptions;
}

bool value_is_surely_uniform(const struct simt *simt, const struct simt_value *value)
{
	return value_is_uniform(value) && !value_assumptions(simt, value);
}

int64_t value_divisor(const struct simt *simt, const struct simt_value *value)
{
	wide constant = value->constant;
	int64_t divisor = saturate(constant < 0 ? -constant : constant);
	for (uint32_t i = 0; i < value->term_count; i++) {
		int64_t a = value->terms[i].coefficient;
		wide step = (wide)a * simt->symbols.data[value->terms[i].symbol].divisor;
		a = saturate(step < 0 ? -step : step);
		while (divisor) {
			int64_t rest = a % divisor;
			a = divisor;
			divisor = rest;
		}
		divisor = a;
	}
	return divisor > 0 && divisor < (int64_t)1 << 32 ? divisor : 1;
}

/* ---- linear arithmetic ----------------------------------------------------------------------- */

static bool is_linear(const struct simt_value *value)
{
	return value->kind == SIMT_INT || value->kind == SIMT_POINTER;
}

static bool is_zero(const struct simt_term *term)
{
	return !term->lanes && !term->coefficient;
}

static int64_t plus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t times(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a * (uint64_t)b);
}

struct simt_term value_term(uint32_t symbol, const int64_t *lanes)
{
	struct simt_term term = {.symbol = symbol, .lanes = lanes};
	int64_t low = 0, high = 0;
	if (lanes)
		lanes_bounds(lanes, &low, &high);
	if (low == high) {
		term.lanes = NULL;
		term.coefficient = low;
	}
	return term;
}

static struct simt_term scaled_term(struct simt *simt, const struct simt_term *term, int64_t factor)
{
	if (term->lanes)
		return value_term(term->symbol, lanes_scale(simt, term->lanes, factor));
	return (struct simt_term){.symbol = term->symbol, .coefficient = times(term->coefficient, factor)};
}

/* The sum of two coefficients of one symbol. */
static struct simt_term added_terms(struct simt *simt, const struct simt_term *a, const struct simt_term *b)
{
	if (a->lanes && b->lanes)
		return value_term(a->symbol, lanes_add(simt, a->lanes, b->lanes));
	if (a->lanes)
		return value_term(a->symbol, lanes_offset(simt, a->lanes, b->coefficient));
	if (b->lanes)
		return value_term(a->symbol, lanes_offset(simt, b->lanes, a->coefficient));
	return (struct simt_term){.symbol = a->symbol, .coefficient = plus(a->coefficient, b->coefficient)};
}

/* A sum of which a part isn't known. That another part may have passed its type on the way stays known. */
static const struct simt_value *unknown_sum(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	const struct simt_value *sum = value_unknown_of(simt, a, b, "too complex");
	const struct simt_wrap *wrapped = a->wrapped ? a->wrapped : b->wrapped;
	return wrapped && !sum->wrapped ? value_with_wrap(simt, sum, wrapped) : sum;
}

/* a + factor * b */
static const struct simt_value *add_scaled(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b, int64_t factor)
{
	if (!is_linear(a) || !is_linear(b))
		return unknown_sum(simt, a, b);
	struct simt_value *out = make(simt, SIMT_INT);
	out->wrapped = a->wrapped ? a->wrapped : b->wrapped;
	out->constant = plus(a->constant, times(b->constant, factor));
	out->lanes = lanes_add(simt, a->lanes, lanes_scale(simt, b->lanes, factor));
	struct simt_term terms[2 * SIMT_MAX_TERMS];
	uint32_t count = 0, i = 0, k = 0;
	while (i < a->term_count || k < b->term_count) {
		struct simt_term term;
		if (k == b->term_count || (i < a->term_count && a->terms[i].symbol < b->terms[k].symbol)) {
			term = a->terms[i++];
		} else if (i == a->term_count || b->terms[k].symbol < a->terms[i].symbol) {
			term = scaled_term(simt, &b->terms[k++], factor);
		} else {
			struct simt_term other = scaled_term(simt, &b->terms[k++], factor);
			term = added_terms(simt, &a->terms[i++], &other);
		}
		if (!is_zero(&term))
			terms[count++] = term;
	}
	if (count > SIMT_MAX_TERMS)
		return value_unknown_of(simt, a, b, "too complex");
	if (count) {
		struct simt_term *copy = ARENA_ARRAY(simt->arena, struct simt_term, count);
		memcpy(copy, terms, count * sizeof *copy);
		out->terms = copy;
		out->term_count = count;
	}
	return out;
}

/* The result of pointer arithmetic points into the object that one operand points into, even when nobody
 * knows where. */
static const struct simt_value *with_object(
	struct simt *simt, const struct simt_value *value, struct simt_object *object)
{
	if (!object || value->kind == SIMT_POINTER)
		return value;
	if (value->kind == SIMT_INT)
		return value_pointer(simt, object, value);
	struct simt_value *out = make(simt, SIMT_UNKNOWN);
	*out = *value;
	out->object = object;
	return out;
}

static struct simt_object *object_of(const struct simt_value *value)
{
	return value->kind == SIMT_POINTER || value->kind == SIMT_UNKNOWN ? value->object : NULL;
}

const struct simt_value *value_add(struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	struct simt_object *object = object_of(a) ? object_of(a) : object_of(b);
	return with_object(simt, add_scaled(simt, a, b, 1), object);
}

const struct simt_value *value_subtract(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	struct simt_object *from = object_of(a), *by = object_of(b);
	if (from && by && from != by)
		return value_unknown(
			simt, !value_is_uniform(a) || !value_is_uniform(b), "distance of two pointers");
	return with_object(simt, add_scaled(simt, a, b, -1), by ? NULL : from);
}

const struct simt_value *value_scale(struct simt *simt, const struct simt_value *value, int64_t factor)
{
	static const struct simt_value zero = {.kind = SIMT_INT};
	if (value->kind != SIMT_INT)
		return value->kind == SIMT_POINTER
			       ? value_unknown(simt, !value_is_uniform(value), "scaled pointer")
			       : value;
	return add_scaled(simt, &zero, value, factor);
}

/* The symbol for the product of two symbols, in this order. */
static uint32_t pair_symbol(struct simt *simt, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < simt->symbols.count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[i];
		if (symbol->kind == SYMBOL_COMPUTED && symbol->op == IR_OP_MUL &&
			symbol->left->terms->symbol == a && symbol->right->terms->symbol == b)
			return (uint32_t)i;
	}
	const struct simt_value *left = symbol_as_term(simt, a), *right = symbol_as_term(simt, b);
	struct simt_symbol x = simt->symbols.data[a], y = simt->symbols.data[b];
	wide low = 0, high = 0;
	for (int k = 0; k < 4; k++) {
		wide product = (wide)(k & 1 ? x.high : x.low) * (k & 2 ? y.high : y.low);
		low = k == 0 || product < low ? product : low;
		high = k == 0 || product > high ? product : high;
	}
	uint32_t symbol = symbol_new(simt, SYMBOL_COMPUTED, "product", saturate(low), saturate(high));
	struct simt_symbol *made = &simt->symbols.data[symbol];
	made->op = IR_OP_MUL;
	made->left = left;
	made->right = right;
	made->assumptions = x.assumptions | y.assumptions;
	const int64_t large = (int64_t)1 << 20;
	made->divisor = x.divisor < large && y.divisor < large ? x.divisor * y.divisor : 1;
	return symbol;
}

enum { MAX_FACTORS = 8 };

/* Adds the factors that a symbol is a product of; false when there are too many. */
static bool add_factors(
	const struct simt *simt, uint32_t symbol, uint32_t factors[MAX_FACTORS], unsigned *count)
{
	const struct simt_symbol *known = &simt->symbols.data[symbol];
	while (known->kind == SYMBOL_COMPUTED && known->op == IR_OP_MUL) {
		if (*count == MAX_FACTORS)
			return false;
		factors[(*count)++] = known->right->terms->symbol;
		symbol = known->left->terms->symbol;
		known = &simt->symbols.data[symbol];
	}
	if (*count == MAX_FACTORS)
		return false;
	factors[(*count)++] = symbol;
	return true;
}

/* The symbol for the product of two symbols: the same one however the factors came together. */
static uint32_t product_symbol(struct simt *simt, uint32_t a, uint32_t b)
{
	uint32_t factors[MAX_FACTORS];
	unsigned count = 0;
	if (!add_factors(simt, a, factors, &count) || !add_factors(simt, b, factors, &count))
		return a < b ? pair_symbol(simt, a, b) : pair_symbol(simt, b, a);
	for (unsigned i = 1; i < count; i++)
		for (unsigned k = i; k > 0 && factors[k] < factors[k - 1]; k--) {
			uint32_t swap = factors[k];
			factors[k] = factors[k - 1];
			factors[k - 1] = swap;
		}
	uint32_t product = factors[0];
	for (unsigned i = 1; i < count; i++)
		product = pair_symbol(simt, product, factors[i]);
	return product;
}

/* value * (known vector): every coefficient becomes one of its own per lane. */
static const struct simt_value *multiply_known(
	struct simt *simt, const struct simt_value *value, const struct simt_value *known)
{
	if (!known->lanes)
		return value_scale(simt, value, known->constant);
	struct simt_value *out = make(simt, SIMT_INT);
	out->wrapped = value->wrapped ? value->wrapped : known->wrapped;
	out->constant = times(value->constant, known->constant);
	out->lanes = lanes_add(simt, lanes_scale(simt, known->lanes, value->constant),
		lanes_scale(simt, value->lanes, known->constant));
	out->lanes = lanes_add(simt, out->lanes, lanes_multiply(simt, value->lanes, known->lanes));
	if (!value->term_count)
		return out;
	/* (constant + lanes) as one vector */
	const int64_t *factor = lanes_offset(simt, known->lanes, known->constant);
	struct simt_term *terms = ARENA_ARRAY(simt->arena, struct simt_term, value->term_count);
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		const int64_t *lanes = term->lanes ? lanes_multiply(simt, term->lanes, factor)
						   : lanes_scale(simt, factor, term->coefficient);
		struct simt_term product = value_term(term->symbol, lanes);
		if (!is_zero(&product))
			terms[out->term_count++] = product;
	}
	out->terms = terms;
	return out;
}

const struct simt_value *value_multiply(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	if (a->kind != SIMT_INT || b->kind != SIMT_INT)
		return value_unknown_of(simt, a, b, "too complex");
	if (!b->term_count)
		return multiply_known(simt, a, b);
	if (!a->term_count)
		return multiply_known(simt, b, a);
	if (a->term_count * b->term_count > SIMT_MAX_TERMS || simt->symbols.count > 2000)
		return value_unknown_of(simt, a, b, "too complex");
	/* known part times the other, then symbol by symbol */
	struct simt_value known = {.kind = SIMT_INT, .constant = a->constant, .lanes = a->lanes};
	const struct simt_value *sum = multiply_known(simt, b, &known);
	for (uint32_t i = 0; i < a->term_count; i++) {
		struct simt_value rest = {.kind = SIMT_INT, .constant = b->constant, .lanes = b->lanes};
		struct simt_value one = {.kind = SIMT_INT, .terms = &a->terms[i], .term_count = 1};
		sum = value_add(simt, sum, multiply_known(simt, &one, &rest));
		for (uint32_t k = 0; k < b->term_count; k++) {
			uint32_t symbol = product_symbol(simt, a->terms[i].symbol, b->terms[k].symbol);
			const struct simt_value *product = value_symbol(simt, symbol);
			struct simt_value left = {.kind = SIMT_INT,
				.constant = a->terms[i].lanes ? 0 : a->terms[i].coefficient,
				.lanes = a->terms[i].lanes};
			struct simt_value right = {.kind = SIMT_INT,
				.constant = b->terms[k].lanes ? 0 : b->terms[k].coefficient,
				.lanes = b->terms[k].lanes};
			product = multiply_known(simt, multiply_known(simt, product, &left), &right);
			sum = value_add(simt, sum, product);
		}
	}
	return sum;
}
