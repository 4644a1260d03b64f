/* Diffs of two texts: small ones as they have to be, random ones against the table of all common
 * subsequences, and put together again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/finding/line_diff.h"

static void expect_unified(const char *old, const char *new, const char *expected)
{
	struct arena *arena = arena_new();
	struct line_diff diff;
	struct buffer out = {0};
	line_diff_make(arena, old, strlen(old), new, strlen(new), &diff);
	line_diff_unified(&diff, "a/x.cu", "b/x.cu", &out);
	assert_string_equal(out.data ? out.data : "", expected);
	buffer_free(&out);
	arena_free(arena);
}

static void test_equal(void **state)
{
	(void)state;
	expect_unified("", "", "");
	expect_unified("a\nb\n", "a\nb\n", "");
}

static void test_replaced(void **state)
{
	(void)state;
	expect_unified("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
		"--- a/x.cu\n+++ b/x.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

static void test_hunks(void **state)
{
	(void)state;
	/* Six lines between two changes: one hunk. Seven: two. */
	expect_unified("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
		"--- a/x.cu\n+++ b/x.cu\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
	expect_unified("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
		"--- a/x.cu\n+++ b/x.cu\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
		"@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

static void test_ends(void **state)
{
	(void)state;
	expect_unified("", "a\n", "--- a/x.cu\n+++ b/x.cu\n@@ -0,0 +1 @@\n+a\n");
	expect_unified("a\n", "", "--- a/x.cu\n+++ b/x.cu\n@@ -1 +0,0 @@\n-a\n");
	expect_unified(
		"a", "a\n", "--- a/x.cu\n+++ b/x.cu\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
	expect_unified("a\r\nb", "A\r\nb",
		"--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,2 @@\n-a\r\n+A\r\n b\n\\ No newline at end of file\n");
}

static void test_names(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct line_diff diff;
	struct buffer out = {0};
	line_diff_make(arena, "", 0, "a\n", 2, &diff);
	line_diff_unified(&diff, "a/my file.cu", "b/tab\there\"\\.cu", &out);
	assert_string_equal(
		out.data, "--- a/my file.cu\t\n+++ \"b/tab\\011here\\\"\\\\.cu\"\n@@ -0,0 +1 @@\n+a\n");
	buffer_free(&out);
	arena_free(arena);
}

static void test_before(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct line_diff diff;
	const char *old = "a\nb\nc\nd\n", *new = "x\na\nB\nc\nd\ne\n";
	line_diff_make(arena, old, strlen(old), new, strlen(new), &diff);
	static const uint32_t expected[] = {1, 1, 2, 3, 4, 4};
	for (uint32_t line = 1; line <= 6; line++)
		assert_int_equal(line_diff_before(&diff, line), expected[line - 1]);
	arena_free(arena);
}

/* ---- random texts ---------------------------------------------------------------------------- */

enum { LONGEST = 24 };

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

static size_t random_text(uint32_t *state, char *text)
{
	size_t lines = next_random(state) % LONGEST, letters = 1 + next_random(state) % 5;
	for (size_t i = 0; i < lines; i++) {
		text[2 * i] = (char)('a' + next_random(state) % letters);
		text[2 * i + 1] = '\n';
	}
	return 2 * lines;
}

/* Lines that the two have in common, in order, at most. */
static size_t longest_common(const char *old, size_t n, const char *new, size_t m)
{
	size_t table[LONGEST + 1][LONGEST + 1] = {{0}};
	for (size_t i = 1; i <= n; i++)
		for (size_t k = 1; k <= m; k++) {
			size_t up = table[i - 1][k], left = table[i][k - 1];
			table[i][k] = old[2 * i - 2] == new[2 * k - 2] ? table[i - 1][k - 1] + 1
				      : up > left                      ? up
								       : left;
		}
	return table[n][m];
}

static void check_random(
	struct arena *arena, const char *old, size_t old_size, const char *new, size_t new_size)
{
	struct line_diff diff;
	struct buffer built = {0};
	size_t at = 0, same = 0;
	line_diff_make(arena, old, old_size, new, new_size, &diff);
	for (size_t i = 0; i < diff.changes.count; i++) {
		const struct line_change *change = &diff.changes.data[i];
		buffer_add(&built, old + 2 * at, 2 * (change->old_start - at));
		buffer_add(&built, new + 2 * change->new_start, 2 * (change->new_end - change->new_start));
		same += change->old_start - at;
		at = change->old_end;
	}
	same += old_size / 2 - at;
	buffer_add(&built, old + 2 * at, old_size - 2 * at);
	assert_int_equal(built.size, new_size);
	assert_memory_equal(built.data, new, new_size);
	assert_int_equal(same, longest_common(old, old_size / 2, new, new_size / 2));
	buffer_free(&built);
}

static void test_random(void **state)
{
	(void)state;
	uint32_t seed = 20240817;
	for (int i = 0; i < 20000; i++) {
		struct arena *arena = arena_new();
		char old[2 * LONGEST + 1] = "", new[2 * LONGEST + 1] = "";
		size_t old_size = random_text(&seed, old), new_size = random_text(&seed, new);
		check_random(arena, old, old_size, new, new_size);
		arena_free(arena);
	}
}

/* Two texts without a common line, too long for a search: one change, in no time. */
static void test_rewritten(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct buffer old = {0}, new = {0};
	struct line_diff diff;
	for (int i = 0; i < 40000; i++) {
		buffer_printf(&old, "a%d\n", i);
		buffer_printf(&new, "b%d\n", i);
	}
	line_diff_make(arena, old.data, old.size, new.data, new.size, &diff);
	assert_int_equal(diff.changes.count, 1);
	assert_int_equal(diff.changes.data[0].old_end, 40000);
	assert_int_equal(diff.changes.data[0].new_end, 40000);
	buffer_free(&old);
	buffer_free(&new);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal), cmocka_unit_test(test_replaced),
		cmocka_unit_test(test_hunks), cmocka_unit_test(test_ends), cmocka_unit_test(test_names),
		cmocka_unit_test(test_before), cmocka_unit_test(test_random),
		cmocka_unit_test(test_rewritten)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
