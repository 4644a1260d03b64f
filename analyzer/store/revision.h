/* Which commit a working tree is at, as git tells it. */
#ifndef CUDALINT_STORE_REVISION_H
#define CUDALINT_STORE_REVISION_H

#include <stdbool.h>

#include "analyzer/base/arena.h"

struct revision {
	const char *commit; /* 40 or 64 hexadecimal digits */
	bool is_dirty;      /* files under version control differ from it */
};

/* The revision of the tree that `folder` lies in. False without git, a repository or a commit, and when git
 * takes more than a second. */
bool revision_of(struct arena *arena, const char *folder, struct revision *out);

#endif
