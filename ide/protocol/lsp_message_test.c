/* The reader of messages: whole, in pieces, broken ones, and mutations of real ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ide/protocol/lsp_message.h"

/* Reads all of a stream that comes in pieces of `step` bytes: bodies to `out`, each in brackets, problems as
 * "!". */
static void read_all(const char *stream, size_t size, size_t step, struct buffer *out)
{
	struct lsp_reader reader = {0};
	const char *body = NULL, *problem = NULL;
	size_t length = 0;
	enum lsp_read read;
	for (size_t at = 0; at < size; at += step) {
		lsp_reader_add(&reader, stream + at, size - at < step ? size - at : step);
		while ((read = lsp_reader_next(&reader, &body, &length, &problem)) != LSP_READ_MORE) {
			if (read == LSP_READ_PROBLEM) {
				assert_non_null(problem);
				assert_null(strchr(problem, '\n'));
				buffer_add_text(out, "!");
				continue;
			}
			buffer_add_text(out, "[");
			buffer_add(out, body, length);
			buffer_add_text(out, "]");
		}
	}
	lsp_reader_free(&reader);
}

static void expect(const char *stream, const char *expected)
{
	for (size_t step = 1; step < 64; step += step < 8 ? 1 : 13) {
		struct buffer out = {0};
		buffer_add_text(&out, "");
		read_all(stream, strlen(stream), step, &out);
		assert_string_equal(out.data, expected);
		buffer_free(&out);
	}
}

static void reads_messages(void **state)
{
	(void)state;
	expect("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", "[{}][null]");
	expect("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:3\r\n\r\n{ }",
		"[{ }]");
	expect("Content-Length: 2\n\n{}", "[{}]");
	expect("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", "[][1]");
	expect("Content-Length: 9\r\n\r\n{}", "");
}

static void passes_over_what_is_none(void **state)
{
	(void)state;
	const char *good = "Content-Length: 2\r\n\r\n{}";
	static const char *const bad[] = {"Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
		"Content-Length: 1 2\r\n\r\n", "Content-Length:\r\n\r\n", "X-Other: 1\r\n\r\n{\"a\":1}",
		"\r\n\r\n", "hello\n\n", "Content-Length: 99999999999999999999\r\n\r\n{}", "cut off}"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct buffer stream = {0};
		buffer_printf(&stream, "%s%s", bad[i], good);
		expect(stream.data, "![{}]");
		buffer_free(&stream);
	}
}

static void passes_over_what_is_large(void **state)
{
	(void)state;
	struct lsp_reader reader = {0};
	const char *body, *problem, *header = "Content-Length: 70000000\r\n\r\n";
	size_t size, sent = 0;
	char *chunk = calloc(1, 1 << 20);
	assert_non_null(chunk);
	lsp_reader_add(&reader, header, strlen(header));
	assert_int_equal(lsp_reader_next(&reader, &body, &size, &problem), LSP_READ_PROBLEM);
	while (sent < 70000000) {
		size_t count = 70000000 - sent < 1 << 20 ? 70000000 - sent : 1 << 20;
		lsp_reader_add(&reader, chunk, count);
		assert_int_equal(lsp_reader_next(&reader, &body, &size, &problem), LSP_READ_MORE);
		assert_true(reader.bytes.capacity < 1 << 22);
		sent += count;
	}
	lsp_reader_add(&reader, "Content-Length: 1\r\n\r\n7", 22);
	assert_int_equal(lsp_reader_next(&reader, &body, &size, &problem), LSP_READ_BODY);
	assert_int_equal(size, 1);
	assert_int_equal(*body, '7');
	/* a header without an end is no message, however long it is waited for */
	for (int i = 0; i < 40; i++)
		lsp_reader_add(&reader, chunk, 1024);
	assert_int_equal(lsp_reader_next(&reader, &body, &size, &problem), LSP_READ_PROBLEM);
	lsp_reader_free(&reader);
	free(chunk);
}

/* A number from a fixed sequence. */
static unsigned next(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void mutate(char *stream, size_t *size, unsigned *seed)
{
	for (unsigned k = next(seed) % 4; k-- > 0;) {
		size_t at = next(seed) % *size;
		switch (next(seed) % 3) {
		case 0: stream[at] = (char)next(seed); break;
		case 1: memmove(stream + at, stream + at + 1, --*size - at); break;
		default: stream[at] = "\r\n:C0"[next(seed) % 5]; break;
		}
	}
}

/* Takes the marks of problems out: in pieces, more of them are seen. */
static void drop_problems(struct buffer *out)
{
	size_t kept = 0;
	for (size_t i = 0; i < out->size; i++)
		if (out->data[i] != '!')
			out->data[kept++] = out->data[i];
	out->data[out->size = kept] = '\0';
}

/* Whatever is done to a stream, what follows behind it is read, and in pieces it is read as at once. */
static void survives_mutations(void **state)
{
	(void)state;
	static const char original[] =
		"Content-Length: 17\r\n\r\n{\"method\":\"exit\"}Content-Type: x\r\nContent-Length: "
		"2\r\n\r\n{}Content-Length: "
		"46\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}  ";
	enum { TAIL = 6000 }; /* longer than any length that can come out */
	struct buffer tail = {0};
	unsigned seed = 1;
	for (int i = 0; i < TAIL; i++)
		buffer_add_text(&tail, "Content-Length: 3\r\n\r\n[9]");
	for (int round = 0; round < 400; round++) {
		char stream[sizeof original];
		size_t size = sizeof original - 1;
		memcpy(stream, original, size);
		mutate(stream, &size, &seed);
		struct buffer all = {0}, whole = {0}, pieces = {0};
		buffer_add(&all, stream, size);
		buffer_add(&all, tail.data, tail.size);
		read_all(all.data, all.size, all.size, &whole);
		read_all(all.data, all.size, 1 + next(&seed) % 7, &pieces);
		drop_problems(&whole);
		drop_problems(&pieces);
		assert_string_equal(whole.data, pieces.data);
		assert_string_equal(whole.data + whole.size - 10, "[[9]][[9]]");
		buffer_free(&all);
		buffer_free(&whole);
		buffer_free(&pieces);
	}
	buffer_free(&tail);
}

static void writes_messages(void **state)
{
	(void)state;
	struct buffer out = {0};
	lsp_message_write(&out, "{\"a\":1}", 7);
	lsp_message_write(&out, "", 0);
	assert_string_equal(out.data, "Content-Length: 7\r\n\r\n{\"a\":1}Content-Length: 0\r\n\r\n");
	buffer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_messages),
		cmocka_unit_test(passes_over_what_is_none),
		cmocka_unit_test(passes_over_what_is_large),
		cmocka_unit_test(survives_mutations),
		cmocka_unit_test(writes_messages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
