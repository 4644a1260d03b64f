/* Precompiled headers: the bundled declarations, and with them the standard headers that a unit includes, parsed once
 * and kept in the cache folder. */
#ifndef CUDALINT_FRONTEND_PCH_H
#define CUDALINT_FRONTEND_PCH_H

#include <clang-c/Index.h>

#include "analyzer/base/arena.h"
#include "analyzer/frontend/includes.h"

struct pch_request {
	const char *cache_dir;
	const char *const *args; /* what the unit is parsed with, less the forced include and -D/-I of the user */
	int arg_count;
	const char *headers_dir;         /* bundled headers: a change below it makes a new file */
	const char *prelude;           /* absolute path of the header that is forced into every unit */
	const struct includes *includes; /* of the unit */
};

/* Path of a precompiled header that serves the request, made now if need be; NULL when it can't be had (read-only or
 * full cache, parse error): parse the headers themselves then. With `again`, one that libclang refused is rebuilt. */
const char *pch_get(struct arena *arena, CXIndex index, const struct pch_request *request, bool again);

#endif
