/* Finds the comments of a C++ file, exactly: what looks like a comment inside a string, a raw string, a
 * character, an #include name or a number with digit separators is none. Works on any bytes. */
#ifndef CUDALINT_FINDING_COMMENTS_H
#define CUDALINT_FINDING_COMMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/vec.h"

struct comment {
	uint32_t offset, size; /* bytes, with its delimiters, without the newline that ends a line comment */
	uint32_t line, end_line; /* 1-based: where it starts and where its last byte lies */
	bool is_block;           /* written with delimiters at both ends */
	bool is_closed;          /* false: a block comment that reaches the end of the file */
	bool code_before; /* something else than space and comments stands before it on its first line */
	bool code_after;  /* likewise after it on its last line */
};

typedef VEC(struct comment) comment_list;

/* Appends the comments of `text` in order. Files of 4 GB and more are taken as empty. */
void comments_find(struct arena *arena, const char *text, size_t size, comment_list *out);

/* A copy of the text in which comments, and what strings and characters hold between their quotes, are
 * blanks: the code alone, each byte where it was. Lines stay, and names behind #include. */
char *comments_blank(struct arena *arena, const char *text, size_t size);

/* A copy in which comments alone are blanks, their lines' ends too, and white space in strings and characters
 * stands as other control characters: what is left of white space parts tokens, or is of none. For
 * comparisons. */
char *comments_erase(struct arena *arena, const char *text, size_t size);

#endif
