/* Edits of documents: single ones, and thousands of random ones beside a plain model of lines of code points.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ide/protocol/lsp_json.h"
#include "ide/text/lsp_document.h"

static struct lsp_document *document_of(const char *text)
{
	return lsp_document_new("file:///x.cu", "cuda-cpp", 1, text, strlen(text));
}

/* Makes one change, given as JSON, in UTF-16. */
static bool change(struct lsp_document *document, const char *json)
{
	json_t *changes = json_loads(json, JSON_ALLOW_NUL, NULL);
	assert_non_null(changes);
	bool ok = lsp_document_change(document, changes, LSP_UTF16);
	json_decref(changes);
	return ok;
}

#define RANGE(a, b, c, d)                                                                                    \
	"\"range\":{\"start\":{\"line\":" #a ",\"character\":" #b "},\"end\":{\"line\":" #c                  \
	",\"character\":" #d "}}"

static void changes_text(void **state)
{
	(void)state;
	struct lsp_document *document = document_of("ab\r\ncd\n");
	assert_true(change(document, "[{" RANGE(0, 1, 1, 1) ",\"text\":\"X\\nY\"}]"));
	assert_string_equal(document->text.data, "aX\nYd\n");
	assert_true(change(
		document, "[{" RANGE(0, 0, 0, 0) ",\"text\":\"1\"},{" RANGE(0, 1, 0, 2) ",\"text\":\"\"}]"));
	assert_string_equal(document->text.data, "1X\nYd\n");
	assert_true(change(document, "[{\"text\":\"new\"},{" RANGE(0, 3, 0, 3) ",\"text\":\"!\"}]"));
	assert_string_equal(document->text.data, "new!");
	assert_true(change(document, "[{" RANGE(5, 7, 99, 99) ",\"text\":\"?\"}]"));
	assert_string_equal(document->text.data, "new!?");
	assert_true(change(document, "[{" RANGE(0, 3, 0, 1) ",\"text\":\"\"}]")); /* the wrong way round */
	assert_string_equal(document->text.data, "n!?");
	assert_true(change(document, "[{\"text\":\"a\\u0000b\"}]"));
	assert_int_equal(document->text.size, 3);
	assert_true(change(document, "[{\"range\":null,\"text\":\"\"}]"));
	assert_int_equal(document->text.size, 0);
	lsp_document_free(document);
}

static void refuses_what_is_none(void **state)
{
	(void)state;
	struct lsp_document *document = document_of("text");
	assert_false(change(document, "{}"));
	assert_false(change(document, "[1]"));
	assert_false(change(document, "[{}]"));
	assert_false(change(document, "[{\"text\":1}]"));
	assert_false(change(document, "[{\"text\":\"x\",\"range\":{}}]"));
	assert_false(change(document, "[{\"text\":\"x\",\"range\":{\"start\":{\"line\":0}}}]"));
	assert_string_equal(document->text.data, "text");
	assert_true(change(document,
		"[{\"text\":\"x\",\"range\":{\"start\":{\"line\":-1,\"character\":-5},\"end\":{\"line\":1e99,\"character\":0}}}]"));
	assert_string_equal(document->text.data, "x");
	lsp_document_free(document);
}

/* ---- the model ------------------------------------------------------------------------------- */

/* A text as UTF-16 units; what an editor in JavaScript would have. */
struct model {
	uint16_t units[8192];
	size_t count;
};

static const struct {
	const char *utf8;
	uint16_t units[2];
	size_t count;
} alphabet[] = {{"a", {'a'}, 1}, {"{", {'{'}, 1}, {"\n", {'\n'}, 1}, {"\r\n", {'\r', '\n'}, 2},
	{"\r", {'\r'}, 1}, {"\xc3\xa4", {0xe4}, 1}, {"\xe2\x82\xac", {0x20ac}, 1},
	{"\xf0\x9f\x98\x80", {0xd83d, 0xde00}, 2}};
enum { LETTERS = sizeof alphabet / sizeof *alphabet };

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* The unit that a position means, by the rules of the protocol. */
static size_t unit_at(const struct model *model, uint32_t line, uint32_t character)
{
	size_t at = 0;
	for (; line && at < model->count; at++) {
		bool crlf = model->units[at] == '\r' && at + 1 < model->count && model->units[at + 1] == '\n';
		line -= model->units[at] == '\n' || (model->units[at] == '\r' && !crlf);
	}
	if (line)
		return model->count;
	while (character-- && at < model->count && model->units[at] != '\n' && model->units[at] != '\r')
		at++;
	bool in_pair = at && at < model->count && model->units[at] >= 0xdc00 && model->units[at] < 0xe000;
	return in_pair ? at - 1 : at;
}

static void splice(struct model *model, size_t start, size_t end, const uint16_t *units, size_t count)
{
	memmove(model->units + start + count, model->units + end, (model->count - end) * sizeof *units);
	memcpy(model->units + start, units, count * sizeof *units);
	model->count = model->count - (end - start) + count;
}

static void check_same(struct lsp_document *document, const struct model *model)
{
	const struct lsp_lines *lines = lsp_document_lines(document);
	size_t offset = 0;
	for (size_t i = 0; i < model->count; i++) {
		unsigned unit = model->units[i];
		size_t bytes = unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 4 : 3;
		assert_true(offset < document->text.size);
		struct lsp_position position = lsp_position_of(lines, offset, LSP_UTF16);
		size_t back = lsp_offset(lines, position, LSP_UTF16);
		/* the newline of "\r\n" has no position of its own */
		assert_true(back == offset || (unit == '\n' && back + 1 == offset));
		offset += bytes;
		i += bytes == 4;
	}
	assert_int_equal(offset, document->text.size);
}

static void follows_random_edits(void **state)
{
	(void)state;
	struct lsp_document *document = document_of("");
	struct model model = {0};
	unsigned seed = 7;
	for (int round = 0; round < 20000; round++) {
		struct buffer text = {0};
		uint16_t units[32];
		size_t count = 0;
		buffer_add_text(&text, "");
		for (unsigned k = next(&seed) % 8; k-- > 0;) {
			unsigned letter = next(&seed) % LETTERS;
			buffer_add_text(&text, alphabet[letter].utf8);
			for (size_t i = 0; i < alphabet[letter].count; i++)
				units[count++] = alphabet[letter].units[i];
		}
		struct lsp_range range = {{next(&seed) % 20, next(&seed) % 12}, {0, next(&seed) % 12}};
		range.end.line = range.start.line + (model.count > 500 ? next(&seed) % 9 : next(&seed) % 2);
		size_t start = unit_at(&model, range.start.line, range.start.character);
		size_t end = unit_at(&model, range.end.line, range.end.character);
		json_t *changes = json_pack(
			"[{soso}]", "range", lsp_json_of_range(range), "text", lsp_json_text(text.data));
		assert_true(lsp_document_change(document, changes, LSP_UTF16));
		splice(&model, start < end ? start : end, start < end ? end : start, units, count);
		if (round % 16 == 0)
			check_same(document, &model);
		json_decref(changes);
		buffer_free(&text);
		assert_true(model.count < 8000);
	}
	lsp_document_free(document);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(changes_text),
		cmocka_unit_test(refuses_what_is_none), cmocka_unit_test(follows_random_edits)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
