/* Expanding paths. Links to files are followed, links to folders aren't: so no walk is endless, and a file
 * that can be reached in two ways is linted once. */
#include "analyzer/run/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/frontend/path.h"

enum { DEPTH_LIMIT = 128 };

const char *inputs_repository(struct arena *arena, const char *folder)
{
	for (;;) {
		struct stat status;
		if (!lstat(path_join(arena, folder, ".git"), &status))
			return folder;
		const char *up = path_parent(arena, folder);
		if (!strcmp(up, folder) || !strcmp(up, "."))
			return NULL;
		folder = up;
	}
}

static void add_file(struct arena *arena, const char *path, bool is_named, input_list *inputs)
{
	struct input input = {.absolute = path_absolute(arena, path), .is_named = is_named};
	input.path = path_display(arena, input.absolute);
	/* Neighbours share their repository, and a walk gives them one after the other. */
	const struct input *last = inputs->count ? &inputs->data[inputs->count - 1] : NULL;
	const char *folder = path_parent(arena, input.absolute);
	if (last && !strcmp(folder, path_parent(arena, last->absolute)))
		input.root = last->root;
	else
		input.root = inputs_repository(arena, path_parent(arena, input.absolute));
	vec_push(arena, inputs, input);
}

static bool is_skipped(const char *name)
{
	return name[0] == '.' || !strcmp(name, "build") || !strncmp(name, "build-", 6) ||
	       !strncmp(name, "cmake-build", 11) || !strcmp(name, "node_modules");
}

static int compare_names(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The names in a folder, sorted; -1 when it can't be read. */
static int list_folder(struct arena *arena, const char *path, line_list *names)
{
	DIR *folder = opendir(path);
	if (!folder)
		return -1;
	for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
		vec_push(arena, names, arena_strdup(arena, entry->d_name));
	closedir(folder);
	if (names->count)
		qsort(names->data, names->count, sizeof *names->data, compare_names);
	return 0;
}

static void walk(
	struct arena *arena, const char *path, unsigned depth, input_list *inputs, line_list *warnings)
{
	line_list names = {0};
	if (list_folder(arena, path, &names)) {
		vec_push(arena, warnings, arena_printf(arena, "%s: %s", path, strerror(errno)));
		return;
	}
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.data[i], *child = path_join(arena, path, name);
		struct stat status;
		if (is_skipped(name) || lstat(child, &status))
			continue;
		if (S_ISDIR(status.st_mode) && depth < DEPTH_LIMIT)
			walk(arena, child, depth + 1, inputs, warnings);
		else if (!strcmp(path_extension(name), "cu") && !stat(child, &status) &&
			 S_ISREG(status.st_mode))
			add_file(arena, child, false, inputs);
	}
}

void inputs_add(struct arena *arena, const char *path, input_list *inputs, line_list *warnings)
{
	struct stat status;
	if (stat(path, &status) || !S_ISDIR(status.st_mode)) {
		add_file(arena, path, true, inputs);
		return;
	}
	size_t before = inputs->count, warned = warnings->count;
	walk(arena, path, 0, inputs, warnings);
	if (inputs->count == before && warnings->count == warned)
		vec_push(arena, warnings, arena_printf(arena, "%s: no .cu files", path));
}

static int compare_inputs(const void *left, const void *right)
{
	return strcmp(((const struct input *)left)->path, ((const struct input *)right)->path);
}

void inputs_sort(input_list *inputs)
{
	size_t kept = 0;
	if (!inputs->count)
		return;
	qsort(inputs->data, inputs->count, sizeof *inputs->data, compare_inputs);
	for (size_t i = 0; i < inputs->count; i++)
		if (!kept || strcmp(inputs->data[kept - 1].path, inputs->data[i].path) != 0)
			inputs->data[kept++] = inputs->data[i];
		else
			inputs->data[kept - 1].is_named |= inputs->data[i].is_named;
	inputs->count = kept;
}
