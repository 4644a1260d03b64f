/* Settings as they are read: one item for each value, with its place. Files are merged as items. */
#ifndef CUDALINT_CONFIG_ITEM_H
#define CUDALINT_CONFIG_ITEM_H

#include "analyzer/base/format.h"
#include "analyzer/config/document.h"
#include "analyzer/config/keys.h"

struct config_item {
	const struct config_key *key;
	const char *name;                /* in LISTS and GROUPS, as written, rules by code; else NULL */
	const char *option;              /* in GROUPS: "min-factor"; else NULL */
	const char *text;                /* the value */
	struct config_place at, name_at; /* of the value and of the name */
	const char *folder;              /* absolute: of the file, which paths are meant from */
	unsigned layer;                  /* which file: one that extends another has a greater number */
};

typedef VEC(struct config_item) item_list;

/* A mistake: its place and, in one line that begins with it, what is wrong. */
struct config_error {
	struct config_place at;
	const char *text;
};
typedef VEC(struct config_error) config_errors;

/* Reading one file. */
struct config_reader {
	struct arena *arena;
	const struct rule *const *registry;
	const char *folder;
	item_list items;
	config_errors *errors;
};

/* Appends the items of a document; what can't be told from the table alone is judged later (resolve.c). */
void config_read(struct config_reader *reader, const struct config_node *root);

/* Adds the items of a later layer to those of earlier ones. */
void config_merge(struct arena *arena, item_list *items, const item_list *later);

/* Appends a line: the place, then the message. */
void config_complain(struct arena *arena, config_errors *errors, struct config_place at, const char *format,
	...) FORMAT_PRINTF(4, 5);

#endif
