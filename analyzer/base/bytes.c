/* Encoding and decoding of single values; see bytes.h. */
#include "analyzer/base/bytes.h"

#include <string.h>

void bytes_put_unsigned(struct buffer *out, uint64_t value)
{
	unsigned char bytes[10];
	size_t count = 0;
	for (; value >= 0x80; value >>= 7)
		bytes[count++] = (unsigned char)(value | 0x80);
	bytes[count++] = (unsigned char)value;
	buffer_add(out, bytes, count);
}

uint64_t bytes_fail(struct bytes_reader *reader)
{
	reader->failed = true;
	reader->at = reader->end;
	return 0;
}

uint64_t bytes_get_unsigned(struct bytes_reader *reader, uint64_t limit)
{
	uint64_t value = 0;
	for (unsigned shift = 0; reader->at < reader->end && shift < 64; shift += 7) {
		unsigned char byte = *reader->at++;
		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value <= limit ? value : bytes_fail(reader);
	}
	return bytes_fail(reader);
}

/* Small magnitudes of either sign stay short: 0, -1, 1, -2 become 0, 1, 2, 3. */
void bytes_put_signed(struct buffer *out, int64_t value)
{
	bytes_put_unsigned(out, value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1);
}

int64_t bytes_get_signed(struct bytes_reader *reader)
{
	uint64_t value = bytes_get_unsigned(reader, UINT64_MAX);
	int64_t half = (int64_t)(value >> 1);
	return value & 1 ? -half - 1 : half;
}

void bytes_put_bool(struct buffer *out, bool value)
{
	bytes_put_unsigned(out, value);
}

bool bytes_get_bool(struct bytes_reader *reader)
{
	return bytes_get_unsigned(reader, 1) != 0;
}

void bytes_put_double(struct buffer *out, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	for (int i = 0; i < 8; i++) {
		unsigned char byte = (unsigned char)(bits >> 8 * i);
		buffer_add(out, &byte, 1);
	}
}

double bytes_get_double(struct bytes_reader *reader)
{
	if (reader->end - reader->at < 8)
		return (double)bytes_fail(reader);
	uint64_t bits = 0;
	for (int i = 0; i < 8; i++)
		bits |= (uint64_t)*reader->at++ << 8 * i;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Length plus one; 0 is NULL. */
void bytes_put_text(struct buffer *out, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	bytes_put_unsigned(out, text ? length + 1 : 0);
	if (text)
		buffer_add(out, text, length);
}

const char *bytes_get_text(struct bytes_reader *reader)
{
	uint64_t length = bytes_get_unsigned(reader, UINT64_MAX);
	if (length == 0)
		return NULL;
	if (length - 1 > (uint64_t)(reader->end - reader->at)) {
		bytes_fail(reader);
		return NULL;
	}
	const char *text = arena_strndup(reader->arena, (const char *)reader->at, (size_t)length - 1);
	reader->at += length - 1;
	return text;
}

void bytes_put_required(struct buffer *out, const char *text)
{
	bytes_put_text(out, text ? text : "");
}

const char *bytes_get_required(struct bytes_reader *reader)
{
	const char *text = bytes_get_text(reader);
	if (!text)
		bytes_fail(reader);
	return text ? text : "";
}

size_t bytes_get_count(struct bytes_reader *reader)
{
	return (size_t)bytes_get_unsigned(reader, (uint64_t)(reader->end - reader->at));
}

void bytes_put_block(struct buffer *out, const void *data, size_t size)
{
	bytes_put_unsigned(out, size);
	if (size)
		buffer_add(out, data, size);
}

const void *bytes_get_block(struct bytes_reader *reader, size_t *size)
{
	const void *data = reader->at;
	*size = (size_t)bytes_get_unsigned(reader, UINT64_MAX);
	if (*size > (size_t)(reader->end - reader->at)) {
		bytes_fail(reader);
		*size = 0;
	}
	data = reader->at;
	reader->at += *size;
	return data;
}
