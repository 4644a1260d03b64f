/* The inside of wire.h, shared by the files that encode results (wire.c) and pictures (wire_picture.c): how a
 * number or a text stands in bytes. */
#ifndef CUDALINT_FINDING_WIRE_IO_H
#define CUDALINT_FINDING_WIRE_IO_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/finding/picture.h"

/* The bytes still to be read. After the first error nothing more is read, and every value is 0. */
struct reader {
	struct arena *arena;
	const unsigned char *at, *end;
	bool failed;
};

static inline void write_unsigned(struct buffer *out, uint64_t value)
{
	unsigned char bytes[10];
	size_t count = 0;
	for (; value >= 0x80; value >>= 7)
		bytes[count++] = (unsigned char)(value | 0x80);
	bytes[count++] = (unsigned char)value;
	buffer_add(out, bytes, count);
}

static inline uint64_t fail(struct reader *reader)
{
	reader->failed = true;
	reader->at = reader->end;
	return 0;
}

/* At most `limit`. */
static inline uint64_t read_unsigned(struct reader *reader, uint64_t limit)
{
	uint64_t value = 0;
	for (unsigned shift = 0; reader->at < reader->end && shift < 64; shift += 7) {
		unsigned char byte = *reader->at++;
		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value <= limit ? value : fail(reader);
	}
	return fail(reader);
}

/* Small magnitudes of either sign stay short: 0, -1, 1, -2 become 0, 1, 2, 3. */
static inline void write_signed(struct buffer *out, int64_t value)
{
	write_unsigned(out, value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1);
}

static inline int64_t read_signed(struct reader *reader)
{
	uint64_t value = read_unsigned(reader, UINT64_MAX);
	int64_t half = (int64_t)(value >> 1);
	return value & 1 ? -half - 1 : half;
}

static inline void write_bool(struct buffer *out, bool value)
{
	write_unsigned(out, value);
}

static inline bool read_bool(struct reader *reader)
{
	return read_unsigned(reader, 1) != 0;
}

static inline void write_double(struct buffer *out, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	for (int i = 0; i < 8; i++) {
		unsigned char byte = (unsigned char)(bits >> 8 * i);
		buffer_add(out, &byte, 1);
	}
}

static inline double read_double(struct reader *reader)
{
	if (reader->end - reader->at < 8)
		return (double)fail(reader);
	uint64_t bits = 0;
	for (int i = 0; i < 8; i++)
		bits |= (uint64_t)*reader->at++ << 8 * i;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Length plus one; 0 is NULL. */
static inline void write_text(struct buffer *out, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	write_unsigned(out, text ? length + 1 : 0);
	if (text)
		buffer_add(out, text, length);
}

static inline const char *read_text(struct reader *reader)
{
	uint64_t length = read_unsigned(reader, UINT64_MAX);
	if (length == 0)
		return NULL;
	if (length - 1 > (uint64_t)(reader->end - reader->at)) {
		fail(reader);
		return NULL;
	}
	const char *text = arena_strndup(reader->arena, (const char *)reader->at, (size_t)length - 1);
	reader->at += length - 1;
	return text;
}

/* A text that the rest of the program relies on: never NULL in a decoded result. */
static inline void write_required(struct buffer *out, const char *text)
{
	write_text(out, text ? text : "");
}

static inline const char *read_required(struct reader *reader)
{
	const char *text = read_text(reader);
	if (!text)
		fail(reader);
	return text ? text : "";
}

/* A count of things that take at least a byte each, so that no message claims more than it can hold. */
static inline size_t read_count(struct reader *reader)
{
	return (size_t)read_unsigned(reader, (uint64_t)(reader->end - reader->at));
}

/* A picture or NULL. What is decoded is safe to draw: enumerations, sizes and threads are in range. */
void wire_write_picture(struct buffer *out, const struct picture *picture);
const struct picture *wire_read_picture(struct reader *reader);

#endif
