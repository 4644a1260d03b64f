/* A configuration file as a tree, before anything is known about its keys: texts, lists and maps, each with
 * its place.
 *
 * What a settings file has no use for is refused, with its place: several documents, tags, and aliases (which
 * can blow a few lines up to gigabytes). A key that is there twice is refused, too. */
#ifndef CUDALINT_CONFIG_DOCUMENT_H
#define CUDALINT_CONFIG_DOCUMENT_H

#include <stdbool.h>

#include "analyzer/base/vec.h"

/* Where something stands. Lines and columns are 1-based, columns count code points; line 0: the file as a
 * whole. */
struct config_place {
	const char *path; /* as reported; NULL: in no file */
	unsigned line, column;
};

enum config_node_kind { NODE_EMPTY, NODE_TEXT, NODE_LIST, NODE_MAP };

struct config_node {
	enum config_node_kind kind;
	struct config_place at;
	const char *text; /* of NODE_TEXT; as written in the file, without quotes */
	bool is_quoted;
	VEC(struct config_node *) items; /* of a list; of a map the values */
	VEC(struct config_node *) keys;  /* of a map: one text for each item */
};

/* "path:line:col: ", or "path: " for a whole file. */
const char *config_place_text(struct arena *arena, struct config_place place);

/* A text from the file as messages quote it: one that is long is cut. */
const char *config_quote(struct arena *arena, const char *text);

/* Reads the YAML in `text`. Returns NULL with one line in *error, which names `path`, when it can't be used.
 * A file without content gives an empty map. */
struct config_node *config_document(
	struct arena *arena, const char *path, const char *text, size_t size, const char **error);

#endif
