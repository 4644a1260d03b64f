/* Git, run as a program that runs no other: whatever the configuration of the repository says. */
#ifndef CUDALINT_CHANGE_GIT_RUN_H
#define CUDALINT_CHANGE_GIT_RUN_H

#include <stdbool.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/buffer.h"

/* What git is asked. */
struct git_call {
	const char *folder;           /* where; NULL: in the working directory */
	const char *const *arguments; /* behind `git`; the list ends with NULL */
	bool reads_files;             /* it may read files of the working tree, which filters can be for */
	int patience_ms;              /* how long it may take; 0: as long as it likes */
};

/* Runs it and gathers what it writes. Returns 0; or -1 with one line in *error when it can't be run, fails or
 * takes too long. */
int git_run(struct arena *arena, const struct git_call *call, struct buffer *out, char **error);

#endif
