/* Applying fixes: which can stand together, and what the text becomes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/finding/apply.h"

static const char text[] = "one two three";

static struct fix make_fix(struct arena *arena, uint32_t start, uint32_t end, const char *with)
{
	struct fix fix = {.title = "t"};
	struct edit edit = {.path = "a.cu", .start = start, .end = end, .text = with};
	vec_push(arena, &fix.edits, edit);
	return fix;
}

static void add_edit(struct arena *arena, struct fix *fix, uint32_t start, uint32_t end, const char *with)
{
	struct edit edit = {.path = "a.cu", .start = start, .end = end, .text = with};
	vec_push(arena, &fix->edits, edit);
}

static void assert_result(const fix_list *fixes, const char *expected, size_t made)
{
	struct buffer out = {0};
	assert_int_equal(fixes_apply(&out, "a.cu", text, strlen(text), fixes, NULL), made);
	assert_string_equal(out.data, expected);
	buffer_free(&out);
}

static void test_independent(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct fix last = make_fix(arena, 8, 13, "3"), first = make_fix(arena, 0, 3, "1");
	fix_list fixes = {0};
	assert_result(&fixes, text, 0);
	vec_push(arena, &fixes, &last);
	vec_push(arena, &fixes, &first);
	assert_result(&fixes, "1 two 3", 2);
	arena_free(arena);
}

static void test_overlap(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct fix wide = make_fix(arena, 0, 7, "12"), inside = make_fix(arena, 4, 7, "2");
	struct fix beside = make_fix(arena, 7, 7, "!"), split = make_fix(arena, 8, 13, "3");
	add_edit(arena, &split, 2, 2, "x"); /* the second half of this one lies in `wide` */
	fix_list fixes = {0};
	vec_push(arena, &fixes, &wide);
	vec_push(arena, &fixes, &inside);
	vec_push(arena, &fixes, &beside);
	vec_push(arena, &fixes, &split);
	assert_result(&fixes, "12! three", 2);
	arena_free(arena);
}

static void test_same_place(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct fix once = make_fix(arena, 4, 4, "("), twice = make_fix(arena, 4, 4, "(");
	add_edit(arena, &once, 7, 7, ")");
	add_edit(arena, &twice, 7, 7, ")");
	struct fix other = make_fix(arena, 4, 4, "[");
	fix_list fixes = {0};
	vec_push(arena, &fixes, &once);
	vec_push(arena, &fixes, &twice); /* equal: made, once */
	vec_push(arena, &fixes, &other); /* whose text comes first? left out */
	assert_result(&fixes, "one (two) three", 2);
	arena_free(arena);
}

static void test_unsound(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct fix beyond = make_fix(arena, 10, 14, ""), backward = make_fix(arena, 3, 1, "");
	struct fix elsewhere = make_fix(arena, 0, 1, "x"), empty = {.title = "t"};
	elsewhere.edits.data[0].path = "b.cu";
	struct fix itself = make_fix(arena, 0, 3, "1");
	add_edit(arena, &itself, 2, 5, "2");
	fix_list fixes = {0};
	vec_push(arena, &fixes, &beyond);
	vec_push(arena, &fixes, &backward);
	vec_push(arena, &fixes, &elsewhere);
	vec_push(arena, &fixes, &empty);
	vec_push(arena, &fixes, &itself);
	assert_result(&fixes, text, 0);
	arena_free(arena);
}

/* Insertions around a replaced range keep their sides; those of one fix keep their order. */
static void test_insertions(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct fix wrap = make_fix(arena, 7, 7, ")");
	add_edit(arena, &wrap, 4, 7, "2");
	add_edit(arena, &wrap, 4, 4, "(");
	fix_list fixes = {0};
	vec_push(arena, &fixes, &wrap);
	assert_result(&fixes, "one (2) three", 1);
	arena_free(arena);
}

static void test_gather(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct finding finding = {0}, silenced = {.suppressed = true};
	struct fix risky = make_fix(arena, 0, 1, "r"), safe = make_fix(arena, 0, 1, "s");
	risky.safety = FIX_UNSAFE;
	vec_push(arena, &finding.fixes, risky);
	vec_push(arena, &finding.fixes, safe);
	vec_push(arena, &silenced.fixes, safe);
	finding_list findings = {0};
	vec_push(arena, &findings, &finding);
	vec_push(arena, &findings, &silenced);
	fix_list safe_ones = {0}, all = {0};
	fixes_gather(arena, &findings, FIX_SAFE, &safe_ones);
	fixes_gather(arena, &findings, FIX_UNSAFE, &all);
	assert_int_equal(safe_ones.count, 1);
	assert_string_equal(safe_ones.data[0]->edits.data[0].text, "s");
	assert_int_equal(all.count, 1);
	assert_string_equal(all.data[0]->edits.data[0].text, "r");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_independent),
		cmocka_unit_test(test_overlap),
		cmocka_unit_test(test_same_place),
		cmocka_unit_test(test_unsound),
		cmocka_unit_test(test_insertions),
		cmocka_unit_test(test_gather),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
