/* What an edit did to a text: places, code that stayed the same, bodies that can be left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ide/analysis/lsp_quick_text.h"

static struct arena *arena;

static bool same(const char *old, const char *new)
{
	return lsp_text_same_code(arena, old, strlen(old), new, strlen(new));
}

static void finds_edits(void **state)
{
	(void)state;
	struct lsp_edit edit = lsp_edit_between("a b c", 5, "a bb c", 6);
	assert_int_equal(edit.new_end - edit.start, 1);
	assert_int_equal(edit.old_end, edit.start);
	assert_int_equal(lsp_edit_move(&edit, 0), 0);
	assert_int_equal(lsp_edit_move(&edit, 4), 5);
	edit = lsp_edit_between("same", 4, "same", 4);
	assert_int_equal(edit.start, edit.old_end);
	assert_int_equal(edit.start, edit.new_end);
	edit = lsp_edit_between("aaa", 3, "a", 1);
	assert_int_equal(edit.old_end - edit.start, 2);
	edit = lsp_edit_between("", 0, "x", 1);
	assert_int_equal(edit.new_end, 1);
}

static void knows_code(void **state)
{
	(void)state;
	assert_true(same("int a;  // one\nint b;", "int a;\n\n/* two */ int b; //"));
	assert_true(same("f(a,b)", "f ( a ,\tb )"));
	assert_true(same("", " \n/* nothing */\n"));
	assert_false(same("int a;", "inta;"));
	assert_false(same("a + +b", "a ++b"));
	assert_false(same("x<y> >z", "x<y>>z"));
	assert_false(same("1 .5", "1.5"));
	assert_false(same("a /b", "a //b"));
	assert_false(same("a; /* b; */ c;", "a; /* b; c;"));
	assert_false(same("\"a b\"", "\"a  b\""));
	assert_false(same("\"/* a */\"", "\"/**/\""));
	assert_false(same("'\"' /* a */ + '\"'", "'\"' /* a */ - '\"'"));
	assert_false(same("R\"x(a /* )\" b */)x\"", "R\"x(a /* )\" */)x\""));
	assert_true(same("1'000 /* a */ + 2'000", "1'000 + 2'000 // b"));
	assert_false(same("1'000 + 2", "1'000 - 2"));
	assert_true(same("a // b \\\n c\n d", "a\n d"));
	/* the end of a directive counts, and so does the space in a macro */
	assert_false(same("#define A b\nc", "#define A\nb c"));
	assert_false(same("#define A (b)\n", "#define A(b)\n"));
	assert_true(same("#define A b\nc\nd", "#define A b\nc d"));
	assert_true(same("#define A b \\\n c\nd", "#define A b  c\nd"));
	assert_false(same("#define A /*\n*/ b\nc", "#define A\nb c"));
}

static bool speaks(const char *text, const char *at)
{
	size_t place = (size_t)(strstr(text, at) - text);
	return lsp_text_speaks_to_us(text, strlen(text), place, place + strlen(at));
}

static bool directs(const char *text, const char *at)
{
	size_t place = (size_t)(strstr(text, at) - text);
	return lsp_text_is_directive(text, strlen(text), place, place + strlen(at));
}

static void knows_special_lines(void **state)
{
	(void)state;
	const char *comments = "one\n// cudalint: ignore\ntwo\nthree\nfour // NOLINT\n";
	assert_true(speaks(comments, "one"));
	assert_true(speaks(comments, "two"));
	assert_true(speaks(comments, "three"));
	assert_false(speaks("two\none\nthree\n// cudalint: ignore\n", "two"));
	const char *macro = "a\nb\n  #define C \\\n\td \\\n\te\nf\ng \"\\n\" # h";
	assert_false(directs(macro, "a"));
	assert_true(directs(macro, "b"));
	assert_true(directs(macro, "\te"));
	assert_false(directs(macro, "g"));
}

static bool can_blank(const char *text)
{
	const char *begin = strchr(text, '{'), *end = strrchr(text, '}');
	return lsp_text_can_blank(text, strlen(text), (size_t)(begin - text), (size_t)(end + 1 - text));
}

static void blanks_bodies(void **state)
{
	(void)state;
	assert_true(can_blank("void f()\n{\n\ta();\n}\n"));
	assert_true(can_blank("void f() {\n#pragma unroll\n#if A\n#else\n#endif\n}"));
	assert_false(can_blank("void f() {\n#define A\n}"));
	assert_false(can_blank("void f() {\n#else\n}"));
	assert_false(can_blank("void f() {\n#endif\n#if A\n}"));
	assert_false(can_blank("void f() {\n# if A\n}"));
	assert_false(can_blank("void f() { // cudalint: ignore\n}"));
	char text[] = "f() {\r\n\ta(\"\xc3\xa9\");\n} g";
	lsp_text_blank(text, 4, strlen(text) - 2);
	assert_string_equal(text, "f() {\r\n         \n} g");
}

static int setup(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_edits),
		cmocka_unit_test(knows_code),
		cmocka_unit_test(knows_special_lines),
		cmocka_unit_test(blanks_bodies),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
