/* The secret that stored results are signed with, so that a cache that somebody else has made is none.
 *
 * CUDALINT_CACHE_KEY, where it is set: any text of at least 16 characters, for machines that are to share a
 * cache. Otherwise a file of the user's, made once: cudalint/cache-key in $XDG_DATA_HOME or ~/.local/share.
 */
#ifndef CUDALINT_STORE_SECRET_H
#define CUDALINT_STORE_SECRET_H

#include <stdbool.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/digest.h"

/* Returns whether there is one; else one line says why not. */
bool secret_get(struct arena *arena, struct digest_key *out, const char **problem);

#endif
