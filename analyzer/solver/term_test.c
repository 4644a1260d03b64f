/* Terms against the machine's own arithmetic, and against what the solver makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "analyzer/solver/solver.h"
#include "analyzer/solver/term.h"

struct pair {
	const struct term *x, *y;
	int64_t numbers[2];
};

static bool given(void *context, const struct term_unknown *unknown, int64_t *number)
{
	const struct pair *pair = context;
	*number = pair->numbers[unknown == pair->y->unknown];
	return true;
}

static const int64_t interesting[] = {0, 1, -1, 2, 3, 5, 7, 31, 32, 33, 100, 255, 256, 65535, 1000003,
	INT32_MAX, INT32_MAX - 1, INT32_MIN, INT32_MIN + 1, UINT32_MAX, UINT32_MAX - 1, (int64_t)1 << 40,
	-((int64_t)1 << 40)};
enum { COUNT = sizeof interesting / sizeof *interesting };

static int64_t narrowed(int64_t number, unsigned bits, bool is_signed)
{
	if (bits == 64)
		return number;
	return is_signed ? (int64_t)(int32_t)(uint32_t)(uint64_t)number : (int64_t)(uint32_t)(uint64_t)number;
}

/* What the machine computes; false: nothing that is defined. */
static bool machine(char op, int64_t a, int64_t b, unsigned bits, int64_t *out)
{
	switch (op) {
	case '+': return !__builtin_add_overflow(a, b, out);
	case '-': return !__builtin_sub_overflow(a, b, out);
	case '*': return !__builtin_mul_overflow(a, b, out);
	case '/': *out = b ? a / b : 0; return b != 0;
	case '%': *out = b ? a % b : 0; return b != 0;
	case '&': *out = a & b; return true;
	case '|': *out = a | b; return true;
	case '^': *out = a ^ b; return true;
	case '<':
		*out = b >= 0 && b < 32 ? a * ((int64_t)1 << b) : 0;
		return b >= 0 && b < 24 && b < (int64_t)bits;
	case '>': *out = b >= 0 && b < 64 ? a >> b : 0; return b >= 0 && b < (int64_t)bits && b < 62;
	default: *out = a < b ? a : b; return true;
	}
}

static const struct term *made(struct terms *terms, char op, const struct term *a, const struct term *b,
	unsigned bits, bool is_signed)
{
	switch (op) {
	case '+': return term_add(terms, a, b, 1);
	case '-': return term_add(terms, a, b, -1);
	case '*': return term_multiply(terms, a, b);
	case '/': return term_divide(terms, a, b);
	case '%': return term_remainder(terms, a, b);
	case '<': return term_shift_left(terms, a, b, bits);
	case '>': return term_shift_right(terms, a, b, bits);
	case 'm': return term_minimum(terms, a, b);
	default: return term_bits(terms, op, a, b, bits, is_signed);
	}
}

static void compare(struct terms *terms, char op, bool is_signed, bool y_known)
{
	struct pair pair;
	int64_t low = is_signed ? INT32_MIN : 0, high = is_signed ? INT32_MAX : UINT32_MAX;
	pair.x = term_fresh(terms, "x", 0, 0, low, high, NULL);
	pair.y = term_fresh(terms, "y", 0, 0, low, high, NULL);
	for (size_t i = 0; i < COUNT; i++)
		for (size_t k = 0; k < COUNT; k++) {
			int64_t a = narrowed(interesting[i], 32, is_signed),
				b = narrowed(interesting[k], 32, is_signed), expected, value;
			const struct term *right = y_known ? term_number(terms, b) : pair.y;
			const struct term *exact = made(terms, op, pair.x, right, 32, is_signed);
			const struct term *wrapped = term_wrap(terms, exact, 32, is_signed);
			if (!machine(op, a, b, 32, &expected))
				continue;
			pair.numbers[0] = a;
			pair.numbers[1] = b;
			if (!term_value(terms_arena(terms), exact, given, &pair, &value))
				fail_msg("%lld %c %lld has no value", (long long)a, op, (long long)b);
			if (value != expected)
				fail_msg("%lld %c %lld is %lld, not %lld", (long long)a, op, (long long)b,
					(long long)expected, (long long)value);
			if (value < exact->low || value > exact->high)
				fail_msg("%lld %c %lld isn't in its range", (long long)a, op, (long long)b);
			assert_true(term_value(terms_arena(terms), wrapped, given, &pair, &value));
			assert_int_equal(value, narrowed(expected, 32, is_signed));
		}
}

static void operators(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (const char *op = "+-*/%&|^<>m"; *op; op++)
		for (int is_signed = 0; is_signed < 2; is_signed++)
			for (int known = 0; known < 2; known++)
				compare(terms_new(arena), *op, is_signed, known);
	arena_free(arena);
}

/* The text says what the value says: with the unknowns fixed, nothing else is possible. */
static void text_and_value(void **state)
{
	(void)state;
	const char *why;
	struct solver *solver = solver_start(&why);
	if (!solver)
		skip();
	struct arena *arena = arena_new();
	struct terms *terms = terms_new(arena);
	struct pair pair = {.x = term_fresh(terms, "x", 0, 0, INT32_MIN, INT32_MAX, NULL),
		.y = term_fresh(terms, "y", 0, 0, INT32_MIN, INT32_MAX, NULL)};
	static const int64_t numbers[][2] = {
		{7, 3}, {-7, 3}, {7, -3}, {-7, -3}, {INT32_MIN, 31}, {1000003, 17}};
	for (const char *op = "+-*/%&|^m"; *op; op++)
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
			int64_t value;
			const struct term *exact = made(terms, *op, pair.x, pair.y, 32, true);
			exact = term_wrap(terms, exact, 32, true);
			memcpy(pair.numbers, numbers[i], sizeof pair.numbers);
			assert_true(term_value(arena, exact, given, &pair, &value));
			term_list conditions = {0}, unknowns = {0};
			struct buffer text = {0}, names = {0};
			vec_push(arena, &conditions,
				term_equal(terms, pair.x, term_number(terms, pair.numbers[0])));
			vec_push(arena, &conditions,
				term_equal(terms, pair.y, term_number(terms, pair.numbers[1])));
			const struct term *equal = term_equal(terms, exact, term_number(terms, value));
			vec_push(arena, &conditions, term_not(terms, equal));
			term_print(terms, &conditions, false, &text, &names, &unknowns);
			if (solver_ask(solver, arena, text.data, NULL, 3000000, NULL) != SOLVER_NEVER)
				fail_msg("%lld %c %lld: the solver says otherwise",
					(long long)pair.numbers[0], *op, (long long)pair.numbers[1]);
			buffer_free(&text);
			buffer_free(&names);
		}
	arena_free(arena);
	solver_stop(solver);
}

static void one_form(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct terms *terms = terms_new(arena);
	const struct term *x = term_fresh(terms, "x", 0, 0, 0, 100, NULL),
			  *n = term_fresh(terms, "n", 0, 0, 1, 100, NULL), *one = term_number(terms, 1);
	const struct term *next = term_add(terms, x, one, 1);
	assert_ptr_equal(term_add(terms, term_multiply(terms, next, n), term_multiply(terms, n, x), -1), n);
	assert_ptr_equal(term_add(terms, next, one, -1), x);
	assert_int_equal(term_less(terms, x, term_number(terms, 101))->op, TERM_TRUE);
	assert_int_equal(term_equal(terms, term_add(terms, x, x, 1), one)->op, TERM_FALSE);
	const struct term *low = term_less(terms, x, n);
	assert_int_equal(term_and(terms, low, term_not(terms, low))->op, TERM_FALSE);
	assert_int_equal(term_or(terms, low, term_not(terms, low))->op, TERM_TRUE);
	const struct term *set = term_less(terms, one, n);
	assert_ptr_equal(
		term_or(terms, term_and(terms, set, low), term_and(terms, set, term_not(terms, low))), set);
	/* what a wrap of the whole makes up for */
	const struct term *wide = term_fresh(terms, "w", 0, 0, INT64_MIN, INT64_MAX, NULL);
	const struct term *inner = term_wrap(terms, wide, 32, false);
	assert_ptr_equal(term_wrap(terms, term_add(terms, inner, n, 1), 32, true),
		term_wrap(terms, term_add(terms, wide, n, 1), 32, true));
	arena_free(arena);
}

/* Numbers beyond 64 bits are any number, never a wrong one. */
static void beyond(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct terms *terms = terms_new(arena);
	const struct term *x = term_fresh(terms, "x", 0, 0, INT64_MIN, INT64_MAX, NULL);
	const struct term *large = term_add(terms, term_number(terms, 0), x, INT64_MAX);
	const struct term *lost = term_add(terms, large, x, INT64_MAX);
	assert_int_equal(lost->op, TERM_UNKNOWN);
	assert_ptr_not_equal(lost, term_add(terms, large, x, INT64_MAX));
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators),
		cmocka_unit_test(text_and_value),
		cmocka_unit_test(one_form),
		cmocka_unit_test(beyond),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
