/* Formulas in their one form. */
#include "analyzer/formula/formula.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A factor or number above this makes a formula that nobody wants to read. */
static const int64_t MOST = (int64_t)1 << 40;

enum { MOST_PARTS = 64 };

static int64_t common_divisor(int64_t a, int64_t b)
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
	int64_t shared = common_divisor(number, divisor);
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

static const struct formula *made(struct arena *arena, enum formula_op op, int64_t divisor,
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

/* A term of a sum: number / divisor times the factors, which are ordered. */
struct monomial {
	int64_t number, divisor;
	const struct formula *factors[MOST_PARTS];
	size_t count;
};

static bool is_small(int64_t number)
{
	return number < MOST && number > -MOST;
}

static void reduce(struct monomial *term)
{
	int64_t shared = common_divisor(term->number, term->divisor);
	term->number /= shared;
	term->divisor /= shared;
}

/* A product, a number or something else as such a term. */
static void read_monomial(const struct formula *formula, struct monomial *out)
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

static const struct formula *write_monomial(struct arena *arena, const struct monomial *term)
{
	const struct formula *parts[MOST_PARTS + 1];
	size_t count = 0;
	if (term->number == 0 || term->count == 0)
		return formula_number(arena, term->number, term->divisor);
	if (term->number != 1 || term->divisor != 1)
		parts[count++] = formula_number(arena, term->number, term->divisor);
	for (size_t i = 0; i < term->count; i++)
		parts[count++] = term->factors[i];
	return count == 1 ? parts[0] : made(arena, FORMULA_PRODUCT, 1, parts, count);
}

static bool same_factors(const struct monomial *left, const struct monomial *right)
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
	read_monomial(left, &a);
	read_monomial(right, &b);
	if (a.count != b.count)
		return a.count > b.count ? -1 : 1;
	for (size_t i = 0; i < a.count; i++) {
		int order = compare(a.factors[i], b.factors[i]);
		if (order)
			return order;
	}
	return 0;
}

struct sum {
	struct arena *arena;
	const struct formula *terms[MOST_PARTS];
	size_t count;
	bool failed;
};

static void sum_add(struct sum *sum, const struct formula *formula)
{
	struct monomial own, there;
	if (formula->op == FORMULA_SUM) {
		for (size_t i = 0; i < formula->count; i++)
			sum_add(sum, formula->parts[i]);
		return;
	}
	read_monomial(formula, &own);
	for (size_t i = 0; i < sum->count; i++) {
		read_monomial(sum->terms[i], &there);
		if (!same_factors(&own, &there))
			continue;
		there.number = there.number * own.divisor + own.number * there.divisor;
		there.divisor *= own.divisor;
		reduce(&there);
		sum->failed |= !is_small(there.number) || !is_small(there.divisor);
		sum->terms[i] = write_monomial(sum->arena, &there);
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

static const struct formula *sum_end(struct sum *sum)
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
	return sum->count == 1 ? sum->terms[0] : made(sum->arena, FORMULA_SUM, 1, sum->terms, sum->count);
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
	read_monomial(left, &a);
	read_monomial(right, &b);
	if (a.count + b.count > MOST_PARTS)
		return NULL;
	int64_t shared = common_divisor(a.number, b.divisor);
	a.number /= shared;
	b.divisor /= shared;
	shared = common_divisor(b.number, a.divisor);
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
	return write_monomial(arena, &a);
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
	return made(arena, op, divisor, &part, 1);
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
	return part && part->op != FORMULA_NUMBER ? made(arena, FORMULA_REST, divisor, &part, 1) : NULL;
}

static const struct formula *extreme(
	struct arena *arena, enum formula_op op, const struct formula *left, const struct formula *right)
{
	if (!left || !right)
		return NULL;
	int order = compare(left, right);
	const struct formula *const parts[2] = {order > 0 ? right : left, order > 0 ? left : right};
	return order == 0 ? left : made(arena, op, 1, parts, 2);
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
		shared = shared / (double)common_divisor((int64_t)shared, divisor) * (double)divisor;
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

/* ---- for people ------------------------------------------------------------------------------- */

static bool take_factor(struct monomial *term, const struct formula *factor)
{
	for (size_t i = 0; i < term->count; i++)
		if (formula_same(term->factors[i], factor)) {
			memmove(&term->factors[i], &term->factors[i + 1],
				(term->count - i - 1) * sizeof *term->factors);
			term->count--;
			return true;
		}
	return false;
}

/* Without the factors of `common` and its number. */
static const struct formula *without(
	struct arena *arena, const struct formula *sum, const struct monomial *common)
{
	const struct formula *terms[MOST_PARTS];
	for (size_t i = 0; i < sum->count; i++) {
		struct monomial term;
		read_monomial(sum->parts[i], &term);
		for (size_t k = 0; k < common->count; k++)
			take_factor(&term, common->factors[k]);
		term.number = term.number * (common->divisor / term.divisor) / common->number;
		term.divisor = 1;
		terms[i] = write_monomial(arena, &term);
	}
	return made(arena, FORMULA_SUM, 1, terms, sum->count);
}

/* size * first + rest with rest = number * first is (size + number) * first. NULL: it isn't so. */
static const struct formula *split_size(struct arena *arena, const struct formula *formula, unsigned size)
{
	const struct formula *own = formula_size(arena, size);
	struct sum first = {.arena = arena}, rest = {.arena = arena};
	for (size_t i = 0; i < formula->count; i++) {
		struct monomial term;
		read_monomial(formula->parts[i], &term);
		bool has = take_factor(&term, own);
		if (take_factor(&term, own))
			return NULL;
		sum_add(has ? &first : &rest, write_monomial(arena, &term));
	}
	if (!first.count || first.count != rest.count || first.count < 2)
		return NULL;
	const struct formula *left = sum_end(&first), *right = sum_end(&rest);
	struct monomial a, b;
	read_monomial(left->parts[0], &a);
	read_monomial(right->parts[0], &b);
	if (a.divisor != 1 || b.divisor != 1 || b.number % a.number != 0 || !same_factors(&a, &b))
		return NULL;
	int64_t number = b.number / a.number;
	if (!formula_same(formula_scale(arena, left, number, 1), right))
		return NULL;
	const struct formula *const parts[2] = {
		formula_add(arena, own, formula_number(arena, number, 1)), formula_factored(arena, left)};
	return made(arena, FORMULA_PRODUCT, 1, parts, 2);
}

const struct formula *formula_factored(struct arena *arena, const struct formula *formula)
{
	struct monomial common, term;
	if (formula->op != FORMULA_SUM)
		return formula;
	for (unsigned size = 0; size < FORMULA_MOST_SIZES; size++) {
		const struct formula *split = split_size(arena, formula, size);
		if (split)
			return split;
	}
	read_monomial(formula->parts[0], &common);
	int64_t shared = 0, divisor = 1;
	for (size_t i = 0; i < formula->count; i++) {
		read_monomial(formula->parts[i], &term);
		divisor = divisor / common_divisor(divisor, term.divisor) * term.divisor;
	}
	for (size_t i = 0; i < formula->count; i++) {
		struct monomial kept = {.number = 1, .divisor = 1};
		read_monomial(formula->parts[i], &term);
		shared = common_divisor(shared, term.number * (divisor / term.divisor));
		for (size_t k = 0; k < common.count; k++)
			if (take_factor(&term, common.factors[k]))
				kept.factors[kept.count++] = common.factors[k];
		common = kept;
	}
	common.number = llabs(shared);
	common.divisor = divisor;
	if (!common.count && divisor == 1)
		return formula;
	const struct formula *parts[MOST_PARTS + 1];
	size_t count = 0;
	if (common.number != 1 || divisor != 1)
		parts[count++] = formula_number(arena, common.number, divisor);
	for (size_t i = 0; i < common.count; i++)
		parts[count++] = common.factors[i];
	parts[count++] = without(arena, formula, &common);
	return made(arena, FORMULA_PRODUCT, 1, parts, count);
}

static bool is_plain(const struct formula *formula)
{
	bool plain = formula->op <= FORMULA_PRODUCT;
	for (size_t i = 0; i < formula->count && plain; i++)
		plain = is_plain(formula->parts[i]);
	return plain;
}

/* An extent in a rounding is read as one. */
size_t formula_length(const struct formula *formula)
{
	bool is_rounded = formula->op == FORMULA_CEIL || formula->op == FORMULA_FLOOR;
	size_t length = formula->op > FORMULA_PRODUCT || formula->op == FORMULA_SIZE;
	if (is_rounded && is_plain(formula->parts[0]))
		return 1;
	for (size_t i = 0; i < formula->count; i++)
		length += formula_length(formula->parts[i]);
	return length;
}

/* The formula without rounding; NULL: with minima or maxima. */
static const struct formula *smooth(struct arena *arena, const struct formula *formula)
{
	const struct formula *out = NULL;
	switch (formula->op) {
	case FORMULA_NUMBER:
	case FORMULA_SIZE: return formula;
	case FORMULA_CEIL:
	case FORMULA_FLOOR:
		out = smooth(arena, formula->parts[0]);
		return out ? formula_scale(arena, out, 1, formula->divisor) : NULL;
	case FORMULA_SUM:
	case FORMULA_PRODUCT:
		out = formula_number(arena, formula->op == FORMULA_PRODUCT, 1);
		for (size_t i = 0; i < formula->count; i++) {
			const struct formula *part = smooth(arena, formula->parts[i]);
			out = formula->op == FORMULA_SUM ? formula_add(arena, out, part)
							 : formula_multiply(arena, out, part);
		}
		return out;
	case FORMULA_REST:
	case FORMULA_MIN:
	case FORMULA_MAX: return NULL;
	}
	return out;
}

const struct formula *formula_leading(struct arena *arena, const struct formula *formula)
{
	const struct formula *all = smooth(arena, formula);
	struct sum sum = {.arena = arena};
	if (!all || all->op != FORMULA_SUM)
		return all;
	size_t most = 0;
	struct monomial term;
	for (size_t i = 0; i < all->count; i++) {
		read_monomial(all->parts[i], &term);
		most = term.count > most ? term.count : most;
	}
	for (size_t i = 0; i < all->count; i++) {
		read_monomial(all->parts[i], &term);
		if (term.count == most)
			sum_add(&sum, all->parts[i]);
	}
	return sum_end(&sum);
}

int formula_degree(struct arena *arena, const struct formula *formula, unsigned size)
{
	const struct formula *all = smooth(arena, formula);
	int most = 0;
	if (!all)
		return -1;
	bool is_sum = all->op == FORMULA_SUM;
	for (size_t i = 0; i < (is_sum ? all->count : 1); i++) {
		struct monomial term;
		int power = 0;
		read_monomial(is_sum ? all->parts[i] : all, &term);
		for (size_t k = 0; k < term.count; k++)
			power += term.factors[k]->op == FORMULA_SIZE && term.factors[k]->size == size;
		most = power > most ? power : most;
	}
	return most;
}

static void print_in(
	struct buffer *out, const struct formula *formula, const char *const *names, bool is_factor);

/* A product; `is_negative`: its sign is written already. */
static void print_product(
	struct buffer *out, const struct formula *formula, const char *const *names, bool is_negative)
{
	bool begun = false;
	int64_t divisor = 1;
	for (size_t i = 0; i < formula->count; i++) {
		const struct formula *part = formula->parts[i];
		if (part->op == FORMULA_NUMBER) {
			int64_t number = is_negative ? -part->number : part->number;
			divisor = part->divisor;
			if (number == -1)
				buffer_printf(out, "-");
			else if (number != 1)
				buffer_printf(out, "%" PRId64, number);
			begun = number != 1 && number != -1;
			continue;
		}
		size_t power = 1;
		while (i + 1 < formula->count && formula_same(part, formula->parts[i + 1])) {
			power++;
			i++;
		}
		buffer_printf(out, "%s", begun ? " x " : "");
		print_in(out, part, names, true);
		if (power > 1)
			buffer_printf(out, "^%zu", power);
		begun = true;
	}
	if (divisor != 1)
		buffer_printf(out, " / %" PRId64, divisor);
}

static bool is_negative(const struct formula *formula)
{
	const struct formula *number = formula->op == FORMULA_PRODUCT ? formula->parts[0] : formula;
	return number->op == FORMULA_NUMBER && number->number < 0;
}

static void print_sum(struct buffer *out, const struct formula *formula, const char *const *names)
{
	for (size_t i = 0; i < formula->count; i++) {
		const struct formula *part = formula->parts[i];
		bool minus = i && is_negative(part);
		buffer_printf(out, "%s", i == 0 ? "" : minus ? " - " : " + ");
		if (part->op == FORMULA_PRODUCT)
			print_product(out, part, names, minus);
		else if (minus)
			buffer_printf(out, "%" PRId64, -part->number);
		else
			print_in(out, part, names, false);
		if (minus && part->op == FORMULA_NUMBER && part->divisor != 1)
			buffer_printf(out, " / %" PRId64, part->divisor);
	}
}

static void print_call(
	struct buffer *out, const char *name, const struct formula *formula, const char *const *names)
{
	buffer_printf(out, "%s(", name);
	bool is_sum = formula->parts[0]->op == FORMULA_SUM && formula->divisor != 1;
	buffer_printf(out, "%s", is_sum ? "(" : "");
	print_in(out, formula->parts[0], names, false);
	buffer_printf(out, "%s", is_sum ? ")" : "");
	if (formula->count == 2) {
		buffer_printf(out, ", ");
		print_in(out, formula->parts[1], names, false);
	} else {
		buffer_printf(out, " / %" PRId64, formula->divisor);
	}
	buffer_printf(out, ")");
}

static void print_in(
	struct buffer *out, const struct formula *formula, const char *const *names, bool is_factor)
{
	switch (formula->op) {
	case FORMULA_NUMBER:
		buffer_printf(out, "%" PRId64, formula->number);
		if (formula->divisor != 1)
			buffer_printf(out, " / %" PRId64, formula->divisor);
		break;
	case FORMULA_SIZE: buffer_printf(out, "%s", names[formula->size]); break;
	case FORMULA_SUM:
		buffer_printf(out, "%s", is_factor ? "(" : "");
		print_sum(out, formula, names);
		buffer_printf(out, "%s", is_factor ? ")" : "");
		break;
	case FORMULA_PRODUCT: print_product(out, formula, names, false); break;
	case FORMULA_CEIL: print_call(out, "ceil", formula, names); break;
	case FORMULA_FLOOR: print_call(out, "floor", formula, names); break;
	case FORMULA_REST:
		buffer_printf(out, "%s", is_factor ? "(" : "");
		print_in(out, formula->parts[0], names, true);
		buffer_printf(out, " mod %" PRId64 "%s", formula->divisor, is_factor ? ")" : "");
		break;
	case FORMULA_MIN: print_call(out, "min", formula, names); break;
	case FORMULA_MAX: print_call(out, "max", formula, names); break;
	}
}

void formula_print(struct buffer *out, const struct formula *formula, const char *const *names)
{
	print_in(out, formula, names, false);
}

const char *formula_text(struct arena *arena, const struct formula *formula, const char *const *names)
{
	struct buffer out = {0};
	formula_print(&out, formula_factored(arena, formula), names);
	const char *text = arena_printf(arena, "%s", out.data ? out.data : "");
	buffer_free(&out);
	return text;
}
