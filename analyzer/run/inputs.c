/* Expanding paths. Links to files are followed, links to folders aren't: so no walk is endless, and a file
 * that can be reached in two ways is linted once. */
#include "analyzer/run/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/run/headers.h"

enum { DEPTH_LIMIT = 128, LINK_LIMIT = 40, CPP_LIMIT = 5 * 1000 * 1000 };

/* What is left of a path where a link's text takes the place of the link. */
static const char *follow(struct arena *arena, const char *link, const char *rest)
{
	char text[4096];
	ssize_t length = readlink(link, text, sizeof text - 1);
	text[length < 0 ? 0 : length] = '\0';
	return arena_printf(arena, "%s/%s", text, rest);
}

/* The first link on the way to a file that leads out of its repository; where there is none, out of `fence`
 * (NULL: anywhere is right). `target` is where the way ends. NULL when there is no such link. */
static const char *find_way_out(struct arena *arena, const char *path, const char *target, const char *fence)
{
	const char *folder = *path == '/' ? "/" : path_here(arena); /* resolved, at each step */
	for (unsigned links = 0; *path && links < LINK_LIMIT;) {
		size_t length = strcspn(path, "/");
		const char *step = path_join(arena, folder, arena_strndup(arena, path, length));
		struct stat status;
		path += length + strspn(path + length, "/");
		if (!length)
			continue;
		if (lstat(step, &status) || !S_ISLNK(status.st_mode)) {
			folder = path_normalize(arena, step);
			continue;
		}
		const char *repository = path_repository(arena, folder);
		repository = repository ? repository : fence;
		if (repository && !path_is_below(target, repository))
			return path_display(arena, step);
		path = follow(arena, step, path);
		folder = *path == '/' ? "/" : folder;
		links++;
	}
	return NULL;
}

static void add_file(
	struct arena *arena, const char *path, bool is_named, const char *fence, input_list *inputs)
{
	struct input input = {.absolute = path_absolute(arena, path), .top = fence, .is_named = is_named};
	input.link = find_way_out(arena, path, input.absolute, fence);
	input.path = path_display(arena, input.absolute);
	/* Neighbours share their repository, and a walk gives them one after the other. */
	const struct input *last = inputs->count ? &inputs->data[inputs->count - 1] : NULL;
	const char *folder = path_parent(arena, input.absolute);
	if (last && !strcmp(folder, path_parent(arena, last->absolute)))
		input.root = last->root;
	else
		input.root = path_repository(arena, path_parent(arena, input.absolute));
	vec_push(arena, inputs, input);
}

bool inputs_skips(const char *name)
{
	return name[0] == '.' || !strcmp(name, "build") || !strncmp(name, "build-", 6) ||
	       !strncmp(name, "cmake-build", 11) || !strcmp(name, "node_modules");
}

static int compare_names(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Whether something is launched: `<<<`, and later on `>>>` before a parenthesis. */
static bool launches(const char *text)
{
	enum { FAR = 1000 };
	for (const char *open = text; (open = strstr(open, "<<<")); open += 3) {
		const char *close = open[3] == '<' ? NULL : strstr(open, ">>>");
		if (close && close - open < FAR && close[3 + strspn(close + 3, " \t\r\n")] == '(')
			return true;
	}
	return false;
}

bool inputs_speaks_cuda(const char *text)
{
	static const char *const signs[] = {"<cuda_runtime", "\"cuda_runtime", "<cuda.h>", "\"cuda.h\""};
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strstr(text, signs[i]))
			return true;
	return launches(text);
}

bool inputs_is_linted(struct arena *arena, const char *path, line_list *warnings)
{
	const char *name = path_name(path);
	static const char *const plain[] = {"cpp", "cc", "cxx"};
	const char *extension = path_extension(name);
	bool is_plain = false, found = false;
	if (!strcmp(extension, "cu"))
		return true;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		is_plain |= !strcmp(extension, plain[i]);
	struct buffer text = {0};
	int error = is_plain ? buffer_read_file(&text, path, CPP_LIMIT) : 0;
	if (error && error != EFBIG)
		vec_push(arena, warnings, arena_printf(arena, "%s: %s", path, strerror(error)));
	if (!error && text.data)
		found = inputs_speaks_cuda(text.data);
	buffer_free(&text);
	return found;
}

/* The names in a folder, sorted. Returns 0 or an errno value. */
static int list_folder(struct arena *arena, const char *path, line_list *names)
{
	DIR *folder = opendir(path);
	int error = 0;
	if (!folder)
		return errno;
	for (const struct dirent *entry; (entry = path_next(folder, &error));)
		vec_push(arena, names, arena_strdup(arena, entry->d_name));
	closedir(folder);
	if (names->count)
		qsort(names->data, names->count, sizeof *names->data, compare_names);
	return error;
}

/* A walk through a folder. */
struct walk {
	struct arena *arena;
	const char *top; /* absolute */
	input_list *inputs, *headers;
	line_list *warnings;
};

/* What a path is, links followed on request; of one that can't be looked at, a warning. */
static bool look(const struct walk *walk, const char *path, bool follows, struct stat *status)
{
	if ((follows ? stat : lstat)(path, status) == 0)
		return true;
	if (errno != ENOENT && errno != ELOOP)
		vec_push(walk->arena, walk->warnings,
			arena_printf(walk->arena, "%s: %s", path, strerror(errno)));
	return false;
}

static void walk_folder(const struct walk *walk, const char *path, unsigned depth)
{
	struct arena *arena = walk->arena;
	line_list names = {0};
	int error = list_folder(arena, path, &names);
	if (error)
		vec_push(arena, walk->warnings, arena_printf(arena, "%s: %s", path, strerror(error)));
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.data[i], *child = path_join(arena, path, name);
		struct stat status;
		if (inputs_skips(name) || !look(walk, child, false, &status))
			continue;
		if (S_ISDIR(status.st_mode) && depth < DEPTH_LIMIT)
			walk_folder(walk, child, depth + 1);
		else if (!look(walk, child, true, &status) || !S_ISREG(status.st_mode))
			continue;
		else if (path_is_header(name))
			add_file(arena, child, false, walk->top, walk->headers);
		else if (inputs_is_linted(arena, child, walk->warnings))
			add_file(arena, child, false, walk->top, walk->inputs);
	}
}

static bool has_linted_header(const input_list *headers, size_t first)
{
	for (size_t i = first; i < headers->count; i++)
		if (header_is_linted(&headers->data[i]))
			return true;
	return false;
}

void inputs_add(
	struct arena *arena, const char *path, input_list *inputs, input_list *headers, line_list *warnings)
{
	struct stat status;
	if (stat(path, &status) || !S_ISDIR(status.st_mode)) {
		add_file(arena, path, true, NULL, inputs);
		return;
	}
	size_t before = inputs->count, headers_before = headers->count, warned = warnings->count;
	const struct walk walk = {arena, path_absolute(arena, path), inputs, headers, warnings};
	walk_folder(&walk, path, 0);
	if (inputs->count == before && warnings->count == warned &&
		!has_linted_header(headers, headers_before))
		vec_push(arena, warnings,
			arena_printf(arena,
				"%s: no .cu or .cuh files, and no C++ that uses CUDA, outside of hidden folders, "
				"build and node_modules",
				path));
}

static int compare_inputs(const void *left, const void *right)
{
	return strcmp(((const struct input *)left)->path, ((const struct input *)right)->path);
}

/* What is reached in two ways; by one of them it may be where it belongs. */
static void join_inputs(struct input *input, const struct input *same)
{
	input->is_named |= same->is_named;
	input->link = same->link ? input->link : NULL;
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
			join_inputs(&inputs->data[kept - 1], &inputs->data[i]);
	inputs->count = kept;
}
