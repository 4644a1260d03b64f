/* Text of unknown origin (source lines, paths, messages that quote them) made fit for a terminal or for JSON.
 */
#ifndef CUDALINT_CLI_TEXT_H
#define CUDALINT_CLI_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/buffer.h"

/* Appends one character so that it can do no harm: control characters as their pictures (U+2400 and up),
 * bytes that are no UTF-8 and characters that reorder text as U+FFFD. Returns its width in terminal cells: 0,
 * 1 or 2. */
unsigned text_add_char(struct buffer *out, uint32_t code_point);

/* Writes a text that way. */
void text_write(FILE *stream, const char *text);

/* The text with each invalid byte replaced by U+FFFD; the text itself when it is valid. */
const char *text_valid(struct arena *arena, const char *text);

/* "1 file", "2 files": in the arena. */
const char *text_count(struct arena *arena, size_t count, const char *noun);

#endif
