/* Where the bundled headers are; see headers_dir.h. */
#include "analyzer/frontend/headers_dir.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/path.h"

/* Set by the build to analyzer/frontend/headers of the source tree, so that an uninstalled program works. */
#ifndef CUDALINT_SOURCE_HEADERS
#define CUDALINT_SOURCE_HEADERS ""
#endif
#ifndef CUDALINT_INSTALLED_HEADERS
#define CUDALINT_INSTALLED_HEADERS ""
#endif

static bool has_headers(struct arena *arena, const char *folder)
{
	return *folder && path_is_file(path_join(arena, folder, "cuda_runtime.h"));
}

char *headers_dir_find(struct arena *arena, char **error)
{
	const char *given = getenv("CUDALINT_HEADERS");
	if (given && *given) {
		char *resolved = path_resolve(arena, given);
		if (resolved && has_headers(arena, resolved))
			return resolved;
		*error = arena_printf(arena, "CUDALINT_HEADERS=%s: no cuda_runtime.h there", given);
		return NULL;
	}
	const char *program = path_program(arena);
	if (program) {
		char *prefix = path_parent(arena, path_parent(arena, program));
		char *installed = path_join(arena, prefix, "share/cudalint/headers");
		if (has_headers(arena, installed))
			return installed;
	}
	static const char *const places[] = {
		CUDALINT_SOURCE_HEADERS, CUDALINT_INSTALLED_HEADERS, "/usr/share/cudalint/headers"};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (has_headers(arena, places[i]))
			return arena_strdup(arena, places[i]);
	*error = arena_strdup(arena, "the bundled headers are missing; set CUDALINT_HEADERS to their folder");
	return NULL;
}

static void newest_change(const char *folder, unsigned depth, long long *newest)
{
	DIR *dir = depth < 6 ? opendir(folder) : NULL;
	if (!dir)
		return;
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (entry->d_name[0] == '.')
			continue;
		char path[4096];
		int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		struct stat status;
		if (length < 0 || (size_t)length >= sizeof path || stat(path, &status))
			continue;
		long long changed = (long long)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
		if (changed > *newest)
			*newest = changed;
		if (S_ISDIR(status.st_mode))
			newest_change(path, depth + 1, newest);
	}
	closedir(dir);
}

long long headers_dir_stamp(const char *headers_dir)
{
	long long newest = 0;
	newest_change(headers_dir, 0, &newest);
	return newest;
}
