/* Command lines as lists of words: how a shell, nvcc and gcc each split text, in one place. */
#ifndef CUDALINT_FRONTEND_WORDS_H
#define CUDALINT_FRONTEND_WORDS_H

#include "analyzer/base/vec.h"

/* A VEC(const char *) with a name, so that functions can take it. */
struct words {
	const char **data;
	size_t count, capacity;
};

enum words_style {
	WORDS_SHELL, /* a compile_commands.json "command": POSIX quoting, nothing is expanded */
	WORDS_GNU,   /* @file of gcc and clang: both quotes group, a backslash escapes anywhere */
	WORDS_NVCC   /* --options-file of nvcc: only double quotes group, a backslash escapes anywhere */
};

/* Appends the words of `text`. Never fails: a quote that isn't closed reaches to the end. */
void words_split(struct arena *arena, const char *text, enum words_style style, struct words *out);

/* Appends the items of an nvcc list operand (`-D A,B`): commas separate unless they stand in double quotes or
 * after a backslash. Backslashes go away; quotes stay, because they belong to a macro's value. Empty items
 * are dropped. */
void words_split_list(struct arena *arena, const char *text, struct words *out);

/* `text` without its double quotes: what a shell makes of a list item that is a path. */
char *words_unquote(struct arena *arena, const char *text);

#endif
