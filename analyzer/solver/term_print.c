/* Terms as SMT-LIB. Each part is defined once, by its id; products and quotients of unknowns can be left to
 * a few laws, which makes of most questions linear ones. */
#include "analyzer/solver/term_table.h"

#include <inttypes.h>
#include <stdio.h>

struct printing {
	struct terms *terms;
	struct buffer *out;
	bool abstract;
};

static void print_number(struct buffer *out, int64_t number)
{
	if (number < 0)
		buffer_printf(out, "(- %" PRIu64 ")", -(uint64_t)number);
	else
		buffer_printf(out, "%" PRId64, number);
}

static void print_part(struct buffer *out, const struct term *term)
{
	if (term->op == TERM_NUMBER)
		print_number(out, term->constant);
	else if (term->op == TERM_TRUE || term->op == TERM_FALSE)
		buffer_add_text(out, term->op == TERM_TRUE ? "true" : "false");
	else
		buffer_printf(out, "%c%" PRIu32, term->unknown ? 'u' : 't', term->id);
}

static void print_sum(struct buffer *out, const struct term *term)
{
	buffer_add_text(out, "(+ ");
	print_number(out, term->constant);
	for (size_t i = 0; i < term->count; i++) {
		buffer_add_text(out, " ");
		if (term->factors[i] == 1) {
			print_part(out, term->parts[i]);
			continue;
		}
		buffer_add_text(out, "(* ");
		print_number(out, term->factors[i]);
		buffer_add_text(out, " ");
		print_part(out, term->parts[i]);
		buffer_add_text(out, ")");
	}
	buffer_add_text(out, ")");
}

static void print_wrap(struct buffer *out, const struct term *term)
{
	static const char *const powers[] = {
		[8] = "256", [16] = "65536", [32] = "4294967296", [64] = "18446744073709551616"};
	static const char *const halves[] = {
		[8] = "128", [16] = "32768", [32] = "2147483648", [64] = "9223372036854775808"};
	char power[32], half[32];
	bool is_listed = term->bits == 8 || term->bits == 16 || term->bits == 32 || term->bits == 64;
	if (!is_listed) {
		snprintf(power, sizeof power, "%" PRIu64, UINT64_C(1) << term->bits);
		snprintf(half, sizeof half, "%" PRIu64, UINT64_C(1) << (term->bits - 1));
	}
	const char *by = is_listed ? powers[term->bits] : power, *add = is_listed ? halves[term->bits] : half;
	if (term->is_signed)
		buffer_printf(out, "(- (mod (+ %s ", add);
	else
		buffer_add_text(out, "(mod ");
	print_part(out, term->parts[0]);
	buffer_printf(out, term->is_signed ? ") %s) %s)" : " %s)", by, add);
}

static void print_operator(struct buffer *out, const struct term *term)
{
	static const char *const names[] = {[TERM_PRODUCT] = "*",
		[TERM_QUOTIENT] = "div",
		[TERM_CHOICE] = "ite",
		[TERM_NOT] = "not",
		[TERM_AND] = "and",
		[TERM_OR] = "or",
		[TERM_IS_ZERO] = "= 0",
		[TERM_IS_LOW] = ">= 0",
		[TERM_REST] = "mod"};
	buffer_printf(out, "(%s", names[term->op]);
	for (size_t i = 0; i < term->count; i++) {
		buffer_add_text(out, " ");
		print_part(out, term->parts[i]);
	}
	if (term->op == TERM_REST)
		buffer_printf(out, " %" PRId64, term->constant);
	buffer_add_text(out, ")");
}

/* Whether it is left to laws. */
static bool is_abstract(const struct printing *printing, const struct term *term)
{
	return printing->abstract &&
	       (term->op == TERM_PRODUCT || (term->op == TERM_QUOTIENT && term->parts[1]->op != TERM_NUMBER));
}

static void print_range(struct buffer *out, const struct term *term)
{
	if (term->low > INT64_MIN) {
		buffer_add_text(out, "(assert (<= ");
		print_number(out, term->low);
		buffer_add_text(out, " ");
		print_part(out, term);
		buffer_add_text(out, "))\n");
	}
	if (term->high < INT64_MAX) {
		buffer_add_text(out, "(assert (<= ");
		print_part(out, term);
		buffer_add_text(out, " ");
		print_number(out, term->high);
		buffer_add_text(out, "))\n");
	}
}

static void print_definition(struct printing *printing, const struct term *term)
{
	struct buffer *out = printing->out;
	if (term->op == TERM_NUMBER || term->op == TERM_TRUE || term->op == TERM_FALSE)
		return;
	if (term->unknown || is_abstract(printing, term)) {
		buffer_add_text(out, "(declare-const ");
		print_part(out, term);
		buffer_add_text(out, term->op == TERM_CONDITION ? " Bool)\n" : " Int)\n");
		if (term->op != TERM_CONDITION)
			print_range(out, term);
		return;
	}
	buffer_add_text(out, "(define-fun ");
	print_part(out, term);
	buffer_add_text(out, term_is_condition(term) ? " () Bool " : " () Int ");
	if (term->op == TERM_SUM)
		print_sum(out, term);
	else if (term->op == TERM_WRAP)
		print_wrap(out, term);
	else
		print_operator(out, term);
	buffer_add_text(out, ")\n");
}

static void print_assert(struct printing *printing, const struct term *condition)
{
	buffer_add_text(printing->out, "(assert ");
	print_part(printing->out, condition);
	buffer_add_text(printing->out, ")\n");
}

/* ---- laws ------------------------------------------------------------------------------------- */

/* Conditions that follow from what products and quotients are. */
struct laws {
	struct terms *terms;
	term_list *out;
};

static void law(struct laws *laws, const struct term *condition)
{
	if (condition->op != TERM_TRUE)
		vec_push(laws->terms->arena, laws->out, condition);
}

static const struct term *implied(struct laws *laws, const struct term *when, const struct term *then)
{
	return term_or(laws->terms, term_not(laws->terms, when), then);
}

/* x * d with d > 0 and y * d: the products are in the order of x and y, at least d apart. */
static void law_of_order(struct laws *laws, const struct term *a, const struct term *x, const struct term *b,
	const struct term *y, const struct term *d)
{
	struct terms *terms = laws->terms;
	const struct term *zero = term_number(terms, 0), *positive = term_less(terms, zero, d);
	law(laws, implied(laws, term_and(terms, positive, term_less(terms, x, y)),
			  term_at_most(terms, term_add(terms, a, d, 1), b)));
	law(laws, implied(laws, term_and(terms, positive, term_less(terms, y, x)),
			  term_at_most(terms, term_add(terms, b, d, 1), a)));
	law(laws, implied(laws, term_equal(terms, x, y), term_equal(terms, a, b)));
}

static void laws_of_pair(struct laws *laws, const struct term *a, const struct term *b)
{
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 2; k++)
			if (a->parts[i] == b->parts[k])
				law_of_order(laws, a, a->parts[1 - i], b, b->parts[1 - k], a->parts[i]);
}

/* Of one product: its sign, and that it isn't less than its factors. */
static void laws_of_product(struct laws *laws, const struct term *product)
{
	struct terms *terms = laws->terms;
	const struct term *zero = term_number(terms, 0);
	for (int i = 0; i < 2; i++) {
		const struct term *x = product->parts[i], *y = product->parts[1 - i];
		const struct term *positive = term_less(terms, zero, x);
		law(laws, implied(laws, term_equal(terms, x, zero), term_equal(terms, product, zero)));
		law(laws, implied(laws, term_and(terms, positive, term_less(terms, zero, y)),
				  term_at_most(terms, y, product)));
		law(laws, implied(laws, term_and(terms, positive, term_less(terms, y, zero)),
				  term_at_most(terms, product, y)));
		law(laws, implied(laws, term_equal(terms, x, term_number(terms, 1)),
				  term_equal(terms, product, y)));
	}
}

/* q = a / b: q * b <= a < q * b + b where b > 0. */
static const struct term *laws_of_quotient(struct laws *laws, const struct term *quotient)
{
	struct terms *terms = laws->terms;
	const struct term *a = quotient->parts[0], *b = quotient->parts[1], *zero = term_number(terms, 0);
	const struct term *product = term_multiply(terms, quotient, b);
	const struct term *positive = term_less(terms, zero, b);
	law(laws, implied(laws, positive, term_at_most(terms, product, a)));
	law(laws, implied(laws, positive, term_less(terms, a, term_add(terms, product, b, 1))));
	law(laws, implied(laws, term_and(terms, positive, term_at_most(terms, zero, a)),
			  term_at_most(terms, zero, quotient)));
	return product;
}

enum { MOST_PRODUCTS = 48 };

/* All of them for what is in `all`, and for the products that they bring in. */
static void find_laws(struct terms *terms, const term_list *all, term_list *out)
{
	struct laws laws = {terms, out};
	term_list products = {0};
	for (size_t i = 0; i < all->count; i++) {
		const struct term *term = all->data[i];
		if (term->op == TERM_QUOTIENT && term->parts[1]->op != TERM_NUMBER) {
			const struct term *product = laws_of_quotient(&laws, term);
			if (product->op == TERM_PRODUCT)
				vec_push(terms->arena, &products, product);
		}
		if (term->op == TERM_PRODUCT)
			vec_push(terms->arena, &products, term);
	}
	for (size_t i = 0; i < products.count && i < MOST_PRODUCTS; i++) {
		bool is_new = true;
		for (size_t k = 0; k < i && is_new; k++)
			is_new = products.data[k] != products.data[i];
		if (!is_new)
			continue;
		laws_of_product(&laws, products.data[i]);
		for (size_t k = 0; k < i; k++)
			if (products.data[k] != products.data[i])
				laws_of_pair(&laws, products.data[k], products.data[i]);
	}
}

void term_print(struct terms *terms, const term_list *conditions, bool abstract, struct buffer *out,
	struct buffer *names, term_list *unknowns)
{
	struct printing printing = {terms, out, abstract};
	term_list all = {0}, asserted = {0};
	for (size_t i = 0; i < conditions->count; i++)
		vec_push(terms->arena, &asserted, conditions->data[i]);
	term_gather(terms->arena, &asserted, &all);
	if (abstract) {
		find_laws(terms, &all, &asserted);
		all.count = 0;
		term_gather(terms->arena, &asserted, &all);
	}
	for (size_t i = 0; i < all.count; i++) {
		print_definition(&printing, all.data[i]);
		if (all.data[i]->op != TERM_UNKNOWN || !names)
			continue;
		vec_push(terms->arena, unknowns, all.data[i]);
		buffer_printf(names, "%su%" PRIu32, names->size ? " " : "", all.data[i]->id);
	}
	for (size_t i = 0; i < asserted.count; i++)
		print_assert(&printing, asserted.data[i]);
}
