/* Which lines of a text became which: what a unified diff is made of, and how a place before a change is
 * found after it. */
#ifndef CUDALINT_FINDING_LINE_DIFF_H
#define CUDALINT_FINDING_LINE_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/vec.h"

/* A text in lines. A line ends behind its "\n", the last one at the end of the text. */
struct text_lines {
	const char *text;
	size_t count;
	const size_t *starts; /* count + 1 of them: the last one is the size of the text */
};

/* Lines [old_start, old_end) of the old text, from 0, stand as [new_start, new_end) in the new one. */
struct line_change {
	size_t old_start, old_end, new_start, new_end;
};

struct line_diff {
	struct text_lines old, new;
	VEC(struct line_change) changes; /* in order; between two of them at least one line is the same */
};

struct text_lines text_lines_split(struct arena *arena, const char *text, size_t size);

/* Compares two texts; they have to outlive the result. Lines are compared byte by byte. The changes are the
 * fewest possible, unless the texts have so little in common that nobody would read them. */
void line_diff_make(struct arena *arena, const char *old, size_t old_size, const char *new, size_t new_size,
	struct line_diff *out);

/* The line of the old text, from 1, that a line of the new one comes from. For a line that is new: the one
 * that it replaces, as far as can be told, else the one behind which it was put. */
uint32_t line_diff_before(const struct line_diff *diff, uint32_t line);

/* Appends the changes as a unified diff, with three lines of context; nothing when there are none. The two
 * names are written as they have to be in a diff: quoted where a program could misread them. */
void line_diff_unified(
	const struct line_diff *diff, const char *old_name, const char *new_name, struct buffer *out);

#endif
