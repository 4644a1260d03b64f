/* Framing. Headers end with an empty line; lines may end with a newline alone. */
#include "ide/protocol/lsp_message.h"

#include <string.h>
#include <strings.h>

static const char length_name[] = "Content-Length:";
enum { LENGTH_NAME = sizeof length_name - 1, KEPT = 4 * 1024 * 1024 /* of memory, between messages */ };

void lsp_reader_add(struct lsp_reader *reader, const char *bytes, size_t count)
{
	size_t left = reader->bytes.size - reader->at;
	if (!left && reader->bytes.capacity > KEPT) {
		buffer_free(&reader->bytes);
		reader->at = 0;
	}
	if (reader->at && left < reader->at) {
		memmove(reader->bytes.data, reader->bytes.data + reader->at, left);
		reader->bytes.size = left;
		reader->at = 0;
	}
	buffer_add(&reader->bytes, bytes, count);
}

void lsp_reader_free(struct lsp_reader *reader)
{
	buffer_free(&reader->bytes);
	*reader = (struct lsp_reader){0};
}

/* The bytes up to the end of the empty line, or 0. */
static size_t header_size(const char *text, size_t size)
{
	for (const char *at = text; (at = memchr(at, '\n', size - (size_t)(at - text))); at++) {
		size_t next = (size_t)(at - text) + 1;
		if (next < size && text[next] == '\n')
			return next + 1;
		if (next + 1 < size && text[next] == '\r' && text[next + 1] == '\n')
			return next + 2;
	}
	return 0;
}

/* The number in a line "Content-Length: N"; false: it has none, or more behind it. */
static bool read_length(const char *at, const char *end, size_t *length)
{
	size_t value = 0, digits = 0;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	for (; at < end && *at >= '0' && *at <= '9'; at++, digits++)
		if (value < (size_t)1 << 48)
			value = value * 10 + (size_t)(*at - '0');
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
		at++;
	*length = value;
	return digits > 0 && at == end;
}

/* Looks through the lines of a header for the length. */
static bool find_length(const char *header, size_t size, size_t *length)
{
	const char *end = header + size;
	for (const char *line = header; line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (!stop)
			stop = end;
		if (stop - line >= LENGTH_NAME && strncasecmp(line, length_name, LENGTH_NAME) == 0)
			return read_length(line + LENGTH_NAME, stop, length);
		line = stop + 1;
	}
	return false;
}

/* Where the next header begins; the size when none does, less what may be its beginning. */
static size_t find_header(const char *text, size_t size)
{
	for (size_t i = 0; i + LENGTH_NAME <= size; i++)
		if ((text[i] == 'C' || text[i] == 'c') &&
			strncasecmp(text + i, length_name, LENGTH_NAME) == 0)
			return i;
	return size < LENGTH_NAME ? 0 : size - LENGTH_NAME + 1;
}

/* Passes over what is there in search of a header. True when one may begin here. */
static bool find_way(struct lsp_reader *reader)
{
	const char *text = reader->bytes.data + reader->at;
	size_t size = reader->bytes.size - reader->at;
	size_t next = find_header(text, size);
	reader->at += next;
	if (next + LENGTH_NAME > size)
		return false;
	reader->is_astray = false;
	return true;
}

static enum lsp_read go_astray(
	struct lsp_reader *reader, size_t passed, const char **problem, const char *line)
{
	reader->at += passed;
	reader->is_astray = true;
	*problem = line;
	return LSP_READ_PROBLEM;
}

enum lsp_read lsp_reader_next(
	struct lsp_reader *reader, const char **body, size_t *size, const char **problem)
{
	if (reader->at == reader->bytes.size || (reader->is_astray && !find_way(reader)))
		return LSP_READ_MORE;
	const char *text = reader->bytes.data + reader->at;
	size_t there = reader->bytes.size - reader->at, length = 0;
	size_t header = header_size(text, there);
	if (!header && there <= LSP_LARGEST_HEADER)
		return LSP_READ_MORE;
	if (!header || header > LSP_LARGEST_HEADER)
		return go_astray(reader, 1, problem, "something that is no message was passed over");
	if (!find_length(text, header, &length))
		return go_astray(
			reader, 1, problem, "a message without a valid Content-Length was passed over");
	if (length > LSP_LARGEST_MESSAGE) /* or the length is wrong: nothing says where it ends */
		return go_astray(reader, header, problem, "a message of more than 64 MB was passed over");
	if (there - header < length)
		return LSP_READ_MORE;
	*body = text + header;
	*size = length;
	reader->at += header + length;
	return LSP_READ_BODY;
}

void lsp_message_write(struct buffer *out, const char *body, size_t size)
{
	buffer_printf(out, "Content-Length: %zu\r\n\r\n", size);
	buffer_add(out, body, size);
}
