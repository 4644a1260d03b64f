/* Edits of documents, as the client makes them. */
#ifndef CUDALINT_IDE_LSP_EDIT_H
#define CUDALINT_IDE_LSP_EDIT_H

#include "ide/answer/lsp_diagnostics.h"

/* Edits of one analysis: by file, in bytes of the text that it has seen. */
struct lsp_edits {
	const struct lsp_result *result;
	VEC(struct edit) edits;
};

/* A WorkspaceEdit; NULL when a file that it changes isn't as the analysis has seen it. */
json_t *lsp_workspace_edit(struct lsp_texts *texts, const struct lsp_edits *edits);

/* The edits of one fix. */
void lsp_edits_of_fix(struct arena *arena, const struct fix *fix, struct lsp_edits *out);

/* The edits of all safe fixes of a document's own analysis that don't touch each other; of those of one rule,
 * unless `code` is NULL. Returns how many fixes that are. */
size_t lsp_edits_of_all(
	struct lsp_texts *texts, struct lsp_file *file, const char *code, struct lsp_edits *out);

/* lsp_suppress.c: a comment that silences findings of the document, on their line or in the whole file; the
 * code of one, or several with commas between. A line's comment that silences others already gets the code,
 * too. */
struct lsp_insertion {
	size_t offset;
	const char *text; /* NULL: there is no place for it */
};
#define LSP_REASON "TODO: say why"
struct lsp_insertion lsp_suppress_line(struct arena *arena, const struct lsp_lines *lines, size_t offset,
	const char *code, const char *reason);
struct lsp_insertion lsp_suppress_file(struct arena *arena, const struct lsp_lines *lines, const char *code);

#endif
