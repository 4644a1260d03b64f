/* What stands beside the bundled headers; see beside.h. packaging/install.sh puts it there. */
#include "analyzer/frontend/beside.h"

#include <glob.h>
#include <stddef.h>

#include "analyzer/base/path.h"

/* Set by the build of a program that has libclang inside, which then can't know where its headers are: used
 * where none lie beside ours, as before an installation. */
#ifndef CUDALINT_CLANG_FOLDER
#define CUDALINT_CLANG_FOLDER ""
#endif

static const char *sibling(struct arena *arena, const char *headers_dir, const char *name)
{
	return path_join(arena, path_parent(arena, headers_dir), name);
}

static bool has_file(struct arena *arena, const char *folder, const char *name)
{
	return path_is_file(path_join(arena, folder, name));
}

const char *beside_clang(struct arena *arena, const char *headers_dir)
{
	const char *const places[] = {sibling(arena, headers_dir, "clang"), CUDALINT_CLANG_FOLDER};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (*places[i] && has_file(arena, places[i], "include/stddef.h"))
			return places[i];
	return NULL;
}

/* Headers of glibc, which is what the parser is told that programs run on, and of libstdc++ of any version.
 */
static bool system_has_headers(void)
{
	glob_t found = {0};
	bool has_both = path_is_file("/usr/include/gnu-versions.h") &&
			glob("/usr/include/c++/*/vector", GLOB_NOSORT, NULL, &found) == 0;
	globfree(&found);
	return has_both;
}

const char *beside_system(struct arena *arena, const char *headers_dir)
{
	const char *folder = sibling(arena, headers_dir, "system");
	return has_file(arena, folder, "usr/include/stdlib.h") && !system_has_headers() ? folder : NULL;
}

bool beside_is_system(struct arena *arena, const char *headers_dir, const char *path)
{
	return path_is_below(path, sibling(arena, headers_dir, "system"));
}
