/* YAML as a tree, and everything that is refused, with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/config/document.h"

/* A tree on one line: lists in brackets, maps in braces, each text with its place. */
static const char *print(struct arena *arena, const struct config_node *node)
{
	const char *text = arena_printf(arena, "%u:%u", node->at.line, node->at.column);
	bool is_map = node->kind == NODE_MAP;
	if (node->kind == NODE_EMPTY)
		return arena_printf(arena, "~@%s", text);
	if (node->kind == NODE_TEXT)
		return arena_printf(arena, "%s@%s", node->text, text);
	text = is_map ? "{" : "[";
	for (size_t i = 0; i < node->items.count; i++) {
		if (i)
			text = arena_printf(arena, "%s, ", text);
		if (is_map)
			text = arena_printf(arena, "%s%s: ", text, node->keys.data[i]->text);
		text = arena_printf(arena, "%s%s", text, print(arena, node->items.data[i]));
	}
	return arena_printf(arena, "%s%s", text, is_map ? "}" : "]");
}

static void expect(const char *text, size_t size, const char *expected)
{
	struct arena *arena = arena_new();
	const char *error = NULL;
	const struct config_node *root = config_document(arena, "c.yml", text, size, &error);
	assert_int_equal(root == NULL, error != NULL);
	assert_string_equal(root ? print(arena, root) : error, expected);
	arena_free(arena);
}

static void test_trees(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"", "{}"},
		{"# nothing\n", "{}"},
		{"~", "{}"},
		{"a: 1\nb: [x, 'y z']\n", "{a: 1@1:4, b: [x@2:5, y z@2:8]}"},
		{"a:\n  b: {c: \"d\"}\n", "{a: {b: {c: d@2:10}}}"},
		{"a:\nb: null\nc: 'null'\n", "{a: ~@1:3, b: ~@2:4, c: null@3:4}"},
		{"a: 64x64:32x8\r\nb: >-\r\n  long\r\n  text\r\n", "{a: 64x64:32x8@1:4, b: long text@2:4}"},
		{"\xEF\xBB\xBF"
		 "a: 1\n",
			"{a: 1@1:4}"},
		{"\xC3\xA9: \xC3\xA9\n", "{\xC3\xA9: \xC3\xA9@1:4}"},
		{"- a\n- b\n", "[a@1:3, b@2:3]"},
		{"just text", "just text@1:1"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		expect(cases[i][0], strlen(cases[i][0]), cases[i][1]);
}

static void test_errors(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"a: [b\n",
			"c.yml:2:1: not valid YAML: did not find expected ',' or ']', while parsing a flow "
			"sequence from line 1"},
		{"a: b: c\n", "c.yml:1:5: not valid YAML: mapping values are not allowed in this context"},
		{"a: \"b\n",
			"c.yml:2:1: not valid YAML: found unexpected end of stream, while scanning a quoted "
			"scalar from line 1"},
		{"a:\n  b: 1\n\tc: 2\n", "c.yml:3:1: YAML indents with spaces: this is a tab"},
		{"a: 1\nb: 2\na: 3\n", "c.yml:3:1: 'a' is there twice, first in line 1"},
		{"a: {b: 1, 'b': 2}\n", "c.yml:1:11: 'b' is there twice, first in line 1"},
		{"a: &x [1, 2]\nb: [*x, *x]\n",
			"c.yml:2:5: aliases are not taken: write out what '*x' stands for"},
		{"a: &x [*x]\n", "c.yml:1:8: aliases are not taken: write out what '*x' stands for"},
		{"a: !!str b\n", "c.yml:1:4: tags are not taken"},
		{"a: !!python/object:x [b]\n", "c.yml:1:4: tags are not taken"},
		{"a: 1\n---\nb: 2\n", "c.yml:2:1: a second document is not taken"},
		{"? [a]\n: b\n", "c.yml:1:3: a key has to be a text"},
		{"a: \"b\\0c\"\n", "c.yml:1:4: a text can't hold a NUL character"},
		{"a: b\x01\n", "c.yml:1:5: a control character can't stand in YAML"},
		{"\xC3\xA9: \xFF\n", "c.yml:1:4: the file is not UTF-8"},
		{"a: b\n\xC3\xA9\xE9: c\n", "c.yml:2:2: the file is not UTF-8"},
		{"a: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "c.yml:1:20: nested too deeply"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		expect(cases[i][0], strlen(cases[i][0]), cases[i][1]);
	expect("a: b\0c\n", 7, "c.yml:1:5: a control character can't stand in YAML");
	expect("\xFF\xFE\x61\x00", 4, "c.yml:1:1: the file is not UTF-8");
}

static void test_sizes(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	enum { COUNT = 20000 };
	char *deep = arena_alloc(arena, COUNT), *wide = arena_alloc(arena, 2 * COUNT);
	memset(deep, '[', COUNT);
	expect(deep, COUNT, "c.yml:1:18: nested too deeply");
	for (int i = 0; i < COUNT; i++)
		memcpy(wide + 2 * i, "-\n", 2);
	expect(wide, 2 * COUNT, "c.yml:10001:2: more than 10000 entries are not taken");
	arena_free(arena);
}

/* Whatever the bytes are, there is a tree or one line. */
static void test_any_bytes(void **state)
{
	(void)state;
	static const char *const pieces[] = {"a: ", "b:", "\n", "  ", "- ", "[", "]", "{", "}", ",", "'",
		"\"", "\\", "&x ", "*x", "!t ", "|", ">", "\t", "\xC3\xA9", "\xFF", "---\n", "...\n", "#",
		"? ", "~", "%YAML 1.1\n", "<<: ", "\r"};
	srand(1);
	for (int turn = 0; turn < 20000; turn++) {
		struct arena *arena = arena_new();
		const char *text = "", *error = NULL;
		for (int i = rand() % 16; i > 0; i--)
			text = arena_printf(arena, "%s%s", text,
				pieces[(size_t)rand() % (sizeof pieces / sizeof *pieces)]);
		size_t size = strlen(text);
		char *exact = malloc(size + 1);
		assert_non_null(exact);
		memcpy(exact, text, size + 1);
		const struct config_node *root = config_document(arena, "c.yml", exact, size, &error);
		free(exact);
		assert_int_equal(root == NULL, error != NULL);
		if (error) {
			assert_null(strchr(error, '\n'));
			assert_int_equal(strncmp(error, "c.yml:", 6), 0);
		}
		arena_free(arena);
	}
}

static void test_quotes_are_short(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char text[200];
	memset(text, 'x', sizeof text);
	text[199] = '\0';
	assert_int_equal(strlen(config_quote(arena, text)), 59);
	assert_string_equal(config_quote(arena, "short"), "short");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trees),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_any_bytes),
		cmocka_unit_test(test_quotes_are_short),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
