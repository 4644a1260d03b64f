/* Precompiled headers: the bundled declarations, and with them other headers that units include, parsed once
 * and kept in the cache folder. */
#ifndef CUDALINT_FRONTEND_PCH_H
#define CUDALINT_FRONTEND_PCH_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/buffer.h"
#include "analyzer/frontend/includes.h"

/* What a precompiled header holds: each level holds those before it. */
enum pch_level {
	PCH_CORE,    /* what is forced into every unit */
	PCH_CUDA,    /* bundled headers of half types, groups, the driver and libraries */
	PCH_STANDARD /* the C++ library */
};

struct pch_request {
	const char *cache_dir;
	const char *const
		*args; /* what the unit is parsed with, less the forced include and -D/-I of the user */
	int arg_count;
	const char *prelude; /* absolute path of the header that is forced into every unit */
	long long stamp;     /* headers_dir_stamp of the folder that it lies in */
	enum pch_level level;
	bool is_own_process; /* the caller's process is there for this alone, and may end at any time */
	/* Is told of one that isn't there, or that libclang refused, where it can't be made in this process;
	 * then the request isn't served. NULL: it is made. */
	void (*ask)(void *context, const struct pch_request *request, bool again);
	void *ask_context;
};

/* The folder below a cache folder. */
const char *pch_folder_below(struct arena *arena, const char *cache_dir);

/* The level that serves a unit with these includes. */
enum pch_level pch_level_for(const struct includes *includes);

/* Path of a precompiled header that serves the request, made now if need be; NULL when it can't be had
 * (read-only or full cache, parse error) or is only asked for: parse the headers themselves then. With
 * `again`, one that libclang refused is rebuilt. */
const char *pch_get(struct arena *arena, CXIndex index, const struct pch_request *request, bool again);

/* Where it is, if it is. */
const char *pch_path(struct arena *arena, const struct pch_request *request);

/* Writes a new file, as the sandbox of those who make precompiled headers allows. */
bool pch_write_text(const char *path, const struct buffer *text);

/* Parses a header and saves it precompiled. *unit gets the parse, or NULL. False: libclang couldn't. */
bool pch_save(CXIndex index, const char *header, const char *const *args, int arg_count, const char *result,
	CXTranslationUnit *unit);

#endif
