/* Formulas in their one form. */
#include "analyzer/formula/formula_form.h"

#include <math.h>
#include <string.h>

/* A factor or number above this makes a formula that nobody wants to read. */
static const int64_t MOST = (int64_t)1 << 40;

int64_t formula_common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

const struct formula *formula_number(struct arena *arena, int64_t number, int64_t divisor)
{
	struct formula *out = ARENA_NEW(arena, struct formula);
	int64_t shared = formula_common_divisor(number, divisor);
	out->op = FORMULA_NUMBER;
	out->number = number / shared;
	out->divisor = divisor / shared;
	return out;
}

const struct formula *formula_size(struct arena *arena, unsigned size)
{
	struct formula *out = ARENA_NEW(arena, struct formula);
	out->op = FORMULA_SIZE;
	out->size = size;
	out->divisor = 1;
	return out;
}

const struct formula *formula_made(struct arena *arena, enum formula_op op, int64_t divisor,
	const struct formula *const *parts, size_t count)
{
	struct formula *out = ARENA_NEW(arena, struct formula);
	const struct formula **own = ARENA_ARRAY(arena, const struct formula *, count + 1);
	memcpy(own, parts, count * sizeof *own);
	out->op = op;
	out->divisor = divisor;
	out->parts = own;
	out->count = count;
	return out;
}

/* An order that equal formulas are equal in. */
static int compare(const struct formula *left, const struct formula *right)
{
	if (left->op != right->op)
		return left->op < right->op ? -1 : 1;
	if (left->op == FORMULA_SIZE)
		return left->size < right->size ? -1 : left->size > right->size;
	if (left->divisor != right->divisor)
		return left->divisor < right->divisor ? -1 : 1;
	if (left->number != right->number)
		return left->number < right->number ? -1 : 1;
	for (size_t i = 0; i < left->count && i < right->count; i++) {
		int order = compare(left->parts[i], right->parts[i]);
		if (order)
			return order;
	}
	return left->count < right->count ? -1 : left->count > right->count;
}

bool formula_same(const struct formula *left, const struct formula *right)
{
	return compare(left, right) == 0;
}

bool formula_is_number(const struct formula *formula, int64_t number)
{
	return formula->op == FORMULA_NUMBER && formula->divisor == 1 && formula->number == number;
}

bool formula_mentions(const struct formula *formula, unsigned size)
{
	bool found = formula->op == FORMULA_SIZE && formula->size == size;
	for (size_t i = 0; i < formula->count && !found; i++)
		found = formula_mentions(formula->parts[i], size);
	return found;
}

/* ---- sums ------------------------------------------------------------------------------------- */

static bool is_small(int64_t number)
{
	return number < MOST && number > -MOST;
}

static void reduce(struct monomial *term)
{
	int64_t shared = formula_common_divisor(term->number, term->divisor);
	term->number /= shared;
	term->divisor /= shared;
}

/* A product, a number or something else as such a term. */
void monomial_read(const struct formula *formula, struct monomial *out)
{
	*out = (struct monomial){.number = 1, .divisor = 1};
	if (formula->op == FORMULA_NUMBER) {
		out->number = formula->number;
		out->divisor = formula->divisor;
		return;
	}
	bool is_product = formula->op == FORMULA_PRODUCT;
	for (size_t i = 0; i < (is_product ? formula->count : 1); i++) {
		const struct formula *part = is_product ? formula->parts[i] : formula;
		if (part->op == FORMULA_NUMBER) {
			out->number = part->number;
			out->divisor = part->divisor;
		} else {
			out->factors[out->count++] = part;
		}
	}
}

const struct formula *monomial_write(struct arena *arena, const struct monomial *term)
{
	const struct formula *parts[MOST_PARTS + 1];
	size_t count = 0;
	if (term->number == 0 || term->count == 0)
		return formula_number(arena, term->number, term->divisor);
	if (term->number != 1 || term->divisor != 1)
		parts[count++] = formula_number(arena, term->number, term->divisor);
	for (size_t i = 0; i < term->count; i++)
		parts[count++] = term->factors[i];
	return count == 1 ? parts[0] : formula_made(arena, FORMULA_PRODUCT, 1, parts, count);
}

bool monomial_same_factors(const struct monomial *left, const struct monomial *right)
{
	bool same = left->count == right->count;
	for (size_t i = 0; same && i < left->count; i++)
		same = formula_same(left->factors[i], right->factors[i]);
	return same;
}

/* How a term is placed in a sum: more factors first, numbers last. */
static int compare_terms(const struct formula *left, const struct formula *right)
{
	struct monomial a, b;
	monomial_read(left, &a);
	monomial_read(right, &b);
	if (a.count != b.count)
		return a.count > b.count ? -1 : 1;
	for (size_t i = 0; i < a.count; i++) {
		int order = compare(a.factors[i], b.factors[i]);
		if (order)
			return order;
	}
	return 0;
}

void sum_add(struct sum *sum, const struct formula *formula)
{
	struct monomial own, there;
	if (formula->op == FORMULA_SUM) {
		for (size_t i = 0; i < formula->count; i++)
			sum_add(sum, formula->parts[i]);
		return;
	}
	monomial_read(formula, &own);
	for (size_t i = 0; i < sum->count; i++) {
		monomial_read(sum->terms[i], &there);
		if (!monomial_same_factors(&own, &there))
			continue;
		there.number = there.number * own.divisor + own.number * there.divisor;
		there.divisor *= own.divisor;
		reduce(&there);
		sum->failed |= !is_small(there.number) || !is_small(there.divisor);
		sum->terms[i] = monomial_write(sum->arena, &there);
		if (there.number == 0)
			sum->terms[i] = sum->terms[--sum->count];
		return;
	}
	if (own.number == 0)
		return;
	sum->failed |= sum->count == MOST_PARTS;
	if (!sum->failed)
		sum->terms[sum->count++] = formula;
}

const struct formula *sum_end(struct sum *sum)
{
	for (size_t i = 1; i < sum->count; i++) {
		const struct formula *term = sum->terms[i];
		size_t at = i;
		for (; at > 0 && compare_terms(term, sum->terms[at - 1]) < 0; at--)
			sum->terms[at] = sum->terms[at - 1];
		sum->terms[at] = term;
	}
	if (sum->failed)
		return NULL;
	if (sum->count == 0)
		return formula_number(sum->arena, 0, 1);
	return sum->count == 1 ? sum->terms[0]
			       : formula_made(sum->arena, FORMULA_SUM, 1, sum->terms, sum->count);
}

const struct formula *formula_add(
	struct arena *arena, const struct formula *left, const struct formula *right)
{
	struct sum sum = {.arena = arena};
	if (!left || !right)
		return NULL;
	sum_add(&sum, left);
	sum_add(&sum, right);
	return sum_end(&sum);
}

static const struct formula *multiply_terms(
	struct arena *arena, const struct formula *left, const struct formula *right)
{
	struct monomial a, b;
	monomial_read(left, &a);
	monomial_read(right, &b);
	if (a.count + b.count > MOST_PARTS)
		return NULL;
	int64_t shared = formula_common_divisor(a.number, b.divisor);
	a.number /= shared;
	b.divisor /= shared;
	shared = formula_common_divisor(b.number, a.divisor);
	b.number /= shared;
	a.divisor /= shared;
	if (__builtin_mul_overflow(a.number, b.number, &a.number) ||
		__builtin_mul_overflow(a.divisor, b.divisor, &a.divisor) || !is_small(a.number) ||
		!is_small(a.divisor))
		return NULL;
	for (size_t i = 0; i < b.count; i++) {
		size_t at = a.count++;
		for (; at > 0 && compare(b.factors[i], a.factors[at - 1]) < 0; at--)
			a.factors[at] = a.factors[at - 1];
		a.factors[at] = b.factors[i];
	}
	return monomial_write(arena, &a);
}

const struct formula *formula_multiply(
	struct arena *arena, const struct formula *left, const struct formula *right)
{
	struct sum sum = {.arena = arena};
	if (!left || !right)
		return NULL;
	bool left_sum = left->op == FORMULA_SUM, right_sum = right->op == FORMULA_SUM;
	for (size_t i = 0; i < (left_sum ? left->count : 1); i++)
		for (size_t k = 0; k < (right_sum ? right->count : 1); k++) {
			const struct formula *term = multiply_terms(
				arena, left_sum ? left->parts[i] : left, right_sum ? right->parts[k] : right);
			if (!term)
				return NULL;
			sum_add(&sum, term);
		}
	return sum_end(&sum);
}

const struct formula *formula_scale(
	struct arena *arena, const struct formula *formula, int64_t number, int64_t divisor)
{
	return formula_multiply(arena, formula_number(arena, number, divisor), formula);
}

/* ---- rounding --------------------------------------------------------------------------------- */

static const struct formula *rounded(
	struct arena *arena, enum formula_op op, const struct formula *part, int64_t divisor)
{
	if (!part || divisor == 1)
		return part;
	if (part->op == FORMULA_NUMBER && part->divisor == 1) {
		int64_t down = part->number / divisor - (part->number % divisor < 0);
		return formula_number(arena, down + (op == FORMULA_CEIL && part->number % divisor != 0), 1);
	}
	return formula_made(arena, op, divisor, &part, 1);
}

const struct formula *formula_ceil(struct arena *arena, const struct formula *part, int64_t divisor)
{
	return rounded(arena, FORMULA_CEIL, part, divisor);
}

/* (n + 255) / 256 is what ceil(n / 256) is. */
const struct formula *formula_floor(struct arena *arena, const struct formula *part, int64_t divisor)
{
	if (part && part->op == FORMULA_SUM && divisor > 1) {
		const struct formula *last = part->parts[part->count - 1];
		if (last->op == FORMULA_NUMBER && last->divisor == 1 && last->number == divisor - 1)
			return formula_ceil(arena,
				formula_add(arena, part, formula_number(arena, 1 - divisor, 1)), divisor);
	}
	return rounded(arena, FORMULA_FLOOR, part, divisor);
}

const struct formula *formula_rest(struct arena *arena, const struct formula *part, int64_t divisor)
{
	return part && part->op != FORMULA_NUMBER ? formula_made(arena, FORMULA_REST, divisor, &part, 1)
						  : NULL;
}

static const struct formula *extreme(
	struct arena *arena, enum formula_op op, const struct formula *left, const struct formula *right)
{
	if (!left || !right)
		return NULL;
	int order = compare(left, right);
	const struct formula *const parts[2] = {order > 0 ? right : left, order > 0 ? left : right};
	return order == 0 ? left : formula_made(arena, op, 1, parts, 2);
}

const struct formula *formula_min(
	struct arena *arena, const struct formula *left, const struct formula *right)
{
	return extreme(arena, FORMULA_MIN, left, right);
}

const struct formula *formula_max(
	struct arena *arena, const struct formula *left, const struct formula *right)
{
	return extreme(arena, FORMULA_MAX, left, right);
}

/* ---- values ----------------------------------------------------------------------------------- */

/* Whole numbers are multiplied before anything is divided, so that a whole result is exact. */
static double product_value(const struct formula *formula, const int64_t *sizes)
{
	double value = 1, divisor = 1;
	for (size_t i = 0; i < formula->count; i++) {
		const struct formula *part = formula->parts[i];
		value *= part->op == FORMULA_NUMBER ? (double)part->number : formula_value(part, sizes);
		divisor *= part->op == FORMULA_NUMBER ? (double)part->divisor : 1;
	}
	return value / divisor;
}

/* Terms with one divisor are added up before they are divided. */
static double sum_value(const struct formula *formula, const int64_t *sizes)
{
	double value = 0, shared = 1;
	for (size_t i = 0; i < formula->count; i++) {
		const struct formula *part = formula->parts[i];
		const struct formula *number = part->op == FORMULA_PRODUCT ? part->parts[0] : part;
		int64_t divisor = number->op == FORMULA_NUMBER ? number->divisor : 1;
		shared = shared / (double)formula_common_divisor((int64_t)shared, divisor) * (double)divisor;
	}
	for (size_t i = 0; i < formula->count; i++) {
		const struct formula *part = formula->parts[i];
		const struct formula *number = part->op == FORMULA_PRODUCT ? part->parts[0] : part;
		if (number->op != FORMULA_NUMBER) {
			value += formula_value(part, sizes) * shared;
			continue;
		}
		double term = (double)number->number * (shared / (double)number->divisor);
		for (size_t k = 1; part->op == FORMULA_PRODUCT && k < part->count; k++)
			term *= formula_value(part->parts[k], sizes);
		value += term;
	}
	return value / shared;
}

double formula_value(const struct formula *formula, const int64_t *sizes)
{
	switch (formula->op) {
	case FORMULA_NUMBER: return (double)formula->number / (double)formula->divisor;
	case FORMULA_SIZE: return (double)sizes[formula->size];
	case FORMULA_SUM: return sum_value(formula, sizes);
	case FORMULA_PRODUCT: return product_value(formula, sizes);
	case FORMULA_CEIL: return ceil(formula_value(formula->parts[0], sizes) / (double)formula->divisor);
	case FORMULA_FLOOR: return floor(formula_value(formula->parts[0], sizes) / (double)formula->divisor);
	case FORMULA_REST: {
		double value = formula_value(formula->parts[0], sizes), divisor = (double)formula->divisor;
		return value - divisor * floor(value / divisor);
	}
	case FORMULA_MIN:
		return fmin(formula_value(formula->parts[0], sizes), formula_value(formula->parts[1], sizes));
	case FORMULA_MAX:
		return fmax(formula_value(formula->parts[0], sizes), formula_value(formula->parts[1], sizes));
	}
	return 0;
}
