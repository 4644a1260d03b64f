/* Terms under given numbers: their value, and copies with other unknowns. */
#include "analyzer/solver/term_table.h"
#include "analyzer/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- values ----------------------------------------------------------------------------------- */

struct known {
	int64_t number;
	char state; /* 0: not looked at, 1: known, 2: can't be told */
};

struct valuation {
	term_given *given;
	void *context;
	struct known *known; /* by id */
};

static bool value_of(struct valuation *valuation, const struct term *term, int64_t *out);

static bool sum_value(struct valuation *valuation, const struct term *term, int64_t *out)
{
	int64_t sum = term->constant, part;
	for (size_t i = 0; i < term->count; i++)
		if (!value_of(valuation, term->parts[i], &part) ||
			__builtin_mul_overflow(part, term->factors[i], &part) ||
			__builtin_add_overflow(sum, part, &sum))
			return false;
	*out = sum;
	return true;
}

static bool wrapped(const struct term *term, int64_t number, int64_t *out)
{
	if (term->bits == 64) {
		*out = number;
		return term->is_signed || number >= 0;
	}
	uint64_t kept = (uint64_t)number & (UINT64_MAX >> (64 - term->bits));
	bool is_minus = term->is_signed && kept >> (term->bits - 1) & 1;
	*out = (int64_t)(is_minus ? kept | UINT64_MAX << (term->bits - 1) : kept);
	return true;
}

/* Rounded so that the rest isn't negative; the divisor is positive in all that is asked. */
static bool divided(int64_t a, int64_t b, int64_t *quotient)
{
	if (b <= 0)
		return false;
	*quotient = a / b - (a % b < 0);
	return true;
}

static bool joined_value(struct valuation *valuation, const struct term *term, int64_t *out)
{
	bool is_and = term->op == TERM_AND, is_told = true;
	for (size_t i = 0; i < term->count; i++) {
		int64_t part;
		if (!value_of(valuation, term->parts[i], &part)) {
			is_told = false;
		} else if ((part != 0) != is_and) {
			*out = !is_and;
			return true;
		}
	}
	*out = is_and;
	return is_told;
}

static bool compute(struct valuation *valuation, const struct term *term, int64_t *out)
{
	int64_t a, b;
	switch (term->op) {
	case TERM_NUMBER: *out = term->constant; return true;
	case TERM_TRUE: *out = 1; return true;
	case TERM_FALSE: *out = 0; return true;
	case TERM_UNKNOWN:
	case TERM_CONDITION: return valuation->given(valuation->context, term->unknown, out);
	case TERM_SUM: return sum_value(valuation, term, out);
	case TERM_AND:
	case TERM_OR: return joined_value(valuation, term, out);
	default: break;
	}
	if (!value_of(valuation, term->parts[0], &a))
		return false;
	switch (term->op) {
	case TERM_CHOICE: return value_of(valuation, term->parts[a ? 1 : 2], out);
	case TERM_PRODUCT:
		return value_of(valuation, term->parts[1], &b) && !__builtin_mul_overflow(a, b, out);
	case TERM_QUOTIENT: return value_of(valuation, term->parts[1], &b) && divided(a, b, out);
	case TERM_REST:
		*out = a % term->constant + (a % term->constant < 0 ? term->constant : 0);
		return true;
	case TERM_WRAP: return wrapped(term, a, out);
	case TERM_IS_ZERO: *out = a == 0; return true;
	case TERM_IS_LOW: *out = a <= 0; return true;
	default: *out = !a; return true;
	}
}

static bool value_of(struct valuation *valuation, const struct term *term, int64_t *out)
{
	struct known *known = &valuation->known[term->id];
	if (!known->state)
		known->state = compute(valuation, term, &known->number) ? 1 : 2;
	*out = known->number;
	return known->state == 1;
}

bool term_value(
	struct arena *arena, const struct term *term, term_given *given, void *context, int64_t *value)
{
	(void)arena;
	struct valuation valuation = {given, context, memory_array(term->id + 1, sizeof(struct known))};
	bool is_told = value_of(&valuation, term, value);
	free(valuation.known);
	return is_told;
}

/* ---- copies ----------------------------------------------------------------------------------- */

static const struct term **slot(struct arena *arena, struct term_memo *memo, const struct term *term)
{
	if (term->id >= memo->room) {
		size_t room = memo->room ? memo->room : 256;
		while (room <= term->id)
			room *= 2;
		uint32_t *index = ARENA_ARRAY(arena, uint32_t, room);
		if (memo->room)
			memcpy(index, memo->index, memo->room * sizeof *index);
		memo->index = index;
		memo->room = room;
	}
	if (!memo->index[term->id]) {
		vec_push(arena, &memo->from, term);
		vec_push(arena, &memo->to, NULL);
		memo->index[term->id] = (uint32_t)memo->to.count;
	}
	return &memo->to.data[memo->index[term->id] - 1];
}

static const struct term *made_anew(
	struct terms *terms, const struct term *term, const struct term *const *parts)
{
	const struct term *out;
	switch (term->op) {
	case TERM_SUM:
		out = term_number(terms, term->constant);
		for (size_t i = 0; i < term->count; i++)
			out = term_add(terms, out, parts[i], term->factors[i]);
		return out;
	case TERM_PRODUCT: return term_multiply(terms, parts[0], parts[1]);
	case TERM_QUOTIENT:
		if (parts[0]->low >= 0)
			return term_divide(terms, parts[0], parts[1]);
		return term_with(terms, TERM_QUOTIENT, 0, parts, 2);
	case TERM_REST:
		if (parts[0]->low >= 0)
			return term_remainder(terms, parts[0], term_number(terms, term->constant));
		return term_with(terms, TERM_REST, term->constant, parts, 1);
	case TERM_WRAP: return term_wrap(terms, parts[0], term->bits, term->is_signed);
	case TERM_CHOICE: return term_choice(terms, parts[0], parts[1], parts[2]);
	case TERM_IS_ZERO: return term_equal(terms, parts[0], term_number(terms, 0));
	case TERM_IS_LOW: return term_at_most(terms, parts[0], term_number(terms, 0));
	case TERM_NOT: return term_not(terms, parts[0]);
	default: break;
	}
	out = term_truth(terms, term->op == TERM_AND);
	for (size_t i = 0; i < term->count; i++)
		out = (term->op == TERM_AND ? term_and : term_or)(terms, out, parts[i]);
	return out;
}

const struct term *term_copy(struct terms *terms, const struct term *term, term_replace *replace,
	void *context, struct term_memo *memo)
{
	if (term->op == TERM_NUMBER || term->op == TERM_TRUE || term->op == TERM_FALSE)
		return term;
	const struct term *known = *slot(terms->arena, memo, term);
	if (known)
		return known;
	const struct term *out = term;
	if (term->unknown) {
		const struct term *other = replace(context, term->unknown);
		out = other ? other : term;
	} else {
		const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, term->count);
		bool differs = false;
		for (size_t i = 0; i < term->count; i++) {
			parts[i] = term_copy(terms, term->parts[i], replace, context, memo);
			differs |= parts[i] != term->parts[i];
		}
		if (differs)
			out = made_anew(terms, term, parts);
	}
	*slot(terms->arena, memo, term) = out;
	return out;
}

/* ---- what is in terms ------------------------------------------------------------------------- */

static void gather(struct arena *arena, const struct term *term, bool *seen, term_list *out)
{
	if (seen[term->id])
		return;
	seen[term->id] = true;
	for (size_t i = 0; i < term->count; i++)
		gather(arena, term->parts[i], seen, out);
	vec_push(arena, out, term);
}

void term_gather(struct arena *arena, const term_list *roots, term_list *out)
{
	uint32_t last = 0;
	for (size_t i = 0; i < roots->count; i++)
		last = roots->data[i]->id > last ? roots->data[i]->id : last;
	bool *seen = memory_array(last + 1, sizeof *seen);
	for (size_t i = 0; i < roots->count; i++)
		gather(arena, roots->data[i], seen, out);
	free(seen);
}

static bool mentions(const struct term *term, const struct term_unknown *unknown, bool *seen)
{
	if (seen[term->id])
		return false;
	seen[term->id] = true;
	if (term->unknown == unknown)
		return true;
	for (size_t i = 0; i < term->count; i++)
		if (mentions(term->parts[i], unknown, seen))
			return true;
	return false;
}

bool term_mentions(const struct term *term, const struct term_unknown *unknown)
{
	bool *seen = memory_array(term->id + 1, sizeof *seen);
	bool found = mentions(term, unknown, seen);
	free(seen);
	return found;
}
