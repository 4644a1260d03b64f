/* Lines of source files for excerpts, read when they are first asked for. */
#ifndef CUDALINT_CLI_SOURCE_H
#define CUDALINT_CLI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/finding/finding.h"

struct source_set;

struct source_set *source_set_new(struct arena *arena);
void source_set_free(struct source_set *set);

/* Text that a file has instead of what is on disk: standard input. The text must outlive the set. */
void source_set_add(struct source_set *set, const char *path, const char *text, size_t size);

/* One line (from 1) without its newline. False when the file can't be read or has no such line. */
bool source_line(struct source_set *set, const char *path, uint32_t line, const char **text, size_t *size);

/* Of the files that could not be read, the first: one line that says why; NULL: none. Excerpts are missing.
 */
const char *source_set_problem(const struct source_set *set);

/* The place of a byte. False when the file can't be read or is shorter. */
bool source_position(struct source_set *set, const char *path, uint32_t offset, struct position *position);

#endif
