/* Giving a file new contents, all or nothing. */
#ifndef CUDALINT_BASE_REPLACE_FILE_H
#define CUDALINT_BASE_REPLACE_FILE_H

#include <stddef.h>

struct file_text {
	const char *data;
	size_t size;
};

/* Puts `size` bytes in place of what the file `path` holds: an absolute path that no link is on. At any time,
 * also when the process is killed or the machine goes down, the file is the old one or the new one. It is a
 * new file that takes the name of the old one: it keeps its permissions, and its owner and group where that
 * is allowed; other hard links of the file keep the old contents. Whoever may not write to the file may not
 * replace it either. `expected` is what it has to hold, or NULL. Returns 0, or an errno value; then nothing
 * has changed. ESTALE: it holds something else by now; ELOOP, ENOTDIR: a link is on the path. */
int file_replace(const char *path, const struct file_text *expected, const char *data, size_t size);

/* Whether file_replace() would be allowed to: 0 or an errno value. */
int file_is_replaceable(const char *path);

#endif
