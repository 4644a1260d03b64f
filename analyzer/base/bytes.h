/* Values as a string of bytes, for other processes and for files.
 *
 * Integers are variable-length (7 bits a byte, least significant first), texts carry their length, doubles
 * are 8 bytes little-endian. There is no padding and no alignment. */
#ifndef CUDALINT_BASE_BYTES_H
#define CUDALINT_BASE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/buffer.h"

/* The bytes still to be read. After the first error nothing more is read, and every value is 0. Texts are
 * copied into `arena`. */
struct bytes_reader {
	struct arena *arena;
	const unsigned char *at, *end;
	bool failed;
};

/* Marks the bytes as wrong; returns 0. */
uint64_t bytes_fail(struct bytes_reader *reader);

void bytes_put_unsigned(struct buffer *out, uint64_t value);
uint64_t bytes_get_unsigned(struct bytes_reader *reader, uint64_t limit); /* at most `limit` */

/* Small magnitudes of either sign are short. */
void bytes_put_signed(struct buffer *out, int64_t value);
int64_t bytes_get_signed(struct bytes_reader *reader);

void bytes_put_bool(struct buffer *out, bool value);
bool bytes_get_bool(struct bytes_reader *reader);

void bytes_put_double(struct buffer *out, double value);
double bytes_get_double(struct bytes_reader *reader);

/* A text or NULL. */
void bytes_put_text(struct buffer *out, const char *text);
const char *bytes_get_text(struct bytes_reader *reader);

/* A text that the rest of the program relies on: written as "" for NULL, and never NULL when read. */
void bytes_put_required(struct buffer *out, const char *text);
const char *bytes_get_required(struct bytes_reader *reader);

/* Bytes with their number in front. What is read points into what the reader reads. */
void bytes_put_block(struct buffer *out, const void *data, size_t size);
const void *bytes_get_block(struct bytes_reader *reader, size_t *size);

/* A count of things that take at least a byte each, so that no message claims more than it can hold. */
size_t bytes_get_count(struct bytes_reader *reader);

#endif
