/* Open documents; see lsp_document.h. */
#include "ide/text/lsp_document.h"

#include <string.h>

#include "ide/protocol/lsp_json.h"

struct lsp_document *lsp_document_new(
	const char *uri, const char *language, int64_t version, const char *text, size_t size)
{
	struct arena *arena = arena_new();
	struct lsp_document *document = ARENA_NEW(arena, struct lsp_document);
	document->arena = arena;
	document->uri = arena_strdup(arena, uri);
	document->language = arena_strdup(arena, language);
	document->version = version;
	buffer_add(&document->text, text, size);
	return document;
}

static void forget_lines(struct lsp_document *document)
{
	if (document->line_arena)
		arena_free(document->line_arena);
	document->line_arena = NULL;
}

void lsp_document_free(struct lsp_document *document)
{
	forget_lines(document);
	buffer_free(&document->text);
	arena_free(document->arena);
}

const struct lsp_lines *lsp_document_lines(struct lsp_document *document)
{
	if (!document->line_arena) {
		document->line_arena = arena_new();
		lsp_lines_find(document->line_arena, document->text.data, document->text.size,
			&document->line_starts);
	}
	return &document->line_starts;
}

/* Puts `size` bytes in place of [start, end). */
static void replace(struct lsp_document *document, size_t start, size_t end, const char *text, size_t size)
{
	struct buffer *bytes = &document->text;
	size_t tail = bytes->size - end;
	if (size > end - start) {
		struct buffer room = {0};
		buffer_add(&room, bytes->data + end, tail);
		bytes->size = start;
		buffer_add(bytes, text, size);
		buffer_add(bytes, room.data, tail);
		buffer_free(&room);
	} else {
		memcpy(bytes->data + start, text, size);
		memmove(bytes->data + start + size, bytes->data + end, tail);
		bytes->size = start + size + tail;
		bytes->data[bytes->size] = '\0';
	}
	forget_lines(document);
}

static bool change_one(struct lsp_document *document, const json_t *change, enum lsp_encoding encoding)
{
	const json_t *text = json_object_get(change, "text"), *where = json_object_get(change, "range");
	struct lsp_range range;
	size_t start = 0, end = document->text.size, size = json_string_length(text);
	if (!json_is_string(text) || document->text.size + size > LSP_LARGEST_DOCUMENT)
		return false;
	if (where && !json_is_null(where)) {
		if (!lsp_json_range(where, &range))
			return false;
		const struct lsp_lines *lines = lsp_document_lines(document);
		start = lsp_offset(lines, range.start, encoding);
		end = lsp_offset(lines, range.end, encoding);
	}
	if (end < start) {
		size_t lower = end;
		end = start;
		start = lower;
	}
	replace(document, start, end, json_string_value(text), size);
	return true;
}

bool lsp_document_change(struct lsp_document *document, const json_t *changes, enum lsp_encoding encoding)
{
	for (size_t i = 0; i < json_array_size(changes); i++)
		if (!change_one(document, json_array_get(changes, i), encoding))
			return false;
	return json_is_array(changes);
}
