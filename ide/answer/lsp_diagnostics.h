/* Findings as diagnostics. */
#ifndef CUDALINT_IDE_LSP_DIAGNOSTICS_H
#define CUDALINT_IDE_LSP_DIAGNOSTICS_H

#include "ide/text/lsp_texts.h"

/* A finding, and the analysis that it comes from. */
struct lsp_found {
	const struct lsp_result *result;
	const struct finding *finding;
};

typedef VEC(struct lsp_found) lsp_found_list;

/* What all analyses say of a file, by its absolute path, as far as they have seen its present text; each
 * finding once, suppressed ones left out. */
void lsp_found_in(struct lsp_texts *texts, const char *path, lsp_found_list *out);

/* The same as diagnostics; and what one analysis alone says of a file. */
json_t *lsp_diagnostics_in(struct lsp_texts *texts, const char *path);
json_t *lsp_diagnostics_of(struct lsp_texts *texts, const struct lsp_result *result, const char *path);

/* A full report of them, which takes over `items`; and a number that tells one value from another. */
json_t *lsp_full_report(json_t *items);
unsigned long long lsp_hash_of(const json_t *value);

json_t *lsp_diagnostic(struct lsp_texts *texts, const struct lsp_found *found);

#endif
