/* Decoding UTF-8 one character at a time, with the table 3-7 of the Unicode standard as the measure of
 * validity. */
#include "analyzer/base/utf8.h"

/* The length that a lead byte announces, and the bounds of the byte after it. 0: not a lead byte. */
static size_t lead(unsigned char byte, unsigned char *low, unsigned char *high)
{
	*low = 0x80;
	*high = 0xbf;
	if (byte >= 0xc2 && byte <= 0xdf)
		return 2;
	if (byte >= 0xe0 && byte <= 0xef) {
		if (byte == 0xe0)
			*low = 0xa0;
		if (byte == 0xed)
			*high = 0x9f;
		return 3;
	}
	if (byte >= 0xf0 && byte <= 0xf4) {
		if (byte == 0xf0)
			*low = 0x90;
		if (byte == 0xf4)
			*high = 0x8f;
		return 4;
	}
	return 0;
}

size_t utf8_decode(const char *text, size_t size, uint32_t *code_point)
{
	const unsigned char *bytes = (const unsigned char *)text;
	uint32_t ignored;
	if (!code_point)
		code_point = &ignored;
	*code_point = bytes[0];
	if (bytes[0] < 0x80)
		return 1;
	*code_point = UTF8_INVALID;
	unsigned char low, high;
	size_t length = lead(bytes[0], &low, &high);
	if (length == 0 || length > size || bytes[1] < low || bytes[1] > high)
		return 1;
	uint32_t value = bytes[0] & (0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (bytes[i] & 0x3fu);
	}
	*code_point = value;
	return length;
}

uint32_t utf8_column(const char *line, size_t bytes)
{
	uint32_t column = 1;
	for (size_t at = 0; at < bytes; column++)
		at += utf8_decode(line + at, bytes - at, NULL);
	return column;
}
