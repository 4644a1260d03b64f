/* Opening SQLite files that several processes share, that anything may have happened to, and that aren't
 * worth an error: who can't have one does without. */
#ifndef CUDALINT_STORE_DATABASE_H
#define CUDALINT_STORE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "analyzer/base/arena.h"

/* What a file is to be. One with another application or version, or that is damaged, is set aside. */
struct database_kind {
	const char *name;   /* of the file in its folder */
	int application_id; /* in the file's header */
	int version;
	const char *schema; /* makes an empty file one of this kind */
};

struct database {
	sqlite3 *handle; /* NULL: closed */
	const char *path;
	unsigned long long inode; /* of the file that was opened */
};

/* Opens the file in `folder`, which is made where it is missing. Returns 0; or -1 with what
 * is wrong in *problem ("cannot write to 'x': Permission denied"). *aside becomes the name of the file that
 * was set aside, or NULL. */
int database_open(struct arena *arena, const char *folder, const struct database_kind *kind,
	struct database *out, const char **aside, const char **problem);

void database_close(struct database *database);

/* Closes and renames a file that is damaged. Returns its new name. */
const char *database_set_aside(struct arena *arena, struct database *database);

/* What the last call of SQLite failed for, with the file's name: "cannot write to 'x': No space left on
 * device". */
const char *database_failure(struct arena *arena, const struct database *database);

/* Whether a result of SQLite says that the file is damaged or none of its own. */
bool database_is_damage(int code);

/* Makes a folder with those above it. In one that is new, empty or the cache by its name, there will be a
 * .gitignore that leaves everything out. Returns 0 or an errno value. */
int database_make_folder(struct arena *arena, const char *folder);

#endif
