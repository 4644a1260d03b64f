/* Where the name in an include directive leads: to a file of the user's, beside the one with the directive or
 * in a folder of the flags; to the system's headers; or to whatever header of the repository is called so. */
#ifndef CUDALINT_FRONTEND_INCLUDES_FIND_H
#define CUDALINT_FRONTEND_INCLUDES_FIND_H

#include "analyzer/frontend/includes.h"

struct include_search {
	struct arena *arena;
	const struct includes_query *query;
	line_list *by_name;       /* folders of what was found by name, searched like those of the flags */
	line_list dirs;           /* -I and -isystem of the flags */
	struct words system_dirs; /* once they are asked for */
};

enum include_place {
	INCLUDE_NOWHERE,
	INCLUDE_STANDARD, /* of the system, or bundled */
	INCLUDE_LOCAL,
	INCLUDE_BY_NAME /* the user's too, once its folder is added */
};

/* The first three members are set. */
void include_search_begin(struct include_search *search);

/* `from`: the file with the directive. *path: the file, as it is reached; NULL where it isn't the user's. */
enum include_place include_find(
	struct include_search *search, const char *from, const char *name, bool is_angled, const char **path);

/* Adds the folder in which a file was found by name. */
void include_add_folder(struct include_search *search, const char *path, const char *name);

#endif
