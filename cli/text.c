/* Making text harmless, and how wide it is on a terminal. */
#include "cli/text.h"
#include "analyzer/base/utf8.h"

#include <stdbool.h>
#include <string.h>

enum { REPLACEMENT = 0xfffd };

static void add_utf8(struct buffer *out, uint32_t c)
{
	char bytes[4];
	size_t count = 0;
	if (c < 0x80) {
		bytes[count++] = (char)c;
	} else if (c < 0x800) {
		bytes[count++] = (char)(0xc0 | c >> 6);
		bytes[count++] = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		bytes[count++] = (char)(0xe0 | c >> 12);
		bytes[count++] = (char)(0x80 | (c >> 6 & 0x3f));
		bytes[count++] = (char)(0x80 | (c & 0x3f));
	} else {
		bytes[count++] = (char)(0xf0 | c >> 18);
		bytes[count++] = (char)(0x80 | (c >> 12 & 0x3f));
		bytes[count++] = (char)(0x80 | (c >> 6 & 0x3f));
		bytes[count++] = (char)(0x80 | (c & 0x3f));
	}
	buffer_add(out, bytes, count);
}

static bool in_ranges(uint32_t c, const uint32_t (*ranges)[2], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (c >= ranges[i][0] && c <= ranges[i][1])
			return true;
	}
	return false;
}

/* Cells of a character, by the ranges that matter in source files; not every script. */
static unsigned width(uint32_t c)
{
	static const uint32_t none[][2] = {
		{0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xe0100, 0xe01ef}};
	static const uint32_t wide[][2] = {{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3},
		{0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f},
		{0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
	if (c < 0x300)
		return 1;
	if (in_ranges(c, none, sizeof none / sizeof none[0]))
		return 0;
	return in_ranges(c, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

/* Characters that make a line look like something else: bidirectional controls, C1 controls, line separators.
 */
static bool is_deceptive(uint32_t c)
{
	return (c >= 0x7f && c <= 0x9f) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
	       c == 0x2028 || c == 0x2029;
}

unsigned text_add_char(struct buffer *out, uint32_t code_point)
{
	if (code_point < 0x20)
		code_point += 0x2400;
	else if (code_point == UTF8_INVALID || is_deceptive(code_point))
		code_point = REPLACEMENT;
	add_utf8(out, code_point);
	return width(code_point);
}

void text_write(FILE *stream, const char *text)
{
	struct buffer out = {0};
	for (size_t size = strlen(text), length; size > 0; text += length, size -= length) {
		uint32_t c;
		length = utf8_decode(text, size, &c);
		text_add_char(&out, c);
	}
	if (out.size)
		fwrite(out.data, 1, out.size, stream);
	buffer_free(&out);
}

const char *text_valid(struct arena *arena, const char *text)
{
	size_t size = strlen(text), at = 0;
	uint32_t c = 0;
	while (at < size && c != UTF8_INVALID)
		at += utf8_decode(text + at, size - at, &c);
	if (c != UTF8_INVALID)
		return text;
	struct buffer out = {0};
	for (at = 0; at < size;) {
		size_t length = utf8_decode(text + at, size - at, &c);
		if (c == UTF8_INVALID)
			add_utf8(&out, REPLACEMENT);
		else
			buffer_add(&out, text + at, length);
		at += length;
	}
	const char *valid = arena_strndup(arena, out.data, out.size);
	buffer_free(&out);
	return valid;
}

const char *text_count(struct arena *arena, size_t count, const char *noun)
{
	return arena_printf(arena, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}
