/* Conditionals of the preprocessor around a place in a text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/ir/conditional.h"

static const char *text;

/* Everything is at HERE. */
static bool locate(void *front, struct ir_range range, struct ir_place *spelling, struct ir_place *expansion)
{
	(void)front;
	(void)range;
	struct ir_place place = {.begin = (uint32_t)(strstr(text, "HERE") - text)};
	if (spelling)
		*spelling = place;
	if (expansion)
		*expansion = place;
	return true;
}

static void visit(void *context, const char *condition, size_t length, bool holds)
{
	char *out = context;
	while (length && (*condition == ' ' || *condition == '\t'))
		condition++, length--;
	sprintf(out + strlen(out), "[%s%.*s]", holds ? "" : "!", (int)length, condition);
}

/* The conditions around HERE, in brackets, with `!` where the place is on the other side. */
static const char *around(const char *source)
{
	static char out[1024];
	struct ir_file file = {.text = source, .size = strlen(source)};
	struct ir_module module = {.locate = locate};
	module.files.data = &file;
	module.files.count = 1;
	text = source;
	out[0] = '\0';
	ir_conditionals_at(&module, (struct ir_range){1, 1}, visit, out);
	return out;
}

static void test_branches(void **state)
{
	(void)state;
	assert_string_equal(around("HERE"), "");
	assert_string_equal(around("#ifdef A\nHERE\n#endif\n"), "[A]");
	assert_string_equal(around("#ifndef A\nHERE\n#endif\n"), "[!A]");
	assert_string_equal(around("#ifdef A\n#else\nHERE\n#endif\n"), "[!A]");
	assert_string_equal(around("#ifndef A\n#else\nHERE\n#endif\n"), "[A]");
	assert_string_equal(around("#if A\n#elif B > 1\nHERE\n#endif\n"), "[B > 1]");
	assert_string_equal(around("#if A\n#elif B\n#else\nHERE\n#endif\n"), "[!B]");
	assert_string_equal(around("#if A\n#elifndef B\nHERE\n#endif\n"), "[!B]");
	assert_string_equal(around("#if A\n#endif\nHERE\n"), "");
}

static void test_nesting(void **state)
{
	(void)state;
	assert_string_equal(around("#if A\n # ifdef B\n#if C\n#endif\nHERE"), "[A][B]");
	assert_string_equal(around("#endif\n#else\n#if A && \\\n B\nHERE"), "[A && \\\n B]");
	char deep[70 * 8 + 8] = "";
	for (int i = 0; i < 70; i++)
		strcat(deep, "#if A\n");
	strcat(deep, "HERE");
	assert_int_equal(strlen(around(deep)), 64 * 3);
}

static void test_what_is_no_directive(void **state)
{
	(void)state;
	assert_string_equal(around("/*\n#if A\n*/\nHERE"), "");
	assert_string_equal(around("// /*\n#if A\n// */\nHERE"), "[A]");
	assert_string_equal(around("x = \"/*\";\n#if A\nHERE"), "[A]");
	assert_string_equal(around("x = R\"(\n#if A\n)\"; y = R\"-()\"\n#if B\n)-\";\nHERE"), "");
	assert_string_equal(around("x = 1'000; /*\n#if A\n*/ y = '\"';\n#if B\nHERE"), "[B]");
	assert_string_equal(around("x = u8R\"(\n#if A\n)\";\nHERE"), "");
	assert_string_equal(around("x = \"a\\\n#if A\n\";\nHERE"), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_branches),
		cmocka_unit_test(test_nesting),
		cmocka_unit_test(test_what_is_no_directive),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
