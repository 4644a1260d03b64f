/* A change: which lines of which files of the working tree are new. From git, or from a patch. */
#ifndef CUDALINT_CHANGE_CHANGE_H
#define CUDALINT_CHANGE_CHANGE_H

#include "analyzer/change/patch.h"

/* A file that was changed and is there. */
struct change_file {
	const char *path;             /* absolute, links resolved */
	bool is_whole;                /* all its lines are new, or which ones isn't told */
	VEC(struct line_range) lines; /* ascending, apart from each other; none where lines only went */
};

struct change {
	VEC(struct change_file) files; /* by path */
	size_t missing; /* files that the patch names and that aren't here, besides those it deletes */
};

/* What the working tree has and a revision has not (see git_diff()), of the repository that the working
 * directory is in. Without A..B, files that git doesn't know yet are part of it. Returns 0; or -1 with one
 * line in *error. */
int change_from_git(struct arena *arena, const char *revision, struct change *out, char **error);

/* What a patch has brought about. Its names are looked for from the top of the repository and from the
 * working directory, those that aren't git's with ever more of their first folders left out. `name` is for
 * messages. Returns as above. */
int change_from_patch(struct arena *arena, const char *name, const char *text, size_t size,
	struct change *out, char **error);

/* The file of an absolute path with links resolved; NULL: it wasn't changed. */
const struct change_file *change_find(const struct change *change, const char *path);

/* Whether one of the lines [first, last] is new. */
bool change_touches(const struct change_file *file, uint32_t first, uint32_t last);

#endif
