/* The folder that the inputs share, and the way up from it. */
#include "cli/command/baseline_place.h"

#include <string.h>
#include <sys/stat.h>

#include "analyzer/base/path.h"
#include "analyzer/finding/baseline.h"

/* The folder of an input, absolute. */
static const char *folder_of(const struct check_options *options, const char *path)
{
	struct arena *arena = options->arena;
	if (strcmp(path, "-") == 0)
		path = options->run.stdin_name;
	const char *absolute = path_absolute(arena, path);
	return path_is_folder(absolute) ? absolute : path_parent(arena, absolute);
}

static bool is_within(const char *path, const char *folder)
{
	size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
	return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static const char *shared_folder(const struct check_options *options)
{
	const char *shared = NULL;
	for (size_t i = 0; i < options->paths.count; i++) {
		const char *folder = folder_of(options, options->paths.data[i]);
		if (!shared)
			shared = folder;
		while (!is_within(folder, shared))
			shared = path_parent(options->arena, shared);
	}
	return shared ? shared : path_here(options->arena);
}

const char *baseline_place_find(const struct check_options *options)
{
	struct arena *arena = options->arena;
	if (options->no_baseline || options->baseline)
		return options->baseline;
	const char *found = baseline_find(arena, shared_folder(options));
	if (!found)
		found = baseline_find(arena, path_here(arena));
	return found ? path_display(arena, found) : NULL;
}

const char *baseline_place_new(const struct check_options *options)
{
	struct arena *arena = options->arena;
	if (options->baseline)
		return options->baseline;
	const char *top = path_repository(arena, shared_folder(options));
	return path_display(arena, path_join(arena, top ? top : path_here(arena), BASELINE_FILE));
}
