/* URIs of documents: `file:` URIs and the paths that they mean. */
#ifndef CUDALINT_IDE_LSP_URI_H
#define CUDALINT_IDE_LSP_URI_H

#include "analyzer/base/arena.h"

/* The absolute path of a `file:` URI, cleaned; NULL for another scheme, another host, a path that isn't
 * absolute here (as "/c:/x"), or one with a NUL. */
const char *lsp_uri_path(struct arena *arena, const char *uri);

/* The URI of an absolute path, with what isn't plain as %XX. */
const char *lsp_uri_of(struct arena *arena, const char *path);

/* A path for a document that is in no file ("untitled:Untitled-1"): in `folder`, with the name of the URI and
 * an ending .cu unless it has one. */
const char *lsp_uri_stand_in(struct arena *arena, const char *folder, const char *uri);

#endif
