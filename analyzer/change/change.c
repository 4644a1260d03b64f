/* From the names in a patch to files, and from hunks to sorted lines. */
#include "analyzer/change/change.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/base/path.h"
#include "analyzer/change/git.h"

/* ---- names ----------------------------------------------------------------------------------- */

/* The first of a name's folders left out; NULL when it has none. */
static const char *without_folder(const char *name)
{
	const char *slash = strchr(name, '/');
	while (slash && slash[1] == '/')
		slash++;
	return slash && slash[1] ? slash + 1 : NULL;
}

/* A regular file: a link's text is the name of another file, and a submodule is a repository of its own. */
static const char *find_file(struct arena *arena, const char *const *folders, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		struct stat status;
		const char *path = path_join(arena, folders[i], name);
		if (!lstat(path, &status) && S_ISREG(status.st_mode))
			return path_resolve(arena, path);
	}
	return NULL;
}

/* "a/" and "b/", "i/" and "w/": prefixes of git differ; where both are alike, they are folders. */
static bool has_prefixes(const struct patch_file *file)
{
	const char *a = file->old_path, *b = file->new_path;
	return a && b && a[0] && b[0] && a[1] == '/' && b[1] == '/' && a[0] != b[0];
}

/* The file that a patch means; NULL: it isn't here. */
static const char *resolve(
	struct arena *arena, const char *const *folders, size_t count, const struct patch_file *file)
{
	const char *name = file->new_path;
	if (!name)
		return NULL;
	if (file->is_exact)
		return find_file(arena, folders, count, name);
	const char *inner = without_folder(name), *found = NULL;
	if (file->is_git && has_prefixes(file) && inner)
		return find_file(arena, folders, count, inner);
	if (file->is_git) {
		found = find_file(arena, folders, count, name);
		return found || !inner ? found : find_file(arena, folders, count, inner);
	}
	for (; name && !found; name = without_folder(name))
		found = find_file(arena, folders, count, name);
	return found;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static int compare_ranges(const void *left, const void *right)
{
	const struct line_range *a = left, *b = right;
	return (a->first > b->first) - (a->first < b->first);
}

static void sort_lines(struct change_file *file)
{
	struct line_range *ranges = file->lines.data;
	size_t kept = 0;
	if (!file->lines.count)
		return;
	qsort(ranges, file->lines.count, sizeof *ranges, compare_ranges);
	for (size_t i = 1; i < file->lines.count; i++) {
		if (ranges[i].first > ranges[kept].last + 1)
			ranges[++kept] = ranges[i];
		else if (ranges[i].last > ranges[kept].last)
			ranges[kept].last = ranges[i].last;
	}
	file->lines.count = kept + 1;
}

static int compare_files(const void *left, const void *right)
{
	return strcmp(((const struct change_file *)left)->path, ((const struct change_file *)right)->path);
}

/* Sorts, and joins what is said of one file in several places. */
static void settle(struct arena *arena, struct change *change)
{
	size_t kept = 0, count = change->files.count;
	struct change_file *files = change->files.data;
	if (!count)
		return;
	qsort(files, count, sizeof *files, compare_files);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(files[i].path, files[kept].path) != 0) {
			files[++kept] = files[i];
			continue;
		}
		files[kept].is_whole |= files[i].is_whole;
		for (size_t k = 0; k < files[i].lines.count; k++)
			vec_push(arena, &files[kept].lines, files[i].lines.data[k]);
	}
	change->files.count = kept + 1;
	for (size_t i = 0; i < change->files.count; i++)
		sort_lines(&files[i]);
}

static void add_patch(struct arena *arena, struct change *change, const patch_list *patch,
	const char *const *folders, size_t count)
{
	for (size_t i = 0; i < patch->count; i++) {
		const struct patch_file *file = &patch->data[i];
		const char *path = file->is_deleted ? NULL : resolve(arena, folders, count, file);
		if (!path) {
			change->missing += !file->is_deleted;
			continue;
		}
		struct change_file changed = {.path = path, .is_whole = file->is_binary};
		for (size_t k = 0; k < file->added.count; k++)
			vec_push(arena, &changed.lines, file->added.data[k]);
		vec_push(arena, &change->files, changed);
	}
	settle(arena, change);
}

/* ---- where changes come from ----------------------------------------------------------------- */

int change_from_git(struct arena *arena, const char *revision, struct change *out, char **error)
{
	patch_list patch = {0};
	const char *top = git_top(arena, error);
	if (!top || git_diff(arena, top, revision, &patch, error))
		return -1;
	if (!(revision && strstr(revision, "..")) && git_untracked(arena, top, &patch, error))
		return -1;
	add_patch(arena, out, &patch, &top, 1);
	return 0;
}

int change_from_patch(struct arena *arena, const char *name, const char *text, size_t size,
	struct change *out, char **error)
{
	patch_list patch = {0};
	if (patch_parse(arena, name, text, size, &patch, error))
		return -1;
	const char *here = path_here(arena);
	const char *top = path_repository(arena, here);
	const char *const folders[] = {top ? top : here, here};
	add_patch(arena, out, &patch, folders, 2);
	return 0;
}

const struct change_file *change_find(const struct change *change, const char *path)
{
	struct change_file key = {.path = path};
	if (!change->files.count)
		return NULL;
	return bsearch(&key, change->files.data, change->files.count, sizeof key, compare_files);
}

bool change_touches(const struct change_file *file, uint32_t first, uint32_t last)
{
	for (size_t i = 0; i < file->lines.count && !file->is_whole; i++)
		if (file->lines.data[i].first <= last && file->lines.data[i].last >= first)
			return true;
	return file->is_whole;
}
