/* Launch hints as text: what is taken, what is refused and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/simt/launch/hint.h"

static struct arena *arena;

static struct launch_hint read_option(const char *text)
{
	struct launch_hint hint;
	const char *problem = NULL;
	if (!launch_hint_read(arena, text, &hint, &problem))
		fail_msg("'%s' %s", text, problem);
	return hint;
}

static void refuse_option(const char *text, const char *part)
{
	struct launch_hint hint;
	const char *problem = NULL;
	assert_false(launch_hint_read(arena, text, &hint, &problem));
	if (!strstr(problem, part))
		fail_msg("'%s' %s", text, problem);
}

static void test_option(void **state)
{
	(void)state;
	struct launch_hint hint = read_option("ns::copy<float, 4>=64x32x2:32x8:4096");
	assert_string_equal(hint.kernel, "ns::copy<float, 4>");
	assert_true(hint.grid_known && hint.block_known);
	assert_int_equal(hint.grid[0] * 10000 + hint.grid[1] * 100 + hint.grid[2], 643202);
	assert_int_equal(hint.block[0] * 100 + hint.block[1] * 10 + hint.block[2], 3281);
	assert_int_equal(hint.shared, 4096);
	assert_int_equal(read_option("k=2147483647:1x1x64").grid[0], 2147483647);
	assert_int_equal(read_option("k=1:1024").shared, -1);
	assert_int_equal(read_option("k=1:1024:0").shared, 0);
}

static void test_bad_option(void **state)
{
	static const char *const forms[] = {"", "k", "=1:1", "k=1", "k=1x2", "k=1:2:3:4", "k=1;2", "k=1:2x"};
	(void)state;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct launch_hint hint;
		const char *problem = NULL;
		assert_false(launch_hint_read(arena, forms[i], &hint, &problem));
		assert_non_null(problem);
	}
	refuse_option("k=1", "KERNEL=GRID:BLOCK[:SMEM]");
	refuse_option("k=1:2 ", "KERNEL=GRID:BLOCK[:SMEM]");
	refuse_option("k=0:1", "grid");
	refuse_option("k=1x65536:1", "grid");
	refuse_option("k=99999999999999999999:1", "grid");
	refuse_option("k=1:1025", "block");
	refuse_option("k=1:33x32", "block");
	refuse_option("k=1:1x1x65", "block");
	refuse_option("k=1:0", "block");
	refuse_option("k=1:1:many", "bytes");
	refuse_option("k=1:1:", "bytes");
}

static void test_param(void **state)
{
	(void)state;
	struct param_hint hint;
	const char *problem = NULL;
	assert_true(param_hint_read(arena, "ns::k<2>.width=1024", &hint, &problem));
	assert_string_equal(hint.kernel, "ns::k<2>");
	assert_string_equal(hint.param, "width");
	assert_int_equal(hint.value, 1024);
	assert_true(param_hint_read(arena, "k.n=-3", &hint, &problem));
	assert_int_equal(hint.value, -3);
	assert_true(param_hint_read(arena, "k.n=0x10", &hint, &problem));
	assert_int_equal(hint.value, 16);
	static const char *const bad[] = {"", "k", "k=1", ".n=1", "k.=1", "k.n=", "k.n=x", "k.n=1.5",
		"k.n= 1", "k.n=99999999999999999999"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (param_hint_read(arena, bad[i], &hint, &problem))
			fail_msg("'%s' was taken", bad[i]);
}

static bool read_comment(const char *text, struct launch_hint *hint, const char **problem)
{
	return launch_hint_read_comment(arena, text, strlen(text), hint, problem);
}

static void test_comment(void **state)
{
	(void)state;
	struct launch_hint hint;
	const char *problem = NULL;
	assert_true(read_comment(" transpose grid=64x64 block=32x8 smem=512", &hint, &problem));
	assert_string_equal(hint.kernel, "transpose");
	assert_int_equal(hint.source, LAUNCH_COMMENT);
	assert_int_equal(hint.grid[1] * 1000 + hint.block[1] * 100 + hint.shared, 64000 + 800 + 512);
	assert_true(read_comment(" copy<float, 4> block=64 -- as the tests do", &hint, &problem));
	assert_string_equal(hint.kernel, "copy<float, 4>");
	assert_false(hint.grid_known);
	assert_true(read_comment(" k block=64\n grid=2", &hint, &problem)); /* one line */
	assert_false(hint.grid_known);
	static const char *const bad[] = {"", " k", " grid=1 block=1", " k grid=4", " k block=32 later",
		" k block=32 threads=7", " k block=0", " k block=4096", " k grid=0 block=1",
		" k block=8 smem=x"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (read_comment(bad[i], &hint, &problem))
			fail_msg("'%s' was taken", bad[i]);
}

static bool read_header(const char *text, struct launch_hint *hint)
{
	return launch_hint_read_header(text, strlen(text), hint);
}

static void test_header(void **state)
{
	(void)state;
	struct launch_hint hint;
	assert_true(read_header("//pass\n// --blockDim=[16,8] --gridDim=4\nint x;\n", &hint));
	assert_int_equal(hint.block[0] * 10 + hint.block[1], 168);
	assert_int_equal(hint.grid[0], 4);
	assert_true(read_header("//--blockDim=64\n", &hint));
	assert_false(hint.grid_known);
	static const char *const bad[] = {"", "//pass\n", "int x;\n//--blockDim=64\n", "//--blockDim=2048\n",
		"//--blockDim=[64\n", "//--blockDim=[1,2,3,4]\n", "//--blockDim=x\n", "//--blockDim=64"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (read_header(bad[i], &hint))
			fail_msg("'%s' was taken", bad[i]);
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_option),
		cmocka_unit_test(test_bad_option),
		cmocka_unit_test(test_param),
		cmocka_unit_test(test_comment),
		cmocka_unit_test(test_header),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
