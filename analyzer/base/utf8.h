/* UTF-8 as it occurs in source files: mostly right, sometimes not. Invalid bytes are never an error; each one
 * counts as one character. */
#ifndef CUDALINT_BASE_UTF8_H
#define CUDALINT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes the character at the start of `text` (`size` >= 1) and returns its length in bytes, 1 to 4. A byte
 * that doesn't start a valid sequence (overlong forms, surrogates and values past U+10FFFF are none) is taken
 * alone: the length is 1 and *code_point is UTF8_INVALID. `code_point` may be NULL. */
#define UTF8_INVALID UINT32_MAX
size_t utf8_decode(const char *text, size_t size, uint32_t *code_point);

/* The 1-based column, in code points, of the byte that is `bytes` bytes into a line. */
uint32_t utf8_column(const char *line, size_t bytes);

#endif
