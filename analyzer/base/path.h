/* Paths as text: joining and cleaning them without asking the file system what they are. */
#ifndef CUDALINT_BASE_PATH_H
#define CUDALINT_BASE_PATH_H

#include <dirent.h>
#include <stdbool.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/lines.h"

/* `path` if it is absolute, else `directory`/`path`; a leading "./" goes away, ".." stays (links may stand
 * before it). */
char *path_join(struct arena *arena, const char *directory, const char *path);

/* Lexically clean: no ".", "..", doubled or trailing slash. "/a/b/../c/" gives "/a/c". */
char *path_normalize(struct arena *arena, const char *path);

/* Everything before the last slash: "/a" gives "/", "a" gives ".". */
char *path_parent(struct arena *arena, const char *path);

/* The part after the last slash; points into `path`. */
const char *path_name(const char *path);

/* The name's extension without its dot, "" when there is none; points into `path`. */
const char *path_extension(const char *path);

/* Whether the extension is one of headers: the file is meant to be included. */
bool path_is_header(const char *path);

/* The path with symbolic links followed; NULL when there is no such file. */
char *path_resolve(struct arena *arena, const char *path);

/* The working directory, absolute; "/" when it is gone. */
char *path_here(struct arena *arena);

/* The running program's file, links followed; NULL: it can't be told, as on systems other than Linux. */
char *path_program(struct arena *arena);

/* The path with symbolic links followed; of a file that isn't there, absolute and lexically clean. */
char *path_absolute(struct arena *arena, const char *path);

/* An absolute path as it is reported: relative to the working directory where it lies below it. */
const char *path_display(struct arena *arena, const char *absolute);

/* Whether an absolute path lies in a folder, at any depth; both clean. */
bool path_is_below(const char *path, const char *folder);

/* Whether an absolute path is one of these, or lies in one; all clean. */
bool path_is_among(const char *path, const line_list *places);

/* The folder that holds .git, from `folder` (absolute) upward; NULL when there is none. */
const char *path_repository(struct arena *arena, const char *folder);

/* The outermost of the repositories that a folder (absolute) belongs to: a submodule or a further working
 * tree has a file in place of git's folder, and may belong to one around it. NULL when there is none. */
const char *path_realm(struct arena *arena, const char *folder);

/* Whether a file is reached through a link that leads out of the repository that its name lies in. */
bool path_leads_out(struct arena *arena, const char *path);

/* Makes a folder and those that it lies in, where they are missing. Returns 0 or an errno value. */
int path_make_folders(struct arena *arena, const char *folder);

/* Whether something is there, links not followed; also when that can't be told, so that who opens it learns
 * why. */
bool path_is_there(const char *path);

/* The next entry of a folder; NULL at its end, and with an errno value in *error when it can't be read. */
struct dirent *path_next(DIR *folder, int *error);

bool path_is_file(const char *path);
bool path_is_folder(const char *path);

#endif
