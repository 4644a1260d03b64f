/* What is a comment and what only looks like one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/base/utf8.h"
#include "analyzer/finding/comments.h"

/* The texts of all comments, joined by "|". */
static const char *find(struct arena *arena, const char *text)
{
	comment_list list = {0};
	comments_find(arena, text, strlen(text), &list);
	const char *joined = "";
	for (size_t i = 0; i < list.count; i++)
		joined = arena_printf(arena, "%s%s%.*s", joined, i ? "|" : "", (int)list.data[i].size,
			text + list.data[i].offset);
	return joined;
}

static void finds_exactly_the_comments(void **state)
{
	(void)state;
	static const struct {
		const char *text, *comments;
	} cases[] = {
		{"", ""},
		{"a // b", "// b"},
		{"a // b\r\nc", "// b"},
		{"a /* b */ c /* d", "/* b */|/* d"},
		{"/**/x/*/ y */", "/**/|/*/ y */"},
		{"s = \"// no\"; // yes", "// yes"},
		{"s = \"\\\" // no\"; // yes", "// yes"},
		{"c = '\"'; // yes '\"'", "// yes '\"'"},
		{"c = '\\''; // yes", "// yes"},
		{"n = 1'000'000; // yes 'x", "// yes 'x"},
		{"n = 0x1'0p+3f'; // open\n// yes", "// yes"},
		{"R\"(// no )\" // yes", "// yes"},
		{"u8R\"ab(// )b\" )ab\" // yes", "// yes"},
		{"R\"(\n// no\n/* no\n)\";/*yes*/", "/*yes*/"},
		{"xR\"(\" // yes\n)\"", "// yes"},
		{"#include <a//b> // yes", "// yes"},
		{"#  include <a/*b> /*yes*/", "/*yes*/"},
		{"a < b // yes", "// yes"},
		{"#error don't // care\n// yes", "// yes"},
		{"/\\\n/ yes \\\n still\nno", "/\\\n/ yes \\\n still"},
		{"/\\\n* yes *\\\n/ no", "/\\\n* yes *\\\n/"},
		{"\"a\\\n// no\" // yes", "// yes"},
		{"a / b / c", ""},
		{"\xff\xfe '\xff' // \xff", "// \xff"},
		{"\"unclosed // no\n// yes", "// yes"},
		{"R\"", ""},
		{"R\"(", ""},
		{"1'", ""},
		{"/", ""},
		{"\\", ""},
	};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(find(arena, cases[i].text), cases[i].comments);
	arena_free(arena);
}

static void knows_lines_and_neighbours(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *text =
		"a // 1\n  // 2\n/* 3\n*/ b /* 4 */\n#define X \\\n /* 6 */ y \\\n /* 7 */\n\"\\\n\" // 9\n";
	comment_list list = {0};
	comments_find(arena, text, strlen(text), &list);
	static const struct {
		uint32_t line, end_line;
		bool before, after;
	} expected[] = {{1, 1, true, false}, {2, 2, false, false}, {3, 4, false, true}, {4, 4, true, false},
		{6, 6, false, true}, {7, 7, false, false}, {9, 9, true, false}};
	assert_int_equal(list.count, sizeof expected / sizeof expected[0]);
	for (size_t i = 0; i < list.count; i++) {
		assert_int_equal(list.data[i].line, expected[i].line);
		assert_int_equal(list.data[i].end_line, expected[i].end_line);
		assert_int_equal(list.data[i].code_before, expected[i].before);
		assert_int_equal(list.data[i].code_after, expected[i].after);
	}
	arena_free(arena);
}

static void survives_any_bytes(void **state)
{
	(void)state;
	static const char alphabet[] = "/*\\\n\r\"'R(u8)#<> 1x\xff";
	srand(1);
	for (int turn = 0; turn < 20000; turn++) {
		char text[24];
		size_t size = (size_t)rand() % sizeof text;
		for (size_t i = 0; i < size; i++)
			text[i] = alphabet[(size_t)rand() % sizeof alphabet];
		char *exact = malloc(size + 1); /* so that ASan sees reads past the end */
		assert_non_null(exact);
		memcpy(exact, text, size);
		struct arena *arena = arena_new();
		comment_list list = {0};
		comments_find(arena, exact, size, &list);
		uint32_t end = 0;
		for (size_t i = 0; i < list.count; i++) {
			assert_true(list.data[i].offset >= end);
			end = list.data[i].offset + list.data[i].size;
			assert_true(end <= size);
			assert_true(list.data[i].end_line >= list.data[i].line);
		}
		arena_free(arena);
		free(exact);
	}
}

static void counts_code_points(void **state)
{
	(void)state;
	assert_int_equal(utf8_column("abc", 0), 1);
	assert_int_equal(utf8_column("abc", 2), 3);
	assert_int_equal(utf8_column("\xc3\xa4x", 2), 2);
	assert_int_equal(utf8_column("\xe2\x82\xac\xf0\x9f\x98\x80", 7), 3);
	assert_int_equal(utf8_column("\xff\xff", 2), 3);
	assert_int_equal(utf8_column("\xed\xa0\x80", 3), 4); /* a surrogate */
	assert_int_equal(utf8_column("\xc0\xaf", 2), 3);     /* overlong */
	assert_int_equal(utf8_column("\xe2\x82", 2), 3);     /* cut off */
	uint32_t value;
	assert_int_equal(utf8_decode("\xf0\x9f\x98\x80", 4, &value), 4);
	assert_int_equal(value, 0x1f600);
	assert_int_equal(utf8_decode("\xf4\x90\x80\x80", 4, &value), 1);
	assert_int_equal(value, UTF8_INVALID);
}

static void erases_comments_alone(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"a // b\nc", "a     \nc"},
		{"a /* b\r\n */ c", "a           c"},
		{"f(\"x y\\\"\"); // z", "f(\"x\x18y\\\"\");     "},
		{"R\"(a\t/*\n*/)\" b", "R\"(a\1/*\2*/)\" b"},
		{"\"open x\ny", "\"open\x18x\ny"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena *arena = arena_new();
		const char *text = cases[i][0];
		assert_string_equal(comments_erase(arena, text, strlen(text)), cases[i][1]);
		arena_free(arena);
	}
}

static void blanks_all_but_code(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"", ""},
		{"a // b\nc", "a     \nc"},
		{"a /* b\r\n */ c", "a     \r\n    c"},
		{"f(\"x\\\"y\"); // z", "f(\"    \");     "},
		{"c = 'x' + L'\\n';", "c = ' ' + L'  ';"},
		{"R\"ab(x\n)\")ab\" y", "R\"ab( \n  )ab\" y"},
		{"#include \"a.h\" // b\n#include <c//d>", "#include \"a.h\"     \n#include <c//d>"},
		{"\"open\nx", "\"    \nx"},
		{"R\"(open", "R\"(    "},
		{"1'000 '", "1'000 '"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena *arena = arena_new();
		const char *text = cases[i][0];
		assert_string_equal(comments_blank(arena, text, strlen(text)), cases[i][1]);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_exactly_the_comments),
		cmocka_unit_test(blanks_all_but_code),
		cmocka_unit_test(erases_comments_alone),
		cmocka_unit_test(knows_lines_and_neighbours),
		cmocka_unit_test(survives_any_bytes),
		cmocka_unit_test(counts_code_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
