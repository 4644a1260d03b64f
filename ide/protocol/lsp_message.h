/* Messages on a stream: a header with the length, an empty line, a body of JSON. What comes in is cut into
 * bodies; what is no message is passed over and told, and the stream goes on behind it. */
#ifndef CUDALINT_IDE_LSP_MESSAGE_H
#define CUDALINT_IDE_LSP_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/buffer.h"

enum {
	LSP_LARGEST_HEADER = 16 * 1024,
	LSP_LARGEST_MESSAGE = 64 * 1024 * 1024 /* bytes of a body */
};

/* Zero it before use, and free it with lsp_reader_free(). */
struct lsp_reader {
	struct buffer bytes; /* received, from `at` on not yet read */
	size_t at;
	bool is_astray; /* no header where one should be: the next "Content-Length:" is looked for */
};

enum lsp_read {
	LSP_READ_MORE,   /* nothing whole is there */
	LSP_READ_BODY,   /* a message */
	LSP_READ_PROBLEM /* something was passed over; go on reading */
};

void lsp_reader_add(struct lsp_reader *reader, const char *bytes, size_t count);

/* Takes the next message. *body lies in the reader until bytes are added. With LSP_READ_PROBLEM, *problem is
 * a line that says what was wrong. */
enum lsp_read lsp_reader_next(
	struct lsp_reader *reader, const char **body, size_t *size, const char **problem);
void lsp_reader_free(struct lsp_reader *reader);

/* Appends a message with this body. */
void lsp_message_write(struct buffer *out, const char *body, size_t size);

#endif
