/* The range of a term, from the ranges of its parts: bounds that certainly hold, not always the nearest. */
#include "analyzer/solver/term_table.h"

/* INT64_MIN and INT64_MAX are without end, and stay so. */
static int64_t add_low(int64_t a, int64_t b)
{
	int64_t sum;
	if (a == INT64_MIN || b == INT64_MIN)
		return INT64_MIN;
	return __builtin_add_overflow(a, b, &sum) ? (a < 0 ? INT64_MIN : INT64_MAX - 1) : sum;
}

static int64_t add_high(int64_t a, int64_t b)
{
	int64_t sum;
	if (a == INT64_MAX || b == INT64_MAX)
		return INT64_MAX;
	return __builtin_add_overflow(a, b, &sum) ? (a < 0 ? INT64_MIN + 1 : INT64_MAX) : sum;
}

static bool is_open(int64_t bound)
{
	return bound == INT64_MIN || bound == INT64_MAX;
}

/* A corner of a product; without end times zero is zero: the other bound is reached. */
static int64_t corner(int64_t a, int64_t b)
{
	int64_t product;
	if (!a || !b)
		return 0;
	bool is_minus = (a < 0) != (b < 0);
	if (is_open(a) || is_open(b) || __builtin_mul_overflow(a, b, &product))
		return is_minus ? INT64_MIN : INT64_MAX;
	return product;
}

static void range_product(
	int64_t a_low, int64_t a_high, int64_t b_low, int64_t b_high, int64_t *low, int64_t *high)
{
	const int64_t corners[4] = {
		corner(a_low, b_low), corner(a_low, b_high), corner(a_high, b_low), corner(a_high, b_high)};
	*low = INT64_MAX;
	*high = INT64_MIN;
	for (int i = 0; i < 4; i++) {
		*low = corners[i] < *low ? corners[i] : *low;
		*high = corners[i] > *high ? corners[i] : *high;
	}
}

static void range_sum(struct term *term)
{
	term->low = term->high = term->constant;
	for (size_t i = 0; i < term->count; i++) {
		int64_t low, high, factor = term->factors[i];
		range_product(term->parts[i]->low, term->parts[i]->high, factor, factor, &low, &high);
		term->low = add_low(term->low, low);
		term->high = add_high(term->high, high);
	}
}

static int64_t floored(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static void range_quotient(struct term *term)
{
	const struct term *a = term->parts[0], *b = term->parts[1];
	term->low = INT64_MIN;
	term->high = INT64_MAX;
	if (b->low <= 0)
		return;
	if (a->low >= 0) {
		term->low = b->high == INT64_MAX ? 0 : a->low / b->high;
		term->high = a->high == INT64_MAX ? INT64_MAX : a->high / b->low;
	} else if (b->low == b->high) {
		term->low = a->low == INT64_MIN ? INT64_MIN : floored(a->low, b->low);
		term->high = a->high == INT64_MAX ? INT64_MAX : floored(a->high, b->low);
	}
}

static void range_wrap(struct term *term)
{
	term->high = (int64_t)(UINT64_MAX >> (64 - term->bits + (term->is_signed || term->bits == 64)));
	term->low = term->is_signed ? -term->high - 1 : 0;
	/* of 64 bits without a sign, what is above has no number here */
	if (term->bits == 64)
		term->high = INT64_MAX;
}

void term_set_range(struct term *term)
{
	switch (term->op) {
	case TERM_NUMBER: term->low = term->high = term->constant; break;
	case TERM_UNKNOWN:
		term->low = term->unknown->low;
		term->high = term->unknown->high;
		break;
	case TERM_SUM: range_sum(term); break;
	case TERM_PRODUCT:
		range_product(term->parts[0]->low, term->parts[0]->high, term->parts[1]->low,
			term->parts[1]->high, &term->low, &term->high);
		if (term->parts[0] == term->parts[1] && term->low < 0)
			term->low = 0;
		break;
	case TERM_QUOTIENT: range_quotient(term); break;
	case TERM_REST:
		term->low = 0;
		term->high = term->constant - 1;
		break;
	case TERM_WRAP: range_wrap(term); break;
	case TERM_CHOICE:
		term->low =
			term->parts[1]->low < term->parts[2]->low ? term->parts[1]->low : term->parts[2]->low;
		term->high = term->parts[1]->high > term->parts[2]->high ? term->parts[1]->high
									 : term->parts[2]->high;
		break;
	default: term->low = 0; term->high = 1;
	}
}

void term_narrow(const struct term *product, int64_t low, int64_t high)
{
	struct term *term = (struct term *)(uintptr_t)product;
	if (term->op != TERM_PRODUCT)
		return;
	term->low = low > term->low ? low : term->low;
	term->high = high < term->high ? high : term->high;
}
