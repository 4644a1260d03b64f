/* Sums, products, division and bits: each in the one form that equal numbers share. */
#include "analyzer/solver/term_table.h"

#include <string.h>

/* ---- sums ------------------------------------------------------------------------------------- */

static const int64_t one = 1;

struct term_view term_view_of(const struct term *const *term)
{
	if ((*term)->op == TERM_NUMBER)
		return (struct term_view){.constant = (*term)->constant};
	if ((*term)->op == TERM_SUM)
		return (struct term_view){
			(*term)->constant, (*term)->parts, (*term)->factors, (*term)->count};
	return (struct term_view){.parts = term, .factors = &one, .count = 1};
}

const struct term *term_add(
	struct terms *terms, const struct term *left, const struct term *right, int64_t factor)
{
	struct term_view a = term_view_of(&left), b = term_view_of(&right);
	size_t room = a.count + b.count, count = 0;
	const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, room + 1);
	int64_t *factors = ARENA_ARRAY(terms->arena, int64_t, room + 1), constant, by;
	if (__builtin_mul_overflow(b.constant, factor, &by) ||
		__builtin_add_overflow(a.constant, by, &constant))
		return term_lost(terms, left, right);
	for (size_t i = 0, k = 0; i < a.count || k < b.count;) {
		bool takes_a = i < a.count && (k == b.count || a.parts[i]->id <= b.parts[k]->id);
		bool takes_b = k < b.count && (i == a.count || b.parts[k]->id <= a.parts[i]->id);
		int64_t sum = takes_a ? a.factors[i] : 0;
		if (takes_b && (__builtin_mul_overflow(b.factors[k], factor, &by) ||
				       __builtin_add_overflow(sum, by, &sum)))
			return term_lost(terms, left, right);
		parts[count] = takes_a ? a.parts[i] : b.parts[k];
		factors[count] = sum;
		count += sum != 0;
		i += takes_a;
		k += takes_b;
	}
	if (!count)
		return term_number(terms, constant);
	if (count == 1 && !constant && factors[0] == 1)
		return parts[0];
	return term_make(terms, &(struct term){.op = TERM_SUM,
					.constant = constant,
					.parts = parts,
					.factors = factors,
					.count = count});
}

static const struct term *scaled(struct terms *terms, const struct term *term, int64_t factor)
{
	return term_add(terms, term_number(terms, 0), term, factor);
}

/* The sum without its constant, divided by what all its factors are multiples of; never a number. */
const struct term *term_unit_of(struct terms *terms, const struct term *term, int64_t *factor)
{
	struct term_view view = term_view_of(&term);
	int64_t common = 0;
	for (size_t i = 0; i < view.count; i++)
		for (int64_t a = view.factors[i]; a;) {
			int64_t rest = common % a;
			common = a;
			a = rest;
		}
	if (common == INT64_MIN)
		common = 1;
	if ((common < 0) != (view.factors[0] < 0))
		common = -common;
	*factor = common;
	int64_t *factors = ARENA_ARRAY(terms->arena, int64_t, view.count);
	for (size_t i = 0; i < view.count; i++)
		factors[i] = view.factors[i] / common;
	if (view.count == 1)
		return view.parts[0];
	return term_make(terms,
		&(struct term){.op = TERM_SUM, .parts = view.parts, .factors = factors, .count = view.count});
}

/* Constants are multiplied out, so that (i + 1) * n and i * n differ by n. */
const struct term *term_multiply(struct terms *terms, const struct term *left, const struct term *right)
{
	if (left->op == TERM_NUMBER)
		return scaled(terms, right, left->constant);
	if (right->op == TERM_NUMBER)
		return scaled(terms, left, right->constant);
	if (left->op == TERM_CHOICE && left->parts[1]->op == TERM_NUMBER && left->parts[2]->op == TERM_NUMBER)
		return term_choice(terms, left->parts[0], scaled(terms, right, left->parts[1]->constant),
			scaled(terms, right, left->parts[2]->constant));
	int64_t a, b, factor, c = left->op == TERM_SUM ? left->constant : 0,
			      d = right->op == TERM_SUM ? right->constant : 0;
	const struct term *x = term_unit_of(terms, left, &a), *y = term_unit_of(terms, right, &b);
	const struct term *parts[2] = {x->id < y->id ? x : y, x->id < y->id ? y : x};
	if (__builtin_mul_overflow(a, b, &factor))
		return term_lost(terms, left, right);
	const struct term *out = scaled(terms, term_with(terms, TERM_PRODUCT, 0, parts, 2), factor);
	if (d)
		out = term_add(terms, out, term_add(terms, left, term_number(terms, c), -1), d);
	return c ? term_add(terms, out, right, c) : out;
}

/* ---- division --------------------------------------------------------------------------------- */

static const struct term *negated(struct terms *terms, const struct term *term)
{
	return scaled(terms, term, -1);
}

static const struct term *zero(struct terms *terms)
{
	return term_number(terms, 0);
}

int64_t term_floored(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* a / b of a number that isn't negative, by one that is positive. */
static const struct term *plain_quotient(struct terms *terms, const struct term *a, const struct term *b)
{
	if (term_number_is(b, 1))
		return a;
	if (a->op == TERM_NUMBER && b->op == TERM_NUMBER)
		return term_number(terms, term_floored(a->constant, b->constant));
	if (a == b)
		return term_number(terms, 1);
	if (b->low > 0 && a->low >= 0 && a->high < b->low)
		return zero(terms);
	return term_with(terms, TERM_QUOTIENT, 0, (const struct term *[]){a, b}, 2);
}

const struct term *term_divide(struct terms *terms, const struct term *left, const struct term *right)
{
	if (term_number_is(right, 0))
		return term_lost(terms, left, right);
	if (right->high < 0)
		return negated(terms, term_divide(terms, left, negated(terms, right)));
	if (right->low < 0)
		return term_choice(terms, term_less(terms, right, zero(terms)),
			negated(terms,
				term_divide(terms, left,
					term_maximum(terms, negated(terms, right), term_number(terms, 1)))),
			term_divide(terms, left, term_maximum(terms, right, term_number(terms, 1))));
	if (left->low >= 0)
		return plain_quotient(terms, left, right);
	const struct term *minus = negated(terms, plain_quotient(terms, negated(terms, left), right));
	if (left->high <= 0)
		return minus;
	return term_choice(
		terms, term_less(terms, left, zero(terms)), minus, plain_quotient(terms, left, right));
}

static const struct term *rest(struct terms *terms, const struct term *term, int64_t by)
{
	if (term->low >= 0 && term->high < by)
		return term;
	struct term_view view = term_view_of(&term);
	const struct term *out = term_number(terms, ((view.constant % by) + by) % by);
	/* multiples of it don't count */
	for (size_t i = 0; i < view.count; i++)
		if (view.factors[i] % by)
			out = term_add(terms, out, view.parts[i], view.factors[i] % by);
	if (out->low >= 0 && out->high < by)
		return out;
	if (out->op == TERM_REST && out->constant % by == 0)
		return rest(terms, out->parts[0], by);
	return term_with(terms, TERM_REST, by, (const struct term *[]){out}, 1);
}

const struct term *term_remainder(struct terms *terms, const struct term *left, const struct term *right)
{
	if (right->op != TERM_NUMBER || !right->constant || right->constant == INT64_MIN)
		return term_add(
			terms, left, term_multiply(terms, term_divide(terms, left, right), right), -1);
	int64_t by = right->constant < 0 ? -right->constant : right->constant;
	if (left->low >= 0)
		return rest(terms, left, by);
	const struct term *minus = negated(terms, rest(terms, negated(terms, left), by));
	return left->high <= 0 ? minus
			       : term_choice(terms, term_less(terms, left, zero(terms)), minus,
					 rest(terms, left, by));
}

/* ---- bits ------------------------------------------------------------------------------------- */

/* The least and the greatest of a type; of 64 bits without a sign, what fits. */
static void limits(unsigned bits, bool is_signed, int64_t *low, int64_t *high)
{
	*high = (int64_t)(UINT64_MAX >> (64 - bits + (is_signed || bits == 64)));
	*low = is_signed ? -*high - 1 : 0;
}

static bool is_within(const struct term *term, unsigned bits, bool is_signed)
{
	int64_t low, high;
	limits(bits, is_signed, &low, &high);
	/* the ends of 64 bits also mean that nothing is known */
	bool below = bits == 64 ? term->high < INT64_MAX : term->high <= high;
	bool above = bits == 64 && is_signed ? term->low > INT64_MIN : term->low >= low;
	return below && above;
}

/* A sum without the wraps of its parts that one of the whole makes up for. */
static const struct term *unwrapped(struct terms *terms, const struct term *term, unsigned bits)
{
	const struct term *out = term;
	if (term->op != TERM_SUM)
		return term;
	for (size_t i = 0; i < term->count; i++) {
		const struct term *part = term->parts[i];
		if (part->op != TERM_WRAP || part->bits < bits)
			continue;
		out = term_add(terms, out, part, -term->factors[i]);
		out = term_add(terms, out, part->parts[0], term->factors[i]);
	}
	return out;
}

const struct term *term_wrap(struct terms *terms, const struct term *term, unsigned bits, bool is_signed)
{
	if (is_within(term, bits, is_signed))
		return term;
	term = unwrapped(terms, term, bits);
	if (is_within(term, bits, is_signed))
		return term;
	if (term->op == TERM_NUMBER && bits < 64) {
		uint64_t kept = (uint64_t)term->constant & (UINT64_MAX >> (64 - bits));
		bool is_minus = is_signed && kept >> (bits - 1) & 1;
		return term_number(terms, (int64_t)(is_minus ? kept | UINT64_MAX << (bits - 1) : kept));
	}
	if (term->op == TERM_WRAP && term->bits >= bits)
		return term_wrap(terms, term->parts[0], bits, is_signed);
	return term_make(terms, &(struct term){.op = TERM_WRAP,
					.bits = bits,
					.is_signed = is_signed,
					.parts = (const struct term *[]){term},
					.count = 1});
}

const struct term *term_fits(struct terms *terms, const struct term *term, unsigned bits, bool is_signed)
{
	int64_t low, high;
	limits(bits, is_signed, &low, &high);
	const struct term *out = term_truth(terms, true);
	if (bits < 64 || !is_signed)
		out = term_at_most(terms, term_number(terms, low), term);
	return bits < 64 ? term_and(terms, out, term_at_most(terms, term, term_number(terms, high))) : out;
}

/* floor(term / 2^by) */
static const struct term *shifted(struct terms *terms, const struct term *term, unsigned by)
{
	if (!by)
		return term;
	if (by >= 62)
		return term->low >= 0 && term->high < INT64_MAX >> 1 ? zero(terms)
								     : term_lost(terms, term, NULL);
	int64_t divisor = (int64_t)1 << by;
	if (term->op == TERM_NUMBER)
		return term_number(terms, term_floored(term->constant, divisor));
	if (term->low >= 0 && term->high < divisor)
		return zero(terms);
	struct term_view view = term_view_of(&term);
	bool divides = view.constant % divisor == 0;
	for (size_t i = 0; i < view.count; i++)
		divides &= view.factors[i] % divisor == 0;
	if (!divides)
		return term_with(terms, TERM_QUOTIENT, 0,
			(const struct term *[]){term, term_number(terms, divisor)}, 2);
	const struct term *out = term_number(terms, view.constant / divisor);
	for (size_t i = 0; i < view.count; i++)
		out = term_add(terms, out, view.parts[i], view.factors[i] / divisor);
	return out;
}

static const struct term *bit(struct terms *terms, const struct term *term, unsigned index)
{
	return rest(terms, shifted(terms, term, index), 2);
}

/* How many bits can be set in a number that isn't negative. */
static unsigned width_of(const struct term *term, unsigned bits)
{
	unsigned width = 0;
	while (width < bits && width < 63 && term->high >> width)
		width++;
	return term->low < 0 ? bits : width;
}

/* 2^k - 1, k in *width. */
static bool is_low_mask(const struct term *term, unsigned *width)
{
	if (term->op != TERM_NUMBER || term->constant <= 0 || (term->constant & (term->constant + 1)))
		return false;
	*width = width_of(term, 64);
	return *width < 62;
}

static const struct term *bits_one_by_one(
	struct terms *terms, char op, const struct term *a, const struct term *b, unsigned from, unsigned to)
{
	const struct term *out = zero(terms);
	for (unsigned i = from; i < to; i++) {
		const struct term *x = bit(terms, a, i), *y = bit(terms, b, i);
		const struct term *both =
			term_multiply(terms, term_of_condition(terms, term_is_set(terms, x)), y);
		const struct term *sum = term_add(terms, x, y, 1), *one_bit = both;
		if (op != '&')
			one_bit = term_add(terms, sum, both, op == '|' ? -1 : -2);
		out = term_add(terms, out, one_bit, (int64_t)1 << i);
	}
	return out;
}

static const struct term *bits_plain(
	struct terms *terms, char op, const struct term *a, const struct term *b, unsigned bits)
{
	unsigned width = 0, wide = width_of(a, bits), other = width_of(b, bits);
	if (op == '&' && is_low_mask(b, &width))
		return rest(terms, a, b->constant + 1);
	if (op == '&' && is_low_mask(a, &width))
		return rest(terms, b, a->constant + 1);
	if (op == '&')
		wide = wide < other ? wide : other;
	else
		wide = wide > other ? wide : other;
	if (wide > 62)
		return term_lost(terms, a, b);
	return bits_one_by_one(terms, op, a, b, 0, wide);
}

const struct term *term_bits(struct terms *terms, char op, const struct term *left, const struct term *right,
	unsigned bits, bool is_signed)
{
	if (left->op == TERM_NUMBER && right->op == TERM_NUMBER) {
		int64_t a = left->constant, b = right->constant;
		return term_number(terms, op == '&' ? a & b : op == '|' ? a | b : a ^ b);
	}
	if (op == '^' && left == right)
		return zero(terms);
	if (op != '^' && left == right)
		return left;
	if (left->op == TERM_NUMBER) {
		const struct term *swap = left;
		left = right;
		right = swap;
	}
	/* ~mask: what the mask leaves */
	unsigned width;
	if (op == '&' && right->op == TERM_NUMBER && right->constant < 0 &&
		is_low_mask(term_number(terms, -(right->constant + 1)), &width))
		return term_add(terms, left, rest(terms, left, -right->constant), -1);
	if (op == '^' && term_number_is(right, -1))
		return term_add(terms, term_number(terms, -1), left, -1);
	if (term_number_is(right, 0))
		return op == '&' ? right : left;
	const struct term *a = term_wrap(terms, left, bits, false), *b = term_wrap(terms, right, bits, false);
	return term_wrap(terms, bits_plain(terms, op, a, b, bits), bits, is_signed);
}

/* What `shift` gives for each number of bits that `by` can be. */
static const struct term *by_cases(struct terms *terms, const struct term *left, const struct term *by,
	unsigned bits, const struct term *(*shift)(struct terms *, const struct term *, unsigned))
{
	int64_t low = by->low < 0 ? 0 : by->low, high = by->high >= bits ? bits - 1 : by->high;
	const struct term *out = NULL;
	if (by->low < 0 || by->high >= bits)
		out = term_lost(terms, left, by);
	for (int64_t i = high; i >= low; i--) {
		const struct term *here = shift(terms, left, (unsigned)i);
		out = out ? term_choice(terms, term_equal(terms, by, term_number(terms, i)), here, out)
			  : here;
	}
	return out ? out : term_lost(terms, left, by);
}

static const struct term *to_left(struct terms *terms, const struct term *term, unsigned by)
{
	return by > 62 ? term_lost(terms, term, NULL) : scaled(terms, term, (int64_t)1 << by);
}

const struct term *term_shift_left(
	struct terms *terms, const struct term *left, const struct term *by, unsigned bits)
{
	return by_cases(terms, left, by, bits, to_left);
}

const struct term *term_shift_right(
	struct terms *terms, const struct term *left, const struct term *by, unsigned bits)
{
	return by_cases(terms, left, by, bits, shifted);
}
