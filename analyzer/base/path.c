/* Paths as text; see path.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "analyzer/base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

char *path_join(struct arena *arena, const char *directory, const char *path)
{
	if (path[0] == '/' || !directory || !*directory)
		return arena_strdup(arena, path);
	while (path[0] == '.' && path[1] == '/')
		for (path += 2; *path == '/';)
			path++;
	if (strcmp(path, ".") == 0 || !*path)
		return arena_strdup(arena, directory);
	const char *slash = directory[strlen(directory) - 1] == '/' ? "" : "/";
	return arena_printf(arena, "%s%s%s", directory, slash, path);
}

/* Drops the last component of the `length` characters in `clean`, never the root's slash. */
static size_t drop_last(const char *clean, size_t length)
{
	while (length && clean[length - 1] != '/')
		length--;
	return length > 1 ? length - 1 : length;
}

/* True when `clean` has no component that a ".." could take back: it is empty or ends in "..". */
static bool nothing_to_drop(const char *clean, size_t length)
{
	if (!length)
		return true;
	return length >= 2 && strncmp(clean + length - 2, "..", 2) == 0 &&
	       (length == 2 || clean[length - 3] == '/');
}

char *path_normalize(struct arena *arena, const char *path)
{
	bool absolute = path[0] == '/';
	char *clean = arena_alloc(arena, strlen(path) + 2);
	size_t length = 0;
	if (absolute)
		clean[length++] = '/';
	while (*path) {
		size_t part = strcspn(path, "/");
		bool up = part == 2 && path[0] == '.' && path[1] == '.';
		if (part == 0 || (part == 1 && path[0] == '.')) {
			/* nothing to add */
		} else if (up && !nothing_to_drop(clean, length)) {
			length = drop_last(clean, length);
		} else {
			if (length && clean[length - 1] != '/')
				clean[length++] = '/';
			memcpy(clean + length, path, part);
			length += part;
		}
		path += part;
		path += *path == '/';
	}
	if (!length)
		clean[length++] = '.';
	clean[length] = '\0';
	return clean;
}

char *path_parent(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return arena_strdup(arena, ".");
	return slash == path ? arena_strdup(arena, "/") : arena_strndup(arena, path, (size_t)(slash - path));
}

const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *path_extension(const char *path)
{
	const char *name = path_name(path);
	const char *dot = strrchr(name, '.');
	return dot && dot != name ? dot + 1 : "";
}

bool path_is_header(const char *path)
{
	static const char *const headers[] = {"cuh", "h", "hpp", "hh", "hxx", "inl", "inc", "ipp"};
	const char *extension = path_extension(path);
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		if (!strcmp(extension, headers[i]))
			return true;
	return false;
}

char *path_resolve(struct arena *arena, const char *path)
{
	char *resolved = realpath(path, NULL);
	char *copy = resolved ? arena_strdup(arena, resolved) : NULL;
	free(resolved);
	return copy;
}

char *path_here(struct arena *arena)
{
	char *here = path_resolve(arena, ".");
	return here ? here : arena_strdup(arena, "/");
}

/* Where /proc isn't mounted, as in a bare root, the kernel still says under which name it was started. */
char *path_program(struct arena *arena)
{
	char *program = path_resolve(arena, "/proc/self/exe");
#ifdef __linux__
	const char *started = (const char *)getauxval(AT_EXECFN);
	if (!program && started)
		program = path_resolve(arena, started);
#endif
	return program;
}

char *path_absolute(struct arena *arena, const char *path)
{
	char *resolved = path_resolve(arena, path);
	return resolved ? resolved : path_normalize(arena, path_join(arena, path_here(arena), path));
}

const char *path_display(struct arena *arena, const char *absolute)
{
	char here[4096];
	size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
	if (length > 1 && !strncmp(absolute, here, length) && absolute[length] == '/')
		return arena_strdup(arena, absolute + length + 1);
	return absolute;
}

bool path_is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	return !strncmp(path, folder, length) && (path[length] == '/' || length == 1);
}

bool path_is_among(const char *path, const line_list *places)
{
	for (size_t i = 0; i < places->count; i++)
		if (path_is_below(path, places->data[i]) || !strcmp(path, places->data[i]))
			return true;
	return false;
}

bool path_is_there(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR && errno != EACCES);
}

struct dirent *path_next(DIR *folder, int *error)
{
	errno = 0;
	struct dirent *entry = readdir(folder);
	*error = entry ? 0 : errno;
	return entry;
}

bool path_is_file(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool path_is_folder(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int path_make_folders(struct arena *arena, const char *folder)
{
	char *path = arena_strdup(arena, folder);
	if (path_is_folder(folder))
		return 0;
	for (char *at = path + (*path != '\0'); *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		mkdir(path, 0777);
		*at = '/';
	}
	return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : errno;
}

const char *path_repository(struct arena *arena, const char *folder)
{
	for (;;) {
		if (path_is_there(path_join(arena, folder, ".git")))
			return folder;
		const char *up = path_parent(arena, folder);
		if (!strcmp(up, folder) || !strcmp(up, "."))
			return NULL;
		folder = up;
	}
}

const char *path_realm(struct arena *arena, const char *folder)
{
	const char *root = path_repository(arena, folder), *around = root;
	struct stat status;
	while (around && lstat(path_join(arena, root, ".git"), &status) == 0 && S_ISREG(status.st_mode)) {
		around = path_repository(arena, path_parent(arena, root));
		if (!around || !strcmp(around, root))
			break;
		root = around;
	}
	return root;
}

bool path_leads_out(struct arena *arena, const char *path)
{
	const char *real = path_resolve(arena, path);
	const char *realm = path_realm(arena, path_absolute(arena, path_parent(arena, path)));
	return real && realm && !path_is_below(real, realm);
}
