/* A document that the client has open: its text as the client sees it, kept up to date edit by edit. */
#ifndef CUDALINT_IDE_LSP_DOCUMENT_H
#define CUDALINT_IDE_LSP_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "analyzer/base/buffer.h"
#include "ide/protocol/lsp_position.h"

enum { LSP_LARGEST_DOCUMENT = 256 * 1024 * 1024 /* bytes; edits past it are refused */ };

struct lsp_document {
	struct arena *arena;
	const char *uri;      /* as the client writes it */
	const char *language; /* its languageId */
	int64_t version;      /* the client's */
	struct buffer text;   /* UTF-8 */
	struct arena *line_arena;
	struct lsp_lines line_starts; /* of the text as it is, while line_arena isn't NULL */
};

/* Free with lsp_document_free(). */
struct lsp_document *lsp_document_new(
	const char *uri, const char *language, int64_t version, const char *text, size_t size);
void lsp_document_free(struct lsp_document *document);

/* Makes the changes of a didChange, in order: each an object with `text` and, unless it replaces everything,
 * a `range`. False when one of them is no change; those before it are made. */
bool lsp_document_change(struct lsp_document *document, const json_t *changes, enum lsp_encoding encoding);

/* The lines of the text, until it is changed. */
const struct lsp_lines *lsp_document_lines(struct lsp_document *document);

#endif
