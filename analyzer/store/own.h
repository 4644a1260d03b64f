/* Whether a cache folder is one that this program has made, and not a part of what it looks at. */
#ifndef CUDALINT_STORE_OWN_H
#define CUDALINT_STORE_OWN_H

#include <stdbool.h>

#include "analyzer/base/arena.h"

/* False, with one line in *problem, for a link, for a folder whose files are links, and for one of which git
 * tracks something. A folder that isn't there yet is. */
bool cache_is_own(struct arena *arena, const char *folder, const char **problem);

#endif
