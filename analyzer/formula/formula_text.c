/* Formulas for people: factored, as text; how they grow. */
#include "analyzer/formula/formula_form.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
		monomial_read(sum->parts[i], &term);
		for (size_t k = 0; k < common->count; k++)
			take_factor(&term, common->factors[k]);
		term.number = term.number * (common->divisor / term.divisor) / common->number;
		term.divisor = 1;
		terms[i] = monomial_write(arena, &term);
	}
	return formula_made(arena, FORMULA_SUM, 1, terms, sum->count);
}

/* size * first + rest with rest = number * first is (size + number) * first. NULL: it isn't so. */
static const struct formula *split_size(struct arena *arena, const struct formula *formula, unsigned size)
{
	const struct formula *own = formula_size(arena, size);
	struct sum first = {.arena = arena}, rest = {.arena = arena};
	for (size_t i = 0; i < formula->count; i++) {
		struct monomial term;
		monomial_read(formula->parts[i], &term);
		bool has = take_factor(&term, own);
		if (take_factor(&term, own))
			return NULL;
		sum_add(has ? &first : &rest, monomial_write(arena, &term));
	}
	if (!first.count || first.count != rest.count || first.count < 2)
		return NULL;
	const struct formula *left = sum_end(&first), *right = sum_end(&rest);
	struct monomial a, b;
	monomial_read(left->parts[0], &a);
	monomial_read(right->parts[0], &b);
	if (a.divisor != 1 || b.divisor != 1 || b.number % a.number != 0 || !monomial_same_factors(&a, &b))
		return NULL;
	int64_t number = b.number / a.number;
	if (!formula_same(formula_scale(arena, left, number, 1), right))
		return NULL;
	const struct formula *const parts[2] = {
		formula_add(arena, own, formula_number(arena, number, 1)), formula_factored(arena, left)};
	return formula_made(arena, FORMULA_PRODUCT, 1, parts, 2);
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
	monomial_read(formula->parts[0], &common);
	int64_t shared = 0, divisor = 1;
	for (size_t i = 0; i < formula->count; i++) {
		monomial_read(formula->parts[i], &term);
		divisor = divisor / formula_common_divisor(divisor, term.divisor) * term.divisor;
	}
	for (size_t i = 0; i < formula->count; i++) {
		struct monomial kept = {.number = 1, .divisor = 1};
		monomial_read(formula->parts[i], &term);
		shared = formula_common_divisor(shared, term.number * (divisor / term.divisor));
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
	return formula_made(arena, FORMULA_PRODUCT, 1, parts, count);
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
		monomial_read(all->parts[i], &term);
		most = term.count > most ? term.count : most;
	}
	for (size_t i = 0; i < all->count; i++) {
		monomial_read(all->parts[i], &term);
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
		monomial_read(is_sum ? all->parts[i] : all, &term);
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
