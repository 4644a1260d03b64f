/* Positions in all encodings, on all kinds of lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ide/protocol/lsp_position.h"

static struct arena *arena;
static struct lsp_lines lines;

static void use(const char *text)
{
	lsp_lines_find(arena, text, strlen(text), &lines);
}

static void is_at(enum lsp_encoding encoding, size_t offset, uint32_t line, uint32_t character)
{
	struct lsp_position position = lsp_position_of(&lines, offset, encoding);
	assert_int_equal(position.line, line);
	assert_int_equal(position.character, character);
	assert_int_equal(lsp_offset(&lines, position, encoding), offset);
}

static size_t offset_of(enum lsp_encoding encoding, uint32_t line, uint32_t character)
{
	return lsp_offset(&lines, (struct lsp_position){line, character}, encoding);
}

static void splits_lines(void **state)
{
	(void)state;
	use("a\nb\r\nc\rd");
	assert_int_equal(lines.starts.count, 4);
	for (int encoding = LSP_UTF8; encoding <= LSP_UTF32; encoding++) {
		is_at((enum lsp_encoding)encoding, 0, 0, 0);
		is_at((enum lsp_encoding)encoding, 2, 1, 0);
		is_at((enum lsp_encoding)encoding, 3, 1, 1);
		is_at((enum lsp_encoding)encoding, 5, 2, 0);
		is_at((enum lsp_encoding)encoding, 7, 3, 0);
		is_at((enum lsp_encoding)encoding, 8, 3, 1);
	}
	use("\n\r\r\n");
	assert_int_equal(lines.starts.count, 4);
	use("");
	assert_int_equal(lines.starts.count, 1);
	is_at(LSP_UTF16, 0, 0, 0);
}

static void counts_units(void **state)
{
	(void)state;
	/* an umlaut, a euro sign, a face outside the first plane */
	use("x\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80y\n");
	is_at(LSP_UTF8, 10, 0, 10);
	is_at(LSP_UTF16, 10, 0, 5);
	is_at(LSP_UTF32, 10, 0, 4);
	is_at(LSP_UTF16, 3, 0, 2);
	is_at(LSP_UTF16, 6, 0, 3);
	/* within a character: its start */
	assert_int_equal(offset_of(LSP_UTF16, 0, 4), 6);
	assert_int_equal(offset_of(LSP_UTF8, 0, 2), 1);
	assert_int_equal(offset_of(LSP_UTF8, 0, 8), 6);
	/* not UTF-8: a character each */
	use("a\xff\xc3z");
	is_at(LSP_UTF16, 3, 0, 3);
	is_at(LSP_UTF32, 4, 0, 4);
}

static void clamps(void **state)
{
	(void)state;
	use("ab\r\ncd");
	for (int encoding = LSP_UTF8; encoding <= LSP_UTF32; encoding++) {
		assert_int_equal(offset_of((enum lsp_encoding)encoding, 0, 99), 2);
		assert_int_equal(offset_of((enum lsp_encoding)encoding, 1, 99), 6);
		assert_int_equal(offset_of((enum lsp_encoding)encoding, 2, 0), 6);
		assert_int_equal(offset_of((enum lsp_encoding)encoding, UINT32_MAX, UINT32_MAX), 6);
	}
	assert_int_equal(lsp_position_of(&lines, 99, LSP_UTF16).line, 1);
	assert_int_equal(lsp_position_of(&lines, 99, LSP_UTF16).character, 2);
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
		cmocka_unit_test(splits_lines), cmocka_unit_test(counts_units), cmocka_unit_test(clamps)};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
