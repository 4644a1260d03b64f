/* A growing byte buffer on the heap. As with arenas, out of memory ends the program with one line. */
#include "analyzer/base/buffer.h"
#include "analyzer/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make_room(struct buffer *buffer, size_t more)
{
	size_t needed = buffer->size + more + 1;
	if (needed <= buffer->capacity)
		return;
	size_t capacity = buffer->capacity ? buffer->capacity : 256;
	while (capacity < needed)
		capacity *= 2;
	char *data = realloc(buffer->data, capacity);
	if (!data)
		memory_is_gone();
	buffer->data = data;
	buffer->capacity = capacity;
}

void buffer_add(struct buffer *buffer, const void *bytes, size_t count)
{
	make_room(buffer, count);
	if (count)
		memcpy(buffer->data + buffer->size, bytes, count);
	buffer->size += count;
	buffer->data[buffer->size] = '\0';
}

void buffer_add_text(struct buffer *buffer, const char *text)
{
	buffer_add(buffer, text, strlen(text));
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length <= 0)
		return;
	make_room(buffer, (size_t)length);
	va_start(args, format);
	vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, args);
	va_end(args);
	buffer->size += (size_t)length;
}

void buffer_free(struct buffer *buffer)
{
	free(buffer->data);
	*buffer = (struct buffer){0};
}

int buffer_read_fd(struct buffer *buffer, int fd, size_t limit)
{
	for (;;) {
		if (buffer->size > limit)
			return EFBIG;
		make_room(buffer, 65536);
		ssize_t count = read(fd, buffer->data + buffer->size, buffer->capacity - buffer->size - 1);
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return errno;
		buffer->size += (size_t)count;
		buffer->data[buffer->size] = '\0';
		if (count == 0)
			return 0;
	}
}

int buffer_write_fd(const struct buffer *buffer, int fd)
{
	size_t done = 0;
	while (done < buffer->size) {
		ssize_t count = write(fd, buffer->data + done, buffer->size - done);
		if (count < 0 && errno != EINTR)
			return errno;
		done += count > 0 ? (size_t)count : 0;
	}
	return 0;
}

int buffer_read_file(struct buffer *buffer, const char *path, size_t limit)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return errno;
	struct stat status;
	int result = fstat(fd, &status) ? errno : 0;
	if (!result && S_ISDIR(status.st_mode))
		result = EISDIR;
	if (!result && S_ISREG(status.st_mode) && (unsigned long long)status.st_size > limit)
		result = EFBIG;
	if (!result)
		result = buffer_read_fd(buffer, fd, limit);
	close(fd);
	return result;
}
