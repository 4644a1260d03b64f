/* The process that answers: what it says, that questions don't hang on each other, and what it survives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/solver/solver.h"

enum { STEPS = 3000000 };

static struct solver *solver;

static void answers(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const int64_t *numbers;
	assert_int_equal(solver_ask(solver, arena, "(declare-const a Int)(assert (and (< a 5) (> a 3)))", "a",
				 STEPS, &numbers),
		SOLVER_HOLDS);
	assert_non_null(numbers);
	assert_int_equal(numbers[0], 4);
	assert_int_equal(
		solver_ask(solver, arena,
			"(declare-const a Int)(declare-const b Int)(assert (and (= a (- 7)) (= b 12)))",
			"a b", STEPS, &numbers),
		SOLVER_HOLDS);
	assert_int_equal(numbers[0], -7);
	assert_int_equal(numbers[1], 12);
	assert_int_equal(solver_ask(solver, arena, "(declare-const a Int)(assert (and (< a 5) (> a 4)))", "a",
				 STEPS, &numbers),
		SOLVER_NEVER);
	assert_null(numbers);
	arena_free(arena);
}

/* A number beyond 64 bits can't be given back, and isn't. */
static void beyond(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const int64_t *numbers;
	assert_int_equal(solver_ask(solver, arena, "(declare-const a Int)(assert (> a 18446744073709551616))",
				 "a", STEPS, &numbers),
		SOLVER_HOLDS);
	assert_null(numbers);
	arena_free(arena);
}

static void apart(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (int i = 0; i < 3; i++) {
		/* the same name again, and what was asserted before is forgotten */
		assert_int_equal(
			solver_ask(solver, arena, "(declare-const a Int)(assert (= a 1))", NULL, STEPS, NULL),
			SOLVER_HOLDS);
		assert_int_equal(
			solver_ask(solver, arena, "(declare-const a Int)(assert (= a 2))", NULL, STEPS, NULL),
			SOLVER_HOLDS);
	}
	arena_free(arena);
}

/* What isn't understood, ends the copy, or takes too long, is undecided; the next question is answered. */
static void survives(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_int_equal(solver_ask(solver, arena, "(assert nonsense", NULL, STEPS, NULL), SOLVER_UNKNOWN);
	assert_int_equal(solver_ask(solver, arena, "(exit)", NULL, STEPS, NULL), SOLVER_UNKNOWN);
	static const char hard[] = "(declare-const a Int)(declare-const b Int)(declare-const c Int)"
				   "(assert (and (> a 1) (> b 1) (> c 1)))"
				   "(assert (= (+ (* a a a) (* b b b)) (* c c c)))";
	assert_int_equal(solver_ask(solver, arena, hard, NULL, 20000, NULL), SOLVER_UNKNOWN);
	assert_int_equal(solver_ask(solver, arena, "(assert false)", NULL, STEPS, NULL), SOLVER_NEVER);
	arena_free(arena);
}

static void version(void **state)
{
	(void)state;
	assert_true(strchr(solver_version(solver), '.') != NULL);
	assert_true(solver_questions(solver) > 0);
	assert_true(solver_milliseconds(solver) > 0);
}

static int start(void **state)
{
	(void)state;
	const char *why;
	solver = solver_start(&why);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	solver_stop(solver);
	solver_stop(NULL);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers),
		cmocka_unit_test(beyond),
		cmocka_unit_test(apart),
		cmocka_unit_test(survives),
		cmocka_unit_test(version),
	};
	const char *why;
	struct solver *there = solver_start(&why);
	if (!there)
		return 0; /* the library isn't there: nothing to test */
	solver_stop(there);
	return cmocka_run_group_tests(tests, start, stop);
}
