/* Globs of paths, and what patterns may cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/config/regex.h"

static bool glob(const char *pattern, const char *path)
{
	struct arena *arena = arena_new();
	const char *problem = NULL;
	const struct regex *regex = regex_glob(arena, pattern, &problem);
	assert_non_null(regex);
	bool result = regex_glob_matches(regex, path);
	arena_free(arena);
	return result;
}

static void test_globs(void **state)
{
	(void)state;
	assert_true(glob("third_party", "third_party/cub/x.cu"));
	assert_true(glob("third_party/", "src/third_party/x.cu"));
	assert_false(glob("third_party", "third_party2/x.cu"));
	assert_true(glob("*.cu", "src/deep/x.cu"));
	assert_false(glob("*.cu", "src/x.cuh"));
	assert_true(glob("src/*.cu", "src/x.cu"));
	assert_false(glob("src/*.cu", "src/deep/x.cu"));
	assert_false(glob("src/*.cu", "lib/src/x.cu"));
	assert_true(glob("src/**/*.cu", "src/a/b/x.cu"));
	assert_true(glob("src/**/*.cu", "src/x.cu"));
	assert_true(glob("**/gen/*.cu", "gen/x.cu"));
	assert_true(glob("**/gen/*.cu", "a/b/gen/x.cu"));
	assert_true(glob("src/**", "src/a/x.cu"));
	assert_true(glob("src", "src/a/x.cu"));
	assert_true(glob("./src/gen", "src/gen/x.cu"));
	assert_true(glob("/opt/lib", "/opt/lib/x.cuh"));
	assert_false(glob("opt", "optics/x.cu"));
	assert_true(glob("test_[a-c]?.cu", "t/test_b1.cu"));
	assert_false(glob("test_[!a-c].cu", "test_b.cu"));
	assert_true(glob(".hidden", ".hidden/x.cu"));
	assert_true(glob("a+b(c).cu", "a+b(c).cu"));
}

static void test_wrong_globs(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *problem = NULL;
	assert_null(regex_glob(arena, "", &problem));
	assert_string_equal(problem, "it is empty");
	assert_null(regex_glob(arena, "src/[a", &problem));
	assert_non_null(strstr(problem, "bracket"));
	arena_free(arena);
}

static void test_patterns(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *problem = NULL, text[] = "first\nprintf(1)\n\xff printf(2)";
	size_t begin, end;
	const struct regex *regex = regex_compile(arena, "^.?\\W*printf\\(", &problem);
	assert_int_equal(regex_search(regex, text, strlen(text), 0, &begin, &end), REGEX_FOUND);
	assert_int_equal(begin, 6);
	assert_int_equal(end, 13);
	assert_int_equal(regex_search(regex, text, strlen(text), end, &begin, &end), REGEX_FOUND);
	assert_int_equal(begin, 16);
	assert_null(regex_compile(arena, "a(b", &problem));
	assert_string_equal(problem, "missing closing parenthesis, at its character 4");
	assert_null(regex_compile(arena, "a\\Cb", &problem));
	arena_free(arena);
}

static void test_a_match_that_explodes(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *problem = NULL;
	char text[64];
	size_t begin, end;
	memset(text, 'a', sizeof text);
	const struct regex *regex = regex_compile(arena, "(a|aa|a?a)+[bc]$(?<!x)", &problem);
	assert_non_null(regex);
	text[sizeof text - 1] = 'c';
	text[sizeof text - 2] = 'd';
	assert_int_not_equal(regex_search(regex, text, sizeof text, 0, &begin, &end), REGEX_FOUND);
	regex = regex_compile(arena, "^(a+)+$", &problem);
	assert_int_equal(regex_search(regex, text, sizeof text, 0, &begin, &end), REGEX_LIMIT);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_globs),
		cmocka_unit_test(test_wrong_globs),
		cmocka_unit_test(test_patterns),
		cmocka_unit_test(test_a_match_that_explodes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
