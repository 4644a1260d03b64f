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

/* The same for a file that is a result: made where there is none, followed through links as opening it would,
 * and not brought to the disk at once. What can't be replaced is written to as it is: devices, pipes,
 * standard streams by a name of theirs, and files in folders that may not be changed; one of these that could
 * not be written whole is deleted, or left empty. Returns 0, or an errno value. */
int file_put(const char *path, const char *data, size_t size);

/* Whether file_put() would be allowed to: 0 or an errno value. Nothing is changed. */
int file_can_be_put(const char *path);

/* Whether file_replace() would be allowed to: 0 or an errno value. */
int file_is_replaceable(const char *path);

#endif
