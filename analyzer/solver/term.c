/* Making terms: each once, in its one form, with its range. */
#include "analyzer/solver/term_table.h"

#include <string.h>

struct terms *terms_new(struct arena *arena)
{
	struct terms *terms = ARENA_NEW(arena, struct terms);
	terms->arena = arena;
	terms->bucket_count = 1024;
	terms->buckets = ARENA_ARRAY(arena, const struct term *, terms->bucket_count);
	return terms;
}

struct arena *terms_arena(const struct terms *terms)
{
	return terms->arena;
}

/* ---- the table -------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, uint64_t value)
{
	hash ^= value + UINT64_C(0x9e3779b97f4a7c15) + (hash << 6) + (hash >> 2);
	return hash * UINT64_C(0xff51afd7ed558ccd);
}

static uint64_t hash_of(const struct term *term)
{
	uint64_t hash = mixed((uint64_t)term->op, (uint64_t)term->constant);
	hash = mixed(hash, term->bits * 2 + term->is_signed);
	hash = mixed(hash, term->unknown ? term->unknown->id + 1 : 0);
	for (size_t i = 0; i < term->count; i++)
		hash = mixed(
			hash, term->parts[i]->id + (term->factors ? (uint64_t)term->factors[i] << 20 : 0));
	return hash;
}

static bool same(const struct term *a, const struct term *b)
{
	if (a->op != b->op || a->constant != b->constant || a->bits != b->bits ||
		a->is_signed != b->is_signed || a->unknown != b->unknown || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->parts[i] != b->parts[i] || (a->factors && a->factors[i] != b->factors[i]))
			return false;
	return true;
}

static void grow(struct terms *terms)
{
	const struct term **old = terms->buckets;
	size_t count = terms->bucket_count;
	terms->bucket_count *= 2;
	terms->buckets = ARENA_ARRAY(terms->arena, const struct term *, terms->bucket_count);
	for (size_t i = 0; i < count; i++) {
		if (!old[i])
			continue;
		size_t at = hash_of(old[i]) & (terms->bucket_count - 1);
		while (terms->buckets[at])
			at = (at + 1) & (terms->bucket_count - 1);
		terms->buckets[at] = old[i];
	}
}

const struct term *term_make(struct terms *terms, const struct term *given)
{
	size_t at = hash_of(given) & (terms->bucket_count - 1);
	for (; terms->buckets[at]; at = (at + 1) & (terms->bucket_count - 1))
		if (same(terms->buckets[at], given))
			return terms->buckets[at];
	struct term *made = ARENA_NEW(terms->arena, struct term);
	*made = *given;
	const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, given->count + 1);
	for (size_t i = 0; i < given->count; i++) {
		parts[i] = given->parts[i];
		made->scope = made->scope > parts[i]->scope ? made->scope : parts[i]->scope;
		made->marks |= parts[i]->marks;
	}
	made->parts = parts;
	if (given->factors) {
		int64_t *factors = ARENA_ARRAY(terms->arena, int64_t, given->count + 1);
		memcpy(factors, given->factors, given->count * sizeof *factors);
		made->factors = factors;
	}
	made->id = ++terms->count;
	term_set_range(made);
	terms->buckets[at] = made;
	if (terms->count * 2 > terms->bucket_count)
		grow(terms);
	return made;
}

const struct term *term_with(
	struct terms *terms, enum term_op op, int64_t constant, const struct term *const *parts, size_t count)
{
	return term_make(
		terms, &(struct term){.op = op, .constant = constant, .parts = parts, .count = count});
}

const struct term *term_number(struct terms *terms, int64_t number)
{
	return term_with(terms, TERM_NUMBER, number, NULL, 0);
}

const struct term *term_truth(struct terms *terms, bool holds)
{
	return term_with(terms, holds ? TERM_TRUE : TERM_FALSE, 0, NULL, 0);
}

const struct term *term_of(struct terms *terms, const struct term_unknown *unknown)
{
	return term_make(terms, &(struct term){.op = unknown->is_condition ? TERM_CONDITION : TERM_UNKNOWN,
					.unknown = unknown,
					.scope = unknown->scope,
					.marks = unknown->marks});
}

static const struct term *fresh(struct terms *terms, struct term_unknown given)
{
	struct term_unknown *unknown = ARENA_NEW(terms->arena, struct term_unknown);
	*unknown = given;
	unknown->id = terms->unknown_count++;
	return term_of(terms, unknown);
}

const struct term *term_fresh(struct terms *terms, const char *name, unsigned scope, unsigned marks,
	int64_t low, int64_t high, const void *data)
{
	return fresh(terms, (struct term_unknown){.name = name,
				    .scope = scope,
				    .marks = marks,
				    .low = low,
				    .high = high,
				    .data = data});
}

const struct term *term_fresh_condition(
	struct terms *terms, const char *name, unsigned scope, unsigned marks, const void *data)
{
	return fresh(terms, (struct term_unknown){.name = name,
				    .scope = scope,
				    .marks = marks,
				    .is_condition = true,
				    .high = 1,
				    .data = data});
}

/* What can't be written down: any number, in any copy another one. */
static const struct term *lost(struct terms *terms, const struct term *left, const struct term *right)
{
	unsigned marks = left->marks | (right ? right->marks : 0) | TERM_LOST;
	return term_fresh(terms, "a number beyond 64 bits", UINT8_MAX, marks, INT64_MIN, INT64_MAX, NULL);
}

/* ---- sums ------------------------------------------------------------------------------------- */

/* A term as a sum: itself, or one part. */
struct view {
	int64_t constant;
	const struct term *const *parts;
	const int64_t *factors;
	size_t count;
};

static const int64_t one = 1;

static struct view view_of(const struct term *const *term)
{
	if ((*term)->op == TERM_NUMBER)
		return (struct view){.constant = (*term)->constant};
	if ((*term)->op == TERM_SUM)
		return (struct view){(*term)->constant, (*term)->parts, (*term)->factors, (*term)->count};
	return (struct view){.parts = term, .factors = &one, .count = 1};
}

const struct term *term_add(
	struct terms *terms, const struct term *left, const struct term *right, int64_t factor)
{
	struct view a = view_of(&left), b = view_of(&right);
	size_t room = a.count + b.count, count = 0;
	const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, room + 1);
	int64_t *factors = ARENA_ARRAY(terms->arena, int64_t, room + 1), constant, by;
	if (__builtin_mul_overflow(b.constant, factor, &by) ||
		__builtin_add_overflow(a.constant, by, &constant))
		return lost(terms, left, right);
	for (size_t i = 0, k = 0; i < a.count || k < b.count;) {
		bool takes_a = i < a.count && (k == b.count || a.parts[i]->id <= b.parts[k]->id);
		bool takes_b = k < b.count && (i == a.count || b.parts[k]->id <= a.parts[i]->id);
		int64_t sum = takes_a ? a.factors[i] : 0;
		if (takes_b && (__builtin_mul_overflow(b.factors[k], factor, &by) ||
				       __builtin_add_overflow(sum, by, &sum)))
			return lost(terms, left, right);
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
static const struct term *unit_of(struct terms *terms, const struct term *term, int64_t *factor)
{
	struct view view = view_of(&term);
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
	const struct term *x = unit_of(terms, left, &a), *y = unit_of(terms, right, &b);
	const struct term *parts[2] = {x->id < y->id ? x : y, x->id < y->id ? y : x};
	if (__builtin_mul_overflow(a, b, &factor))
		return lost(terms, left, right);
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

static int64_t floored(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* a / b of a number that isn't negative, by one that is positive. */
static const struct term *plain_quotient(struct terms *terms, const struct term *a, const struct term *b)
{
	if (term_number_is(b, 1))
		return a;
	if (a->op == TERM_NUMBER && b->op == TERM_NUMBER)
		return term_number(terms, floored(a->constant, b->constant));
	if (a == b)
		return term_number(terms, 1);
	if (b->low > 0 && a->low >= 0 && a->high < b->low)
		return zero(terms);
	return term_with(terms, TERM_QUOTIENT, 0, (const struct term *[]){a, b}, 2);
}

const struct term *term_divide(struct terms *terms, const struct term *left, const struct term *right)
{
	if (term_number_is(right, 0))
		return lost(terms, left, right);
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
	struct view view = view_of(&term);
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
		return term->low >= 0 && term->high < INT64_MAX >> 1 ? zero(terms) : lost(terms, term, NULL);
	int64_t divisor = (int64_t)1 << by;
	if (term->op == TERM_NUMBER)
		return term_number(terms, floored(term->constant, divisor));
	if (term->low >= 0 && term->high < divisor)
		return zero(terms);
	struct view view = view_of(&term);
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
		return lost(terms, a, b);
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
		out = lost(terms, left, by);
	for (int64_t i = high; i >= low; i--) {
		const struct term *here = shift(terms, left, (unsigned)i);
		out = out ? term_choice(terms, term_equal(terms, by, term_number(terms, i)), here, out)
			  : here;
	}
	return out ? out : lost(terms, left, by);
}

static const struct term *to_left(struct terms *terms, const struct term *term, unsigned by)
{
	return by > 62 ? lost(terms, term, NULL) : scaled(terms, term, (int64_t)1 << by);
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

/* ---- conditions ------------------------------------------------------------------------------- */

const struct term *term_choice(
	struct terms *terms, const struct term *when, const struct term *yes, const struct term *no)
{
	if (when->op == TERM_TRUE || yes == no)
		return yes;
	if (when->op == TERM_FALSE)
		return no;
	if (term_is_condition(yes))
		return term_or(terms, term_and(terms, when, yes), term_and(terms, term_not(terms, when), no));
	if (when->op == TERM_NOT)
		return term_choice(terms, when->parts[0], no, yes);
	return term_with(terms, TERM_CHOICE, 0, (const struct term *[]){when, yes, no}, 3);
}

/* A choice between two by which is smaller lies closer than any choice would. */
static const struct term *extreme(
	const struct term *choice, const struct term *left, const struct term *right, bool is_least)
{
	struct term *term = (struct term *)(uintptr_t)choice;
	if (choice->op != TERM_CHOICE)
		return choice;
	if (is_least)
		term->high = left->high < right->high ? left->high : right->high;
	else
		term->low = left->low > right->low ? left->low : right->low;
	return term;
}

const struct term *term_minimum(struct terms *terms, const struct term *left, const struct term *right)
{
	return extreme(term_choice(terms, term_less(terms, right, left), right, left), left, right, true);
}

const struct term *term_maximum(struct terms *terms, const struct term *left, const struct term *right)
{
	return extreme(term_choice(terms, term_less(terms, left, right), right, left), left, right, false);
}

/* number == 0, number <= 0 */
static const struct term *compared(struct terms *terms, enum term_op op, const struct term *number)
{
	bool is_equal = op == TERM_IS_ZERO;
	if (number->op == TERM_NUMBER)
		return term_truth(terms, is_equal ? number->constant == 0 : number->constant <= 0);
	if (number->low > 0 || (is_equal && number->high < 0))
		return term_truth(terms, false);
	if (!is_equal && number->high <= 0)
		return term_truth(terms, true);
	struct view view = view_of(&number);
	int64_t factor;
	if (view.constant == INT64_MIN)
		return term_with(terms, op, 0, &number, 1);
	const struct term *unit = unit_of(terms, number, &factor);
	/* a multiple plus what is none of it is never zero */
	if (is_equal && view.constant % factor)
		return term_truth(terms, false);
	if (is_equal)
		number = term_add(terms, unit, term_number(terms, view.constant / factor), 1);
	else if (factor > 1)
		number = term_add(terms, unit, term_number(terms, -floored(-view.constant, factor)), 1);
	else if (factor < -1)
		number = term_add(terms, term_number(terms, -floored(-view.constant, -factor)), unit, -1);
	/* of a choice between numbers only the condition counts */
	if (number->op == TERM_CHOICE && number->parts[1]->op == TERM_NUMBER &&
		number->parts[2]->op == TERM_NUMBER)
		return term_choice(terms, number->parts[0], compared(terms, op, number->parts[1]),
			compared(terms, op, number->parts[2]));
	return term_with(terms, op, 0, &number, 1);
}

const struct term *term_equal(struct terms *terms, const struct term *left, const struct term *right)
{
	return compared(terms, TERM_IS_ZERO, term_add(terms, left, right, -1));
}

const struct term *term_at_most(struct terms *terms, const struct term *left, const struct term *right)
{
	return compared(terms, TERM_IS_LOW, term_add(terms, left, right, -1));
}

const struct term *term_less(struct terms *terms, const struct term *left, const struct term *right)
{
	return term_at_most(terms, term_add(terms, left, term_number(terms, 1), 1), right);
}

const struct term *term_not(struct terms *terms, const struct term *condition)
{
	if (condition->op == TERM_TRUE || condition->op == TERM_FALSE)
		return term_truth(terms, condition->op == TERM_FALSE);
	if (condition->op == TERM_NOT)
		return condition->parts[0];
	if (condition->op == TERM_IS_LOW) /* x > 0 is 1 - x <= 0 */
		return compared(
			terms, TERM_IS_LOW, term_add(terms, term_number(terms, 1), condition->parts[0], -1));
	return term_with(terms, TERM_NOT, 0, &condition, 1);
}

static bool has_part(const struct term *term, enum term_op op, const struct term *part)
{
	if (term->op != op)
		return term == part;
	for (size_t i = 0; i < term->count; i++)
		if (term->parts[i] == part)
			return true;
	return false;
}

/* Parts of both, each once, by id. */
static const struct term *joined(
	struct terms *terms, enum term_op op, const struct term *left, const struct term *right)
{
	enum term_op neutral = op == TERM_AND ? TERM_TRUE : TERM_FALSE,
		     final = op == TERM_AND ? TERM_FALSE : TERM_TRUE;
	if (left->op == neutral || left == right)
		return right;
	if (right->op == neutral)
		return left;
	if (left->op == final || right->op == final)
		return term_truth(terms, final == TERM_TRUE);
	const struct term *const *a = left->op == op ? left->parts : &left;
	const struct term *const *b = right->op == op ? right->parts : &right;
	size_t a_count = left->op == op ? left->count : 1, b_count = right->op == op ? right->count : 1;
	const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, a_count + b_count);
	size_t count = 0;
	for (size_t i = 0, k = 0; i < a_count || k < b_count;) {
		bool takes_a = i < a_count && (k == b_count || a[i]->id <= b[k]->id);
		bool takes_b = k < b_count && (i == a_count || b[k]->id <= a[i]->id);
		parts[count++] = takes_a ? a[i] : b[k];
		i += takes_a;
		k += takes_b;
	}
	for (size_t i = 0; i < a_count; i++)
		if (has_part(right, op, term_not(terms, a[i])))
			return term_truth(terms, final == TERM_TRUE);
	return count == 1 ? parts[0] : term_with(terms, op, 0, parts, count);
}

const struct term *term_and(struct terms *terms, const struct term *left, const struct term *right)
{
	return joined(terms, TERM_AND, left, right);
}

const struct term *term_or(struct terms *terms, const struct term *left, const struct term *right)
{
	/* what both ask for is asked once, so that the arms of a branch join again */
	if (left->op == TERM_AND && has_part(left, TERM_AND, right))
		return right;
	if (right->op == TERM_AND && has_part(right, TERM_AND, left))
		return left;
	const struct term *common = term_truth(terms, true), *a = common, *b = common;
	const struct term *const *parts = left->op == TERM_AND ? left->parts : &left;
	size_t count = left->op == TERM_AND ? left->count : 1;
	for (size_t i = 0; i < count; i++) {
		if (has_part(right, TERM_AND, parts[i]))
			common = term_and(terms, common, parts[i]);
		else
			a = term_and(terms, a, parts[i]);
	}
	if (common->op == TERM_TRUE)
		return joined(terms, TERM_OR, left, right);
	parts = right->op == TERM_AND ? right->parts : &right;
	count = right->op == TERM_AND ? right->count : 1;
	for (size_t i = 0; i < count; i++)
		if (!has_part(common, TERM_AND, parts[i]))
			b = term_and(terms, b, parts[i]);
	return term_and(terms, common, term_or(terms, a, b));
}

const struct term *term_of_condition(struct terms *terms, const struct term *condition)
{
	return term_choice(terms, condition, term_number(terms, 1), zero(terms));
}

const struct term *term_is_set(struct terms *terms, const struct term *number)
{
	return term_not(terms, term_equal(terms, number, zero(terms)));
}
