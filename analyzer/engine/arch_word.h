/* Words of code whose comments and strings are blanks, see comments_blank(). */
#ifndef CUDALINT_ENGINE_ARCH_WORD_H
#define CUDALINT_ENGINE_ARCH_WORD_H

#include <stdbool.h>
#include <stddef.h>

struct arch_word {
	const char *text;
	size_t length;
};

/* Whether an identifier, or a number, may have it. */
bool arch_in_word(char c);

/* Behind spaces and tabs. */
const char *arch_skip_blanks(const char *at, const char *end);

/* The end of the line, of all that backslashes join to it; `at` isn't a newline. */
const char *arch_line_end(const char *at, const char *end);

/* The next identifier from *at on; moves behind it. */
bool arch_next_word(const char **at, const char *end, struct arch_word *out);

bool arch_word_is(struct arch_word word, const char *text);
bool arch_word_same(struct arch_word a, struct arch_word b);
bool arch_word_among(struct arch_word word, const char *const *texts); /* which end with NULL */

/* Whether it is __CUDA_ARCH__, or one of the macros whose names begin like it. */
bool arch_word_is_arch(struct arch_word word);

#endif
