/* Texts by lines, and positions in them as the protocol counts: lines and characters from 0, where a
 * character is a byte, half of a UTF-16 pair or a code point, as the client has chosen. */
#ifndef CUDALINT_IDE_LSP_POSITION_H
#define CUDALINT_IDE_LSP_POSITION_H

#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/lines.h"

enum lsp_encoding { LSP_UTF8, LSP_UTF16, LSP_UTF32 };

struct lsp_position {
	uint32_t line, character;
};

struct lsp_range {
	struct lsp_position start, end;
};

/* Where the lines of a text begin; lines end with "\n", "\r\n" or "\r". The text isn't copied. */
struct lsp_lines {
	const char *text;
	size_t size;
	line_starts starts;
};

void lsp_lines_find(struct arena *arena, const char *text, size_t size, struct lsp_lines *out);

/* The bytes of a line without its end; lines from 0, an empty range past the last one. */
void lsp_line_bytes(const struct lsp_lines *lines, uint32_t line, size_t *start, size_t *end);

/* The byte that a position means. Past the end of its line it is the line's end, past the last line the
 * text's; within a character it is the character's first byte. */
size_t lsp_offset(const struct lsp_lines *lines, struct lsp_position position, enum lsp_encoding encoding);

/* The position of a byte; past the end of the text: of its end. */
struct lsp_position lsp_position_of(const struct lsp_lines *lines, size_t offset, enum lsp_encoding encoding);

const char *lsp_encoding_name(enum lsp_encoding encoding);

#endif
