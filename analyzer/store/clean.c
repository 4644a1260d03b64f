/* Counting and deleting what the cache holds. Only names that are the cache's own are touched: the folder may
 * have been named by a user. */
#include "analyzer/store/clean.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/path.h"
#include "analyzer/store/results.h"

static int visit(struct arena *arena, const char *folder, const char *name, bool remove, bool is_counted,
	struct clean_counts *out)
{
	const char *path = arena_printf(arena, "%s/%s", folder, name);
	struct stat status;
	if (lstat(path, &status))
		return errno == ENOENT ? 0 : errno;
	if (S_ISDIR(status.st_mode))
		return 0;
	if (remove && unlink(path) && errno != ENOENT)
		return errno;
	out->files += is_counted;
	out->bytes += (uint64_t)status.st_size;
	return 0;
}

int clean_results(struct arena *arena, const char *folder, bool remove, struct clean_counts *out)
{
	static const char *const names[] = {
		RESULTS_FILE, RESULTS_FILE "-wal", RESULTS_FILE "-shm", RESULTS_FILE ".bad"};
	int error = 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int code = visit(arena, folder, names[i], remove, true, out);
		error = error ? error : code;
	}
	return error;
}

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name), size = strlen(ending);
	return length > size && strcmp(name + length - size, ending) == 0;
}

int clean_headers(struct arena *arena, const char *folder, bool remove, struct clean_counts *out)
{
	const char *below = arena_printf(arena, "%s/pch", folder);
	int error = 0, unread = 0;
	DIR *dir = opendir(below);
	if (!dir)
		return errno == ENOENT ? 0 : errno;
	for (const struct dirent *entry; (entry = path_next(dir, &unread));) {
		const char *name = entry->d_name;
		bool is_header = ends_with(name, ".pch");
		if (!is_header && !strstr(name, ".pch.") && !ends_with(name, ".h") &&
			strcmp(name, "lock") != 0)
			continue;
		int code = visit(arena, below, name, remove, is_header, out);
		error = error ? error : code;
	}
	closedir(dir);
	error = error ? error : unread;
	if (remove)
		rmdir(below);
	return error;
}
