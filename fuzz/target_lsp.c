/* What an editor sends, and what the server's workers do. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "ide/lsp.h"
#include "ide/lsp_settings.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_message.h"
#include "ide/protocol/lsp_pipe.h"
#include "ide/protocol/lsp_uri.h"
#include "ide/text/lsp_document.h"
#include "rules/registry.h"

/* Bytes on a stream, in pieces of 1 to 61 bytes; and the frames between server and workers. */
void fuzz_frames(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct lsp_reader reader = {0};
	struct lsp_frame frame;
	const char *body, *problem, *text;
	size_t body_size, text_size, step = size ? data[0] % 61 + 1u : 1;
	enum lsp_read read;
	for (size_t at = 0; at < size; at += step) {
		lsp_reader_add(&reader, (const char *)data + at, size - at < step ? size - at : step);
		while ((read = lsp_reader_next(&reader, &body, &body_size, &problem)) != LSP_READ_MORE)
			FUZZ_CHECK(read == LSP_READ_PROBLEM ? problem != NULL : body_size <= size);
	}
	lsp_reader_free(&reader);
	const char *bytes = fuzz_text(arena, data, size);
	size_t taken, at = 0;
	while (at < size && (taken = lsp_frame_read(bytes + at, size - at, &frame)) && taken != SIZE_MAX) {
		while (lsp_frame_next(&frame, &text, &text_size))
			FUZZ_CHECK(text_size <= size);
		at += taken;
	}
	arena_free(arena);
}

/* A whole session: each line is the body of a message. No worker can be started. */
void fuzz_messages(const uint8_t *data, size_t size)
{
	struct buffer stream = {0};
	const struct lsp_options options = {.registry = rules_registry, .no_cache = true};
	struct lsp_options own = options;
	for (size_t at = 0; at < size;) {
		const uint8_t *end = memchr(data + at, '\n', size - at);
		size_t length = end ? (size_t)(end - data) - at : size - at;
		lsp_message_write(&stream, (const char *)data + at, length);
		at += length + 1;
	}
	const char *path = fuzz_file("session", (const uint8_t *)stream.data, stream.size);
	own.in = open(path, O_RDONLY | O_CLOEXEC);
	own.out = open("/dev/null", O_WRONLY | O_CLOEXEC);
	FUZZ_CHECK(own.in >= 0 && own.out >= 0);
	fuzz_forbids_processes = true;
	lsp_run(&own);
	fuzz_forbids_processes = false;
	close(own.in);
	close(own.out);
	buffer_free(&stream);
}

static bool is_within(const struct lsp_document *document, const struct lsp_lines *lines)
{
	struct lsp_position end = lsp_position_of(lines, lines->size, LSP_UTF16);
	return lines->size == document->text.size && lsp_offset(lines, end, LSP_UTF16) == lines->size;
}

/* A text, a zero, and what a didChange says of it; also settings and a URI. */
void fuzz_edits(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	line_list problems = {0};
	struct lsp_settings settings;
	const uint8_t *second;
	size_t first, rest;
	fuzz_split(data, size, &first, &second, &rest);
	json_t *changes = json_loadb((const char *)second, rest, JSON_DECODE_ANY, NULL);
	struct lsp_document *document =
		lsp_document_new("file:///a.cu", "cuda", 1, (const char *)data, first);
	for (int encoding = LSP_UTF8; encoding <= LSP_UTF32; encoding++) {
		lsp_document_change(document, changes, (enum lsp_encoding)encoding);
		FUZZ_CHECK(is_within(document, lsp_document_lines(document)));
	}
	lsp_document_free(document);
	lsp_settings_read(arena, changes, &settings, &problems);
	json_decref(changes);
	const char *path = lsp_uri_path(arena, fuzz_text(arena, data, first));
	if (path) {
		const char *again = lsp_uri_path(arena, lsp_uri_of(arena, path));
		FUZZ_CHECK(again && !strcmp(again, path));
	}
	lsp_uri_stand_in(arena, "/folder", fuzz_text(arena, data, first));
	arena_free(arena);
}
