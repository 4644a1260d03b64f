/* Merging, copying and fingerprints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/finding/fingerprint.h"
#include "analyzer/finding/picture/picture.h"

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

/* Of one access on a line, the first is kept; other accesses, lines and codes stay. */
static void merges_accesses(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list list = {0};
	for (uint32_t i = 0; i < 3; i++) {
		struct finding *finding = add(arena, &list, "CU101", 3, 90);
		finding->span.start.column = 9 - i;
		finding->access = i < 2 ? 17 : 18;
	}
	add(arena, &list, "CU102", 3, 90)->access = 17;
	add(arena, &list, "CU101", 4, 80)->access = 17;
	struct finding *silenced = add(arena, &list, "CU101", 4, 80);
	silenced->access = 17;
	silenced->span.start.column = 7;
	silenced->suppressed = true;
	finding_merge(arena, &list);
	assert_int_equal(list.count, 5);
	assert_string_equal(list.data[0]->code, "CU102");
	assert_int_equal(list.data[1]->span.start.column, 7);
	assert_int_equal(list.data[2]->span.start.column, 8);
	assert_int_equal(list.data[2]->access, 17);
	arena_free(arena);
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

/* The fingerprint of a finding in `text` over the first occurrence of `mark`, in function `function`. */
static const char *print_scoped(struct arena *arena, const char *text, const char *mark, const char *function,
	const fingerprint_scopes *scopes)
{
	finding_list list = {0};
	struct finding *finding = add(arena, &list, "CU101", 1, 90);
	const char *at = strstr(text, mark);
	assert_non_null(at);
	finding->function = function;
	finding->span.start.offset = (uint32_t)(at - text);
	finding->span.end.offset = (uint32_t)(at - text + (ptrdiff_t)strlen(mark));
	fingerprint_file(arena, "a.cu", text, strlen(text), scopes, &list);
	assert_int_equal(strlen(finding->fingerprint), FINGERPRINT_DIGITS);
	return finding->fingerprint;
}

static const char *print_in(struct arena *arena, const char *text, const char *mark, const char *function)
{
	return print_scoped(arena, text, mark, function, NULL);
}

static void fingerprints_outlive_formatting(void **state)
{
	(void)state;
	static const char *const forms[] = {
		"x = f(a + b[i], \"one two\");",
		"// new\n/* c */ x=f(a  + b[i] , \"one two\"); // d\n",
		"int y; y = 3; { } x = f(a\n\t+ b[i], \"one \"\n\"two\"); z();",
		"#include <a.h>\n#pragma unroll\nx = f(a + /* ; */ b[i], \"one \" \"two\") ;",
		"#define M(p) g(p); \\\n h(p)\r\nx = f(a + \\\n b[i],\r\n\"one two\");",
		"for (;;) { if (k) { q(); } x = f(a + b[i], \"one two\"); }",
		"const char *s = \"{ ( \\\"\"; char c = '\"'; x = f(a + b[i], \"one two\");",
	};
	struct arena *arena = arena_new();
	const char *first = print_in(arena, forms[0], "b[i]", "f");
	for (size_t i = 1; i < sizeof forms / sizeof *forms; i++)
		assert_string_equal(print_in(arena, forms[i], "b[i]", i % 2 ? "f" : "f<int, g<2> >"), first);
	arena_free(arena);
}

static void fingerprints_tell_apart(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *text = "x = f(a[i] + a[i], b[i]);";
	const char *first = print_in(arena, text, "b[i]", "f");
	assert_string_not_equal(first, print_in(arena, text, "a[i]", "f"));
	assert_string_not_equal(first, print_in(arena, text, "b[i]", "g"));
	assert_string_not_equal(first, print_in(arena, "y = f(a[i] + a[i], b[i]);", "b[i]", "f"));
	assert_string_not_equal(
		print_in(arena, "f(\"a\");", "f", "f"), print_in(arena, "f(\"b\");", "f", "f"));
	assert_string_not_equal(
		print_in(arena, "x", "x", "operator<"), print_in(arena, "x", "x", "operator<<"));
	arena_free(arena);
}

/* Where it is written counts, whoever came upon it there. */
static void fingerprints_know_scopes(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	fingerprint_scopes scopes = {0};
	const char *text = "f { g { x = 1; } y; } z;";
	vec_push(arena, &scopes, (struct fingerprint_scope){"a.cu", "f", 0, 21});
	vec_push(arena, &scopes, (struct fingerprint_scope){"a.cu", "ns::g", 4, 16});
	vec_push(arena, &scopes, (struct fingerprint_scope){"b.cu", "h", 8, 9});
	const char *in_g = print_scoped(arena, text, "x", "kernel", &scopes);
	assert_string_equal(in_g, print_scoped(arena, text, "x", "other", &scopes));
	assert_string_equal(in_g, print_in(arena, "x = 1;", "x", "ns::g"));
	assert_string_equal(
		print_scoped(arena, text, "y", "kernel", &scopes), print_in(arena, "y;", "y", "f"));
	assert_string_equal(
		print_scoped(arena, text, "z", "kernel", &scopes), print_in(arena, "z;", "z", "kernel"));
	assert_string_equal(
		print_scoped(arena, text, "x", NULL, &scopes), print_in(arena, "x = 1;", "x", NULL));
	arena_free(arena);
}

/* The head of a loop is one statement; a body and a macro's body aren't part of what is around them. */
static void fingerprints_know_statements(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_not_equal(print_in(arena, "for (i = 0; i < n; i += 2) {", "i < n", "f"),
		print_in(arena, "for (i = 1; i < n; i += 2) {", "i < n", "f"));
	assert_string_equal(print_in(arena, "g([=] (int i) { s[i] = 1; s[i] = 2; });", "s[i] = 2", "f"),
		print_in(arena, "h(2, [=] (int i) { s[i] = 2; });", "s[i] = 2", "f"));
	const char *macro = "#define SUM(s) \\\n\tdo { s = 0; \\\n s += 1; } while (0)\nint x;";
	assert_string_equal(print_in(arena, macro, "s += 1", "f"),
		print_in(arena, "#define SUM(s) do { s += 1; } while (0)", "s += 1", "g"));
	assert_string_equal(print_in(arena, macro, "int x", "f"), print_in(arena, "int x;", "int x", "f"));
	/* A comment is known by what it says, wherever it stands. */
	assert_string_equal(print_in(arena, "a(); // ignore[CU1]  why", "ignore[CU1]", NULL),
		print_in(arena, "/* ignore[CU1] */ b(); ", "ignore[CU1]", NULL));
	arena_free(arena);
}

/* Ordinals count within a file; whatever the text and the span are, there is a fingerprint. */
static void fingerprints_are_numbered(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list list = {0};
	for (int i = 0; i < 4; i++)
		add(arena, &list, "CU101", 1, 90);
	list.data[3]->span.path = "b.cu";
	fingerprint_file(arena, "a.cu", "x", 1, NULL, &list);
	fingerprint_file(arena, "b.cu", "", 0, NULL, &list);
	list.data[2]->fingerprint = NULL;
	fingerprint_number(arena, &list);
	const char *first = list.data[0]->fingerprint;
	assert_int_equal(strlen(first), FINGERPRINT_DIGITS);
	assert_string_equal(list.data[1]->fingerprint, arena_printf(arena, "%s-2", first));
	assert_string_equal(list.data[2]->fingerprint, arena_printf(arena, "%s-3", first));
	assert_string_equal(list.data[3]->fingerprint, first);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merges_into_the_worst),
		cmocka_unit_test(merges_accesses),
		cmocka_unit_test(keeps_the_worst_picture),
		cmocka_unit_test(copies_deeply),
		cmocka_unit_test(fingerprints_outlive_formatting),
		cmocka_unit_test(fingerprints_tell_apart),
		cmocka_unit_test(fingerprints_know_scopes),
		cmocka_unit_test(fingerprints_know_statements),
		cmocka_unit_test(fingerprints_are_numbered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
