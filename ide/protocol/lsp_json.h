/* Reading and making JSON values: short calls for what every request needs. */
#ifndef CUDALINT_IDE_LSP_JSON_H
#define CUDALINT_IDE_LSP_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "ide/protocol/lsp_position.h"

/* A member by its path, as "textDocument.uri"; NULL when there is none. */
const json_t *lsp_json_at(const json_t *value, const char *path);

/* The same by type; `otherwise` when it isn't there or is something else. A string with a NUL is none. */
const char *lsp_json_string(const json_t *value, const char *path, const char *otherwise);
int64_t lsp_json_integer(const json_t *value, const char *path, int64_t otherwise);
bool lsp_json_bool(const json_t *value, const char *path, bool otherwise);

/* Whether the array at `path` has the string. */
bool lsp_json_has(const json_t *value, const char *path, const char *word);

/* A position or a range; false when it isn't one. Numbers out of range are clamped. */
bool lsp_json_position(const json_t *value, struct lsp_position *out);
bool lsp_json_range(const json_t *value, struct lsp_range *out);

/* Text as a string, with what isn't UTF-8 replaced; NULL is "". */
json_t *lsp_json_text(const char *text);
json_t *lsp_json_text_sized(const char *text, size_t size);

json_t *lsp_json_of_position(struct lsp_position position);
json_t *lsp_json_of_range(struct lsp_range range);

#endif
