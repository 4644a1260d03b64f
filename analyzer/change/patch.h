/* Unified diffs, as git, diff, svn, hg and others write them: which lines of which files are new.
 *
 * Taken are plain hunks with any amount of context, the combined ones of merges, and git's headers: renames,
 * copies, modes, binary files, quoted names. Whatever stands around them (messages, mail headers, indexes) is
 * passed over. */
#ifndef CUDALINT_CHANGE_PATCH_H
#define CUDALINT_CHANGE_PATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"

struct line_range {
	uint32_t first, last; /* 1-based, both included */
};

/* A hunk's own numbers. Of a count of 0, the start is the line that the others lie behind. */
struct patch_hunk {
	uint32_t old_start, old_count, new_start, new_count;
};

/* What a patch says of one file. */
struct patch_file {
	const char *old_path, *new_path; /* unquoted, otherwise as written; NULL: not told */
	bool is_exact;                   /* new_path has no prefix: it begins at the top of the repository */
	bool is_git;                     /* the names may have git's prefixes, a/ and b/ or the like */
	bool is_binary;                  /* changed, but no lines are told */
	bool is_deleted;
	VEC(struct line_range) added; /* lines of the new file, ascending */
	VEC(struct patch_hunk) hunks; /* none for combined diffs, which have several old files */
};

typedef VEC(struct patch_file) patch_list;

/* Reads a patch; `name` is for messages. A text of blanks alone is a patch of nothing. Returns 0; or -1 with
 * "NAME:LINE: what is wrong" in *error. */
int patch_parse(
	struct arena *arena, const char *name, const char *text, size_t size, patch_list *out, char **error);

#endif
