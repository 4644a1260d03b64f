/* Merging, copying and fingerprints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/finding/fingerprint.h"
#include "analyzer/finding/picture.h"

static struct finding *add(struct arena *arena, finding_list *list, const char *code, uint32_t line, int arch)
{
	struct finding *finding = ARENA_NEW(arena, struct finding);
	*finding = (struct finding){.code = code,
		.rule = "rule",
		.message = "m",
		.span = {"a.cu", {line, 1, line * 10}, {line, 5, line * 10 + 4}},
		.function = "f"};
	vec_push(arena, &finding->archs, arch);
	vec_push(arena, list, finding);
	return finding;
}

static void merges_into_the_worst(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list list = {0};
	add(arena, &list, "CU200", 7, 80);
	add(arena, &list, "CU101", 5, 90);
	struct finding *worst = add(arena, &list, "CU101", 5, 70);
	worst->severity = SEVERITY_ERROR;
	worst->function = "f<int>";
	add(arena, &list, "CU101", 5, 90); /* again, from another pass */
	struct finding *as_bad = add(arena, &list, "CU101", 5, 75);
	as_bad->severity = SEVERITY_ERROR;
	as_bad->function = "f<int>";
	struct finding *silenced = add(arena, &list, "CU101", 5, 100);
	silenced->suppressed = true;
	finding_merge(arena, &list);
	assert_int_equal(list.count, 3);
	assert_ptr_equal(list.data[0], worst);
	assert_int_equal(worst->instances, 2);
	assert_int_equal(worst->archs.count, 2);
	assert_int_equal(worst->archs.data[0], 70);
	assert_int_equal(worst->archs.data[1], 75); /* for 90 it is no error */
	assert_ptr_equal(list.data[1], silenced);
	assert_string_equal(list.data[2]->code, "CU200");
	finding_merge(arena, &list); /* merging what is merged changes nothing */
	assert_int_equal(list.count, 3);
	assert_int_equal(worst->instances, 2);
	arena_free(arena);
}

static const struct picture *picture(struct arena *arena, unsigned warp)
{
	struct picture *out = ARENA_NEW(arena, struct picture);
	out->request = (struct picture_request){.object = "in", .warp = warp, .size = 4, .active = 1};
	return out;
}

/* The picture is the worst one's, and of equals the same one in whatever order they come. */
static void keeps_the_worst_picture(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (int turn = 0; turn < 2; turn++) {
		finding_list list = {0};
		add(arena, &list, "CU101", 5, 90)->picture = picture(arena, 9);
		struct finding *first = add(arena, &list, "CU101", 5, 90);
		struct finding *second = add(arena, &list, "CU101", 5, 90);
		first->severity = second->severity = SEVERITY_ERROR;
		first->picture = picture(arena, turn ? 3 : 7);
		second->picture = picture(arena, turn ? 7 : 3);
		finding_merge(arena, &list);
		assert_int_equal(list.count, 1);
		assert_int_equal(list.data[0]->picture->request.warp, 3);
	}
	arena_free(arena);
}

static void copies_deeply(void **state)
{
	(void)state;
	struct arena *arena = arena_new(), *other = arena_new();
	finding_list list = {0};
	struct finding *finding = add(arena, &list, "CU101", 5, 90);
	struct fix fix = {.title = "t"};
	vec_push(arena, &fix.edits, (struct edit){"a.cu", 1, 2, "x"});
	vec_push(arena, &finding->fixes, fix);
	vec_push(arena, &finding->related, (struct related){finding->span, "r"});
	struct finding *copy = finding_copy(other, finding);
	arena_free(arena);
	assert_string_equal(copy->code, "CU101");
	assert_string_equal(copy->fixes.data[0].edits.data[0].text, "x");
	assert_string_equal(copy->related.data[0].span.path, "a.cu");
	assert_int_equal(copy->archs.data[0], 90);
	arena_free(other);
}

static const char *print(struct arena *arena, const char *text, uint32_t line)
{
	finding_list list = {0};
	struct finding *finding = add(arena, &list, "CU101", line, 90);
	fingerprint_file(arena, "a.cu", text, strlen(text), &list);
	return finding->fingerprint;
}

static void fingerprints_follow_the_code(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *print_1 = print(arena, "x = a + b;\n", 1);
	assert_int_equal(strlen(print_1), 16);
	assert_string_equal(print_1, print(arena, "// new\n/* c */ x=a  + b; // d\n", 2));
	assert_string_not_equal(print_1, print(arena, "x = a + c;\n", 1));
	assert_non_null(print(arena, "", 5)); /* the file has changed under us */

	finding_list list = {0};
	for (int i = 0; i < 3; i++)
		add(arena, &list, "CU101", 1, 90);
	fingerprint_file(arena, "a.cu", "x", 1, &list);
	list.data[2]->fingerprint = NULL;
	fingerprint_number(arena, &list);
	assert_string_equal(
		list.data[1]->fingerprint, arena_printf(arena, "%s-2", list.data[0]->fingerprint));
	assert_int_equal(strlen(list.data[2]->fingerprint), 16);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merges_into_the_worst),
		cmocka_unit_test(keeps_the_worst_picture),
		cmocka_unit_test(copies_deeply),
		cmocka_unit_test(fingerprints_follow_the_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
