/* What an edit did to a text, as far as that can be told without a parser. */
#ifndef CUDALINT_IDE_LSP_QUICK_TEXT_H
#define CUDALINT_IDE_LSP_QUICK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/arena.h"

/* Bytes [start, old_end) of a text have become [start, new_end) of another one. */
struct lsp_edit {
	size_t start, old_end, new_end;
};

/* The smallest edit that leads from one text to the other; an empty one when they are equal. */
struct lsp_edit lsp_edit_between(const char *old, size_t old_size, const char *new, size_t new_size);

/* Where byte `at` of the old text, which lies before or behind the edit, is in the new one. */
size_t lsp_edit_move(const struct lsp_edit *edit, size_t at);

/* Whether the lines of bytes [start, end), the line before or the one behind speak to cudalint. */
bool lsp_text_speaks_to_us(const char *text, size_t size, size_t start, size_t end);

/* Whether they are directives of the preprocessor, or parts of one. */
bool lsp_text_is_directive(const char *text, size_t size, size_t start, size_t end);

/* Whether both texts are the same but for comments and space between words. Memory comes from `scratch`. */
bool lsp_text_same_code(
	struct arena *scratch, const char *old, size_t old_size, const char *new, size_t new_size);

/* Whether what stands between the braces of a function can be left out: nothing in it speaks to cudalint,
 * defines a macro, or begins or ends a condition of the preprocessor that isn't wholly in it. */
bool lsp_text_can_blank(const char *text, size_t size, size_t begin, size_t end);

/* Puts spaces in the place of all that stands between the braces of the function body [begin, end), but for
 * line ends. */
void lsp_text_blank(char *text, size_t begin, size_t end);

#endif
