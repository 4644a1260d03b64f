/* Sums: equal ones are the same pointer, operators fold, ranges that can't meet are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/host/value/sum.h"

struct fixture {
	struct arena *arena;
	struct host_sums *sums;
	const struct host_sum *i, *n, *c;
};

static struct fixture at;

static int set_up(void **state)
{
	(void)state;
	at.arena = arena_new();
	at.sums = host_sums_new(at.arena);
	at.i = host_sum_fresh(at.sums, NULL);
	at.n = host_sum_fresh(at.sums, NULL);
	at.c = host_sum_fresh(at.sums, NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(at.arena);
	return 0;
}

static const struct host_sum *num(int64_t number)
{
	return host_sum_number(at.sums, number);
}

static const struct host_sum *op(enum ir_op op, const struct host_sum *left, const struct host_sum *right)
{
	return host_sum_op(at.sums, NULL, op, left, right);
}

static void same_sums_are_one(void **state)
{
	(void)state;
	const struct host_sum *one = op(IR_OP_ADD, op(IR_OP_MUL, num(2), at.n), at.i);
	const struct host_sum *other = op(IR_OP_ADD, op(IR_OP_ADD, at.n, at.i), at.n);
	assert_ptr_equal(one, other);
	assert_ptr_equal(op(IR_OP_SUB, one, one), num(0));
	assert_ptr_equal(op(IR_OP_SUB, one, at.i), op(IR_OP_SHL, at.n, num(1)));
	assert_ptr_not_equal(host_sum_fresh(at.sums, NULL), host_sum_fresh(at.sums, NULL));
	for (int k = 0; k < 5000; k++)
		assert_ptr_equal(
			op(IR_OP_DIV, at.n, num(k + 2)), op(IR_OP_DIV, at.n, op(IR_OP_ADD, num(k), num(2))));
}

static void products_are_multiplied_out(void **state)
{
	(void)state;
	const struct host_sum *next = op(IR_OP_MUL, op(IR_OP_ADD, at.i, num(1)), at.c);
	assert_ptr_equal(next, op(IR_OP_ADD, op(IR_OP_MUL, at.c, at.i), at.c));
	assert_ptr_equal(op(IR_OP_MUL, op(IR_OP_MUL, at.i, at.c), at.n),
		op(IR_OP_MUL, at.i, op(IR_OP_MUL, at.n, at.c)));
	const struct host_sum *plus = op(IR_OP_ADD, at.i, at.n), *minus = op(IR_OP_SUB, at.i, at.n);
	assert_ptr_equal(op(IR_OP_MUL, plus, minus),
		op(IR_OP_SUB, op(IR_OP_MUL, at.i, at.i), op(IR_OP_MUL, at.n, at.n)));
}

static void what_overflows_is_an_atom(void **state)
{
	(void)state;
	const struct host_sum *big = num(INT64_MAX);
	assert_false(host_sum_is_number(op(IR_OP_ADD, big, num(1)), NULL));
	assert_ptr_equal(op(IR_OP_ADD, big, num(1)), op(IR_OP_ADD, num(1), big));
	assert_ptr_equal(op(IR_OP_MUL, big, num(2)), op(IR_OP_MUL, num(2), big));
	assert_false(host_sum_is_number(op(IR_OP_NEG, num(INT64_MIN), NULL), NULL));
	assert_false(host_sum_is_number(op(IR_OP_DIV, num(INT64_MIN), num(-1)), NULL));
	const struct host_sum *large = op(IR_OP_MUL, at.n, big);
	assert_int_equal(op(IR_OP_ADD, large, large)->term_count, 1);
	assert_ptr_equal(op(IR_OP_MUL, large, at.n), op(IR_OP_MUL, at.n, large));
}

static void numbers_fold(void **state)
{
	(void)state;
	assert_ptr_equal(op(IR_OP_DIV, num(-7), num(2)), num(-3));
	assert_ptr_equal(op(IR_OP_REM, num(-7), num(2)), num(-1));
	assert_false(host_sum_is_number(op(IR_OP_DIV, num(7), num(0)), NULL));
	assert_ptr_equal(op(IR_OP_SHL, num(3), num(4)), num(48));
	assert_ptr_equal(op(IR_OP_SHR, num(-5), num(1)), num(-3));
	assert_ptr_equal(op(IR_OP_AND, num(12), num(10)), num(8));
	assert_ptr_equal(op(IR_OP_OR, num(12), num(10)), num(14));
	assert_ptr_equal(op(IR_OP_XOR, num(12), num(10)), num(6));
	assert_ptr_equal(op(IR_OP_BIT_NOT, num(0), NULL), num(-1));
	assert_ptr_equal(op(IR_OP_NOT, num(3), NULL), num(0));
	assert_ptr_equal(op(IR_OP_LT, num(3), num(4)), num(1));
	assert_ptr_equal(op(IR_OP_GE, num(3), num(4)), num(0));
}

static void linear_forms_fold(void **state)
{
	(void)state;
	const struct host_sum *four = op(IR_OP_MUL, at.n, num(4));
	assert_ptr_equal(op(IR_OP_DIV, at.n, num(1)), at.n);
	assert_ptr_equal(op(IR_OP_REM, at.n, num(1)), num(0));
	assert_ptr_equal(op(IR_OP_DIV, op(IR_OP_ADD, four, num(8)), num(4)), op(IR_OP_ADD, at.n, num(2)));
	assert_false(op(IR_OP_DIV, op(IR_OP_ADD, four, num(2)), num(4))->constant);
	assert_ptr_equal(op(IR_OP_REM, four, num(2)), num(0));
	assert_ptr_equal(op(IR_OP_SHR, four, num(2)), at.n);
	assert_ptr_equal(op(IR_OP_AND, four, num(-4)), four);
	assert_ptr_equal(op(IR_OP_AND, at.n, at.i), op(IR_OP_AND, at.i, at.n));
	assert_ptr_equal(op(IR_OP_XOR, at.n, at.n), num(0));
	int64_t distance;
	assert_true(host_sum_distance(op(IR_OP_ADD, four, num(8)), four, &distance));
	assert_int_equal(distance, 8);
	assert_false(host_sum_distance(four, at.n, &distance));
}

static void conditions_have_one_form(void **state)
{
	(void)state;
	const struct host_sum *less = op(IR_OP_LT, at.i, at.n);
	assert_ptr_equal(less, op(IR_OP_GT, at.n, at.i));
	assert_ptr_equal(op(IR_OP_NOT, less, NULL), op(IR_OP_GE, at.i, at.n));
	assert_ptr_equal(op(IR_OP_NOT, op(IR_OP_NOT, less, NULL), NULL), less);
	assert_ptr_equal(op(IR_OP_LE, at.i, num(4)), op(IR_OP_LT, at.i, num(5)));
	assert_ptr_equal(op(IR_OP_EQ, at.i, at.n), op(IR_OP_EQ, at.n, at.i));
	assert_ptr_equal(op(IR_OP_NE, less, num(0)), less);
	assert_ptr_equal(op(IR_OP_EQ, num(1), less), less);
	assert_ptr_equal(op(IR_OP_EQ, at.i, at.i), num(1));
	assert_ptr_equal(op(IR_OP_LT, at.i, op(IR_OP_ADD, at.i, num(1))), num(1));
	const struct host_sum *twice = op(IR_OP_MUL, at.i, num(2));
	assert_ptr_equal(op(IR_OP_EQ, twice, num(3)), num(0));
	assert_ptr_equal(op(IR_OP_LT, twice, num(5)), op(IR_OP_LT, at.i, num(3)));
	assert_ptr_equal(op(IR_OP_GT, twice, num(-5)), op(IR_OP_GE, at.i, num(-2)));
	assert_ptr_equal(op(IR_OP_NOT, at.i, NULL), op(IR_OP_EQ, at.i, num(0)));
	assert_ptr_equal(op(IR_OP_LOGICAL_AND, at.i, num(7)), op(IR_OP_NOT, op(IR_OP_NOT, at.i, NULL), NULL));
	assert_ptr_equal(op(IR_OP_LOGICAL_OR, less, op(IR_OP_NOT, less, NULL)), num(1));
	assert_ptr_equal(op(IR_OP_LOGICAL_AND, at.i, less), op(IR_OP_LOGICAL_AND, less, at.i));
}

static bool disjoint(const struct host_sum *a, const struct host_sum *a_size, const struct host_sum *b,
	const struct host_sum *b_size)
{
	bool one = host_ranges_disjoint(at.sums, a, a_size, b, b_size);
	assert_int_equal(one, host_ranges_disjoint(at.sums, b, b_size, a, a_size));
	return one;
}

static void ranges(void **state)
{
	(void)state;
	const struct host_sum *here = op(IR_OP_MUL, at.i, at.c);
	const struct host_sum *next = op(IR_OP_MUL, op(IR_OP_ADD, at.i, num(1)), at.c);
	const struct host_sum *third = op(IR_OP_MUL, op(IR_OP_ADD, at.i, num(2)), at.c);
	assert_true(disjoint(here, at.c, next, at.c));
	assert_true(disjoint(here, at.c, third, at.c));
	assert_true(disjoint(here, at.c, next, NULL));
	assert_false(disjoint(here, NULL, next, at.c));
	assert_false(disjoint(num(0), at.c, here, at.c));
	assert_false(disjoint(here, op(IR_OP_ADD, at.c, num(4)), next, at.c));
	const struct host_sum *chunk = op(IR_OP_SUB, at.n, at.i);
	assert_true(disjoint(num(0), chunk, op(IR_OP_MUL, chunk, num(2)), chunk));
	assert_true(disjoint(num(0), at.i, at.i, chunk));
	assert_true(disjoint(num(0), num(16), num(16), num(16)));
	assert_false(disjoint(num(0), num(17), num(16), num(16)));
	assert_true(disjoint(num(0), num(0), num(0), at.n));
	assert_false(disjoint(at.i, num(4), at.n, num(4)));
	assert_false(disjoint(NULL, num(4), at.n, num(4)));
}

static void ranges_that_overlap(void **state)
{
	(void)state;
	assert_true(host_ranges_overlap(at.i, NULL, at.i, at.n));
	assert_true(host_ranges_overlap(num(0), num(17), num(16), NULL));
	assert_false(host_ranges_overlap(num(0), num(16), num(16), num(4)));
	assert_true(host_ranges_overlap(op(IR_OP_ADD, at.i, num(4)), NULL, at.i, num(8)));
	assert_false(host_ranges_overlap(at.i, num(8), at.n, num(8)));
	assert_false(host_ranges_overlap(NULL, num(8), at.n, num(8)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(same_sums_are_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(products_are_multiplied_out, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_overflows_is_an_atom, set_up, tear_down),
		cmocka_unit_test_setup_teardown(numbers_fold, set_up, tear_down),
		cmocka_unit_test_setup_teardown(linear_forms_fold, set_up, tear_down),
		cmocka_unit_test_setup_teardown(conditions_have_one_form, set_up, tear_down),
		cmocka_unit_test_setup_teardown(ranges, set_up, tear_down),
		cmocka_unit_test_setup_teardown(ranges_that_overlap, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
