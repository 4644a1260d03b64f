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

/* A precompiled header, what it was made from, and what processes left that were killed while they made one.
 */
static bool is_of_headers(const char *name)
{
	static const char *const endings[] = {".pch", ".h", ".files", ".none"};
	static const char *const names[] = {"lock", "pch", "files"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (ends_with(name, endings[i]))
			return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return strstr(name, ".pch.") != NULL;
}

static bool is_folder(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* And folders of preambles in it; links lead elsewhere. */
static int clean_folder(struct arena *arena, const char *folder, bool remove, struct clean_counts *out)
{
	int error = 0, unread = 0;
	DIR *dir = opendir(folder);
	if (!dir)
		return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
	for (const struct dirent *entry; (entry = path_next(dir, &unread));) {
		const char *name = entry->d_name, *path = arena_printf(arena, "%s/%s", folder, name);
		bool is_inner = strcmp(name, "preambles") == 0 || strncmp(name, "made.", 5) == 0;
		int code = 0;
		if (is_inner && is_folder(path))
			code = clean_folder(arena, path, remove, out);
		else if (is_of_headers(name))
			code = visit(arena, folder, name, remove, ends_with(name, ".pch"), out);
		error = error ? error : code;
	}
	closedir(dir);
	error = error ? error : unread;
	if (remove)
		rmdir(folder);
	return error;
}

int clean_headers(struct arena *arena, const char *folder, bool remove, struct clean_counts *out)
{
	return clean_folder(arena, arena_printf(arena, "%s/pch", folder), remove, out);
}
