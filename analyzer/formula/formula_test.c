/* Formulas: one form, values, text; linear systems. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/formula/fit_solve.h"
#include "analyzer/formula/formula.h"

static const char *const names[FORMULA_MOST_SIZES] = {"n", "m", "k", "a", "b", "c"};

struct parts {
	struct arena *arena;
	const struct formula *n, *m, *one;
};

static struct parts parts_new(void)
{
	struct parts out = {.arena = arena_new()};
	out.n = formula_size(out.arena, 0);
	out.m = formula_size(out.arena, 1);
	out.one = formula_number(out.arena, 1, 1);
	return out;
}

static void is_text(const struct parts *parts, const struct formula *formula, const char *text)
{
	assert_non_null(formula);
	assert_string_equal(formula_text(parts->arena, formula, names), text);
}

static const struct formula *times(const struct parts *parts, const struct formula *formula, int64_t factor)
{
	return formula_scale(parts->arena, formula, factor, 1);
}

static void equal_sums_are_one(void **state)
{
	struct parts p = parts_new();
	(void)state;
	const struct formula *left = formula_add(p.arena, formula_add(p.arena, p.n, p.m), p.n);
	const struct formula *right = formula_add(p.arena, p.m, times(&p, p.n, 2));
	assert_true(formula_same(left, right));
	is_text(&p, left, "2 x n + m");
	is_text(&p, formula_add(p.arena, left, times(&p, left, -1)), "0");
	is_text(&p, formula_multiply(p.arena, left, p.m), "m x (2 x n + m)");
	arena_free(p.arena);
}

static void text_is_what_people_write(void **state)
{
	struct parts p = parts_new();
	(void)state;
	const struct formula *warps = formula_ceil(p.arena, p.n, 32);
	const struct formula *less = formula_add(p.arena, p.m, formula_number(p.arena, -2, 1));
	is_text(&p, times(&p, formula_multiply(p.arena, warps, less), 4), "4 x ceil(n / 32) x (m - 2)");
	is_text(&p, formula_scale(p.arena, formula_multiply(p.arena, p.n, p.n), 1, 8), "n^2 / 8");
	is_text(&p, formula_floor(p.arena, formula_add(p.arena, p.n, formula_number(p.arena, 255, 1)), 256),
		"ceil(n / 256)");
	const struct formula *half = formula_scale(p.arena, formula_multiply(p.arena, p.n, p.n), 1, 2);
	is_text(&p, formula_add(p.arena, half, formula_scale(p.arena, p.n, -1, 2)), "n x (n - 1) / 2");
	is_text(&p, formula_min(p.arena, p.m, formula_rest(p.arena, p.n, 512)), "min(m, n mod 512)");
	arena_free(p.arena);
}

static void values_are_exact(void **state)
{
	struct parts p = parts_new();
	const int64_t sizes[FORMULA_MOST_SIZES] = {33, 7};
	(void)state;
	const struct formula *third = formula_scale(p.arena, formula_multiply(p.arena, p.n, p.m), 1, 3);
	assert_true(formula_value(third, sizes) == 77);
	assert_true(formula_value(formula_ceil(p.arena, p.n, 32), sizes) == 2);
	assert_true(formula_value(formula_floor(p.arena, p.n, 32), sizes) == 1);
	const struct formula *below = formula_add(p.arena, p.m, times(&p, p.n, -1));
	assert_true(formula_value(formula_ceil(p.arena, below, 8), sizes) == -3);
	assert_true(formula_value(formula_floor(p.arena, below, 8), sizes) == -4);
	assert_true(formula_value(formula_rest(p.arena, below, 8), sizes) == 6);
	const struct formula *sum =
		formula_add(p.arena, formula_scale(p.arena, p.n, 1, 6), formula_scale(p.arena, p.m, 1, 14));
	assert_true(formula_value(sum, sizes) == 6);
	arena_free(p.arena);
}

static void growth_is_that_of_the_largest_terms(void **state)
{
	struct parts p = parts_new();
	(void)state;
	const struct formula *square = formula_multiply(p.arena, formula_ceil(p.arena, p.n, 8), p.m);
	const struct formula *all = formula_add(p.arena, times(&p, square, 3), times(&p, p.n, 100));
	is_text(&p, formula_leading(p.arena, all), "3 x n x m / 8");
	assert_int_equal(formula_degree(p.arena, all, 0), 1);
	assert_int_equal(formula_degree(p.arena, all, 2), 0);
	assert_null(formula_leading(p.arena, formula_min(p.arena, p.n, p.m)));
	arena_free(p.arena);
}

static void large_numbers_give_nothing(void **state)
{
	struct parts p = parts_new();
	(void)state;
	const struct formula *large = formula_scale(p.arena, p.n, INT64_C(1) << 39, 1);
	assert_non_null(large);
	assert_null(formula_multiply(p.arena, large, large));
	assert_null(formula_add(p.arena, NULL, p.n));
	arena_free(p.arena);
}

static void systems_are_solved(void **state)
{
	/* 3 x - y / 2 = right; a third column is the sum of the others */
	static const int64_t matrix[] = {1, 2, 3, 2, 4, 6, 3, 2, 5, 5, 8, 13};
	static const int64_t right[] = {2, 1, 4, 2, 8, 3, 11, 9};
	struct arena *arena = arena_new();
	struct fit_ratio out[6];
	bool solved[2];
	(void)state;
	fit_solve(arena, matrix, 3, right, 2, 4, out, solved);
	assert_true(solved[0]);
	assert_false(solved[1]);
	assert_true(out[0].number == 3 && out[0].divisor == 1);
	assert_true(out[1].number == -1 && out[1].divisor == 2);
	assert_true(out[2].number == 0);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_sums_are_one),
		cmocka_unit_test(text_is_what_people_write),
		cmocka_unit_test(values_are_exact),
		cmocka_unit_test(growth_is_that_of_the_largest_terms),
		cmocka_unit_test(large_numbers_give_nothing),
		cmocka_unit_test(systems_are_solved),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
