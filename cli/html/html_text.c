/* Text of unknown origin as HTML: nothing in it can become markup, move other text, or hide. */
#include "analyzer/base/utf8.h"
#include "cli/html/html.h"

#include <ctype.h>
#include <string.h>

/* Characters that aren't seen or change the order of others: controls of C1, soft hyphen, zero width,
 * direction, line separators, variation selectors, tags, and what is no character. */
static bool is_hidden(uint32_t c)
{
	static const uint32_t ranges[][2] = {{0x7f, 0x9f}, {0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c},
		{0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
		{0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
		{0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff}, {0x10fffe, 0x10ffff}};
	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
		if (c >= ranges[i][0] && c <= ranges[i][1])
			return true;
	return false;
}

/* One character, `length` bytes at `text`. */
static void write_char(FILE *stream, const char *text, size_t length, uint32_t c, bool is_code)
{
	const char *open = is_code ? "<i class=\"u\">" : "", *close = is_code ? "</i>" : "";
	const char *entity = c == '&'    ? "&amp;"
			     : c == '<'  ? "&lt;"
			     : c == '>'  ? "&gt;"
			     : c == '"'  ? "&quot;"
			     : c == '\'' ? "&#39;"
					 : NULL;
	if (entity)
		fputs(entity, stream);
	else if (c == '\t' && is_code)
		fputc('\t', stream);
	else if (c < 0x20)
		fprintf(stream, "%s&#x%x;%s", open, (unsigned)c + 0x2400, close);
	else if (c == UTF8_INVALID)
		fprintf(stream, "%s[x%02X]%s", open, (unsigned)(unsigned char)*text, close);
	else if (is_hidden(c))
		fprintf(stream, "%s[U+%04X]%s", open, (unsigned)c, close);
	else
		fwrite(text, 1, length, stream);
}

static void write_bytes(FILE *stream, const char *text, size_t size, bool is_code)
{
	for (size_t at = 0, length; at < size; at += length) {
		uint32_t c;
		length = utf8_decode(text + at, size - at, &c);
		write_char(stream, text + at, length, c, is_code);
	}
}

void html_text(FILE *stream, const char *text)
{
	write_bytes(stream, text, strlen(text), false);
}

void html_code(FILE *stream, const char *text, size_t size)
{
	write_bytes(stream, text, size, true);
}

void html_message(FILE *stream, const char *text)
{
	for (;;) {
		const char *open = strchr(text, '`'), *close = open ? strchr(open + 1, '`') : NULL;
		if (!close)
			break;
		write_bytes(stream, text, (size_t)(open - text), false);
		fputs("<code>", stream);
		write_bytes(stream, open + 1, (size_t)(close - open - 1), false);
		fputs("</code>", stream);
		text = close + 1;
	}
	html_text(stream, text);
}

void html_plain(FILE *stream, const char *text)
{
	for (size_t size; *text; text += size + (text[size] == '`')) {
		size = strcspn(text, "`");
		write_bytes(stream, text, size, false);
	}
}

void html_id(FILE *stream, const char *text)
{
	for (; *text; text++) {
		if (isalnum((unsigned char)*text) || *text == '-')
			fputc(*text, stream);
		else
			fprintf(stream, "_%02X", (unsigned)(unsigned char)*text);
	}
}
