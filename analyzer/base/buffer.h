/* A growing byte buffer on the heap: for text that is built piece by piece and for messages between
 * processes. */
#ifndef CUDALINT_BASE_BUFFER_H
#define CUDALINT_BASE_BUFFER_H

#include <stddef.h>

#include "analyzer/base/format.h"

struct buffer {
	char *data; /* always NUL-terminated once anything was added; NULL before */
	size_t size;
	size_t capacity;
};

void buffer_add(struct buffer *buffer, const void *bytes, size_t count);
void buffer_add_text(struct buffer *buffer, const char *text);
void buffer_printf(struct buffer *buffer, const char *format, ...) FORMAT_PRINTF(2, 3);
void buffer_free(struct buffer *buffer);

/* The whole file, read from `path`. Returns 0, or an errno value; reading stops with EFBIG past `limit`
 * bytes. */
int buffer_read_file(struct buffer *buffer, const char *path, size_t limit);

/* The rest of an open descriptor, with the same limit. Returns 0 or an errno value. */
int buffer_read_fd(struct buffer *buffer, int fd, size_t limit);

/* Writes all of it to a descriptor that blocks. Returns 0 or an errno value. */
int buffer_write_fd(const struct buffer *buffer, int fd);

#endif
