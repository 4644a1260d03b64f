/* Statements by their text alone: what stands between two of `;` `{` `}`, wherever its lines break.
 *
 * For identities that outlive formatting: no parser is at hand where findings get theirs, and a file need not
 * parse to have one. A `;` between parentheses, as in the head of a `for`, ends nothing; a preprocessor
 * directive is apart from the code around it, and the body of a macro is divided like other code. */
#ifndef CUDALINT_FINDING_STATEMENTS_H
#define CUDALINT_FINDING_STATEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/buffer.h"
#include "analyzer/finding/comments.h"

struct statement {
	uint32_t start;    /* byte; it reaches to the start of the next one */
	bool in_directive; /* of the preprocessor: a macro's definition for one */
};

/* A text divided; the text has to outlive it. */
struct statements {
	const char *text;
	size_t size;
	const char *code; /* see comments_blank() */
	comment_list comments;
	VEC(struct statement) list; /* ascending, the first one at 0 */
};

void statements_find(struct arena *arena, const char *text, size_t size, struct statements *out);

/* The index of the statement that a byte of the text, or its end, lies in. */
size_t statements_at(const struct statements *statements, uint32_t offset);

/* Where the statement of that index ends. */
uint32_t statements_end(const struct statements *statements, size_t index);

/* The comment that a byte lies in, or NULL. */
const struct comment *statements_comment(const struct statements *statements, uint32_t offset);

/* Appends the text of [start, end) as no formatter changes it: without comments, white space and the
 * backslashes that join lines, and with neighbouring strings as one. */
void statements_add_text(
	const struct statements *statements, uint32_t start, uint32_t end, struct buffer *out);

#endif
