/* Telling our own cache from one that came with a repository; see own.h. */
#include "analyzer/store/own.h"

#include <sys/stat.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/change/git_run.h"
#include "analyzer/store/history.h"
#include "analyzer/store/results.h"

enum { PATIENCE_MS = 1000 };

static bool is_link(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* Whether git tracks a file in the folder. Where git can't be asked, nothing is known, and nothing is
 * believed that isn't signed. */
static bool is_tracked(struct arena *arena, const char *folder)
{
	static const char *const arguments[] = {"ls-files", "-z", "--", ".", NULL};
	const struct git_call call = {.folder = folder, .arguments = arguments, .patience_ms = PATIENCE_MS};
	struct buffer names = {0};
	char *ignored = NULL;
	bool is_any = git_run(arena, &call, &names, &ignored) == 0 && names.size;
	buffer_free(&names);
	return is_any;
}

bool cache_is_own(struct arena *arena, const char *folder, const char **problem)
{
	static const char *const files[] = {RESULTS_FILE, HISTORY_FILE};
	const char *absolute = path_join(arena, path_here(arena), folder);
	if (is_link(folder)) {
		*problem = arena_printf(arena, "the cache '%s' is a link", folder);
		return false;
	}
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (is_link(path_join(arena, folder, files[i]))) {
			*problem = arena_printf(arena, "'%s/%s' is a link", folder, files[i]);
			return false;
		}
	if (!path_is_folder(folder) || !path_repository(arena, absolute) || !is_tracked(arena, folder))
		return true;
	*problem = arena_printf(arena,
		"the cache '%s' is a part of the repository (git tracks it), and is not believed", folder);
	return false;
}
