/* What differs from a revision, as git tells it. */
#ifndef CUDALINT_CHANGE_GIT_H
#define CUDALINT_CHANGE_GIT_H

#include "analyzer/change/patch.h"

/* The top of the working directory's repository; NULL with one line in *error. */
const char *git_top(struct arena *arena, char **error);

/* The lines that the files of the working tree have and a revision (NULL: HEAD) has not; of A..B and A...B,
 * what these mean to `git diff`, moved to where the lines of B are in the working tree. Names begin at the
 * top. Files that git doesn't know are no part of it. Returns 0, or -1 as above. */
int git_diff(struct arena *arena, const char *top, const char *revision, patch_list *out, char **error);

/* The files that git neither knows nor is to ignore; names begin at the top. Returns 0, or -1 as above. */
int git_untracked(struct arena *arena, const char *top, patch_list *out, char **error);

#endif
