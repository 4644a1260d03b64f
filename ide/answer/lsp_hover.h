/* A hover while it is written. */
#ifndef CUDALINT_IDE_LSP_HOVER_H
#define CUDALINT_IDE_LSP_HOVER_H

#include "ide/answer/lsp_diagnostics.h"

struct hover {
	struct lsp_texts texts;
	struct lsp_file *file;
	const struct lsp_lines *lines;
	size_t offset;     /* byte that is hovered over */
	uint32_t line;     /* from 0 */
	size_t start, end; /* what the hover is about; empty: the word there */
	struct buffer text;
};

/* Adds what is predicted for the line, the launch or the kernel (lsp_hover_prediction.c). */
void lsp_hover_prediction(struct hover *hover);

#endif
