/* The lines of files that findings lie in: of open documents, or as they are on disk, read once. */
#ifndef CUDALINT_IDE_LSP_TEXTS_H
#define CUDALINT_IDE_LSP_TEXTS_H

#include "ide/lsp_server.h"

struct lsp_text {
	const char *path;
	struct lsp_lines lines;
};

struct lsp_texts {
	struct lsp_server *server;
	struct arena *arena;
	VEC(struct lsp_text *) entries;
};

/* The lines of a file by its absolute path; empty when it can't be read. Valid as long as the arena and until
 * the next edit. */
const struct lsp_lines *lsp_texts_lines(struct lsp_texts *texts, const char *path);

/* The absolute path of what a result's findings call `path`, and its URI as the client knows it. */
const char *lsp_texts_absolute(struct lsp_texts *texts, const struct lsp_result *result, const char *path);
const char *lsp_texts_uri(struct lsp_texts *texts, const char *absolute);

/* The range of a span, and a location: its URI with that. */
struct lsp_range lsp_texts_range(
	struct lsp_texts *texts, const struct lsp_result *result, const struct span *span);
json_t *lsp_texts_location(struct lsp_texts *texts, const struct lsp_result *result, const struct span *span);

#endif
