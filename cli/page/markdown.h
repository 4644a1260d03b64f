/* Markdown for a terminal: headings, wrapped paragraphs, lists, indented code and aligned tables. */
#ifndef CUDALINT_CLI_MARKDOWN_H
#define CUDALINT_CLI_MARKDOWN_H

#include "cli/paint.h"

/* Writes the text, wrapped at `width` columns. */
void markdown_print(FILE *stream, const struct paint *paint, const char *text, unsigned width);

#endif
