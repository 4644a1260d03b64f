/* Where the lines of a text begin: "\n", "\r\n" and a lone "\r" end one, as for the compiler. */
#ifndef CUDALINT_BASE_LINES_H
#define CUDALINT_BASE_LINES_H

#include <stdint.h>

#include "analyzer/base/vec.h"

typedef VEC(uint32_t) line_starts;
typedef VEC(const char *) line_list; /* one-line remarks, names: without their line ends */

/* Fills in the offset of each line's first byte, ascending; the first is 0, also for an empty text. */
void lines_find(struct arena *arena, const char *text, size_t size, line_starts *out);

/* The last line, counted from 0, that begins at `offset` or before it. */
size_t lines_at(const line_starts *lines, size_t offset);

#endif
