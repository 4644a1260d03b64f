/* What lies in the folders of the cache, and taking it away. */
#ifndef CUDALINT_STORE_CLEAN_H
#define CUDALINT_STORE_CLEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/arena.h"

struct clean_counts {
	unsigned files;
	uint64_t bytes;
};

/* Files of the result store: the database, its journal, and what was set aside. With `remove` they are
 * deleted. Returns 0, or an errno value of one that could not be; the counts are of the others. */
int clean_results(struct arena *arena, const char *folder, bool remove, struct clean_counts *out);

/* The same for the precompiled headers below `folder`, of which `files` counts one for each. */
int clean_headers(struct arena *arena, const char *folder, bool remove, struct clean_counts *out);

#endif
