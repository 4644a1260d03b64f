/* File names in the headers of patches: quoted as git does it, or bare with a date behind a tab. */
#ifndef CUDALINT_CHANGE_PATCH_NAME_H
#define CUDALINT_CHANGE_PATCH_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/arena.h"

/* A line, or the rest of one, without its end. */
struct patch_line {
	const char *text;
	size_t size;
};

bool patch_line_begins(const struct patch_line *line, const char *prefix);

/* Reads the name that the line begins with: up to a tab, or to the closing quote. *out is NULL for /dev/null
 * and for an empty name. False when a quoted name isn't closed. */
bool patch_name_read(struct arena *arena, const struct patch_line *line, const char **out);

/* Reads "A B" from behind "diff --git", where both name one file, up to their prefixes: bare names may have
 * spaces in them. Leaves NULL where that can't be told; then the file was renamed, and other lines name it.
 */
void patch_name_read_pair(
	struct arena *arena, const struct patch_line *line, const char **old_path, const char **new_path);

#endif
