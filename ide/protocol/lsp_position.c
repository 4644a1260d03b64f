/* Positions; see lsp_position.h. */
#include "ide/protocol/lsp_position.h"

#include <stdbool.h>

#include "analyzer/base/utf8.h"

void lsp_lines_find(struct arena *arena, const char *text, size_t size, struct lsp_lines *out)
{
	*out = (struct lsp_lines){.text = text, .size = size};
	lines_find(arena, text, size, &out->starts);
}

void lsp_line_bytes(const struct lsp_lines *lines, uint32_t line, size_t *start, size_t *end)
{
	*start = *end = lines->size;
	if (line >= lines->starts.count)
		return;
	*start = lines->starts.data[line];
	if (line + 1 == lines->starts.count)
		return;
	*end = lines->starts.data[line + 1] - 1;
	if (*end > *start && lines->text[*end] == '\n' && lines->text[*end - 1] == '\r')
		--*end;
}

/* The bytes of the character at `at`, and how many units it counts. */
static size_t character_at(
	const struct lsp_lines *lines, size_t at, size_t end, enum lsp_encoding encoding, uint32_t *units)
{
	size_t bytes = utf8_decode(lines->text + at, end - at, NULL);
	*units = encoding == LSP_UTF8 ? (uint32_t)bytes : encoding == LSP_UTF16 && bytes == 4 ? 2 : 1;
	return bytes;
}

size_t lsp_offset(const struct lsp_lines *lines, struct lsp_position position, enum lsp_encoding encoding)
{
	size_t at, end;
	lsp_line_bytes(lines, position.line, &at, &end);
	uint32_t left = position.character, units;
	while (at < end && left) {
		size_t bytes = character_at(lines, at, end, encoding, &units);
		if (units > left)
			break;
		left -= units;
		at += bytes;
	}
	return at;
}

struct lsp_position lsp_position_of(const struct lsp_lines *lines, size_t offset, enum lsp_encoding encoding)
{
	if (offset > lines->size)
		offset = lines->size;
	struct lsp_position position = {.line = (uint32_t)lines_at(&lines->starts, offset)};
	size_t at = lines->starts.data[position.line];
	uint32_t units;
	while (at < offset) {
		size_t bytes = character_at(lines, at, lines->size, encoding, &units);
		if (at + bytes > offset)
			break;
		position.character += units;
		at += bytes;
	}
	return position;
}

const char *lsp_encoding_name(enum lsp_encoding encoding)
{
	static const char *const names[] = {"utf-8", "utf-16", "utf-32"};
	return names[encoding];
}
