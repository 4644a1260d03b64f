/* Finding the CUDA toolkit; see toolkit.h. */
#include "analyzer/frontend/args/toolkit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "analyzer/base/path.h"

static bool has_file(struct arena *arena, const char *folder, const char *name)
{
	return path_is_file(path_join(arena, folder, name));
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Folders in `folder` whose names start with `prefix`, sorted by name, as full paths. */
static struct words subfolders(struct arena *arena, const char *folder, const char *prefix)
{
	struct words found = {0};
	DIR *directory = opendir(folder);
	if (!directory)
		return found;
	for (struct dirent *entry; (entry = readdir(directory));) {
		if (entry->d_name[0] == '.' || strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
			continue;
		const char *path = path_join(arena, folder, entry->d_name);
		if (path_is_folder(path))
			vec_push(arena, &found, path);
	}
	closedir(directory);
	if (found.count)
		qsort(found.data, found.count, sizeof *found.data, compare_words);
	return found;
}

/* The first executable of that name on PATH, or NULL. */
static char *find_program(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t length = strcspn(path, ":");
		char *file = path_join(arena, arena_strndup(arena, path, length), name);
		if (length && path_is_file(file))
			return file;
		path += length + (path[length] == ':');
	}
	return NULL;
}

/* The number behind `#define NAME`, which these headers have in their first pages; 0 if there is none. */
static int read_define(const char *path, const char *name)
{
	char line[512];
	int value = 0;
	FILE *file = fopen(path, "r");
	if (!file)
		return 0;
	for (int left = 2000; left && !value && fgets(line, sizeof line, file); left--) {
		char word[64];
		int number;
		if (sscanf(line, " # define %63s %d", word, &number) == 2 && strcmp(word, name) == 0)
			value = number;
	}
	fclose(file);
	return value;
}

/* {"cuda": {"version": "12.4.1"}} */
static int read_version_json(const char *path)
{
	json_t *root = json_load_file(path, 0, NULL);
	const char *text = json_string_value(json_object_get(json_object_get(root, "cuda"), "version"));
	unsigned major = 0, minor = 0;
	if (!text || sscanf(text, "%3u.%2u", &major, &minor) < 1)
		major = minor = 0;
	json_decref(root);
	return (int)(major * 1000 + minor * 10);
}

static int read_version(struct arena *arena, const struct toolkit *toolkit, const char *runtime_dir)
{
	int version = read_define(path_join(arena, runtime_dir, "cuda_runtime_api.h"), "CUDART_VERSION");
	if (!version)
		version = read_define(path_join(arena, runtime_dir, "cuda.h"), "CUDA_VERSION");
	if (!version)
		version = read_version_json(path_join(arena, toolkit->root, "version.json"));
	return version;
}

/* The folder of cuda_runtime.h in a toolkit of any layout, or NULL: the installer's (also cross-compiling,
 * also conda's), pip's up to CUDA 12 and from 13 on, or an include folder itself. */
static char *find_runtime_dir(struct arena *arena, const char *root)
{
	static const char *const places[] = {"include", "targets/x86_64-linux/include",
		"targets/sbsa-linux/include", "targets/aarch64-linux/include", "cuda_runtime/include",
		"cu13/include", "."};
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		char *folder = path_join(arena, root, places[i]);
		if (has_file(arena, folder, "cuda_runtime.h") ||
			has_file(arena, folder, "cuda_runtime_api.h"))
			return folder;
	}
	return NULL;
}

/* Adds a folder unless it is there already, under whatever name, or the compiler's own. */
static void add_include_dir(struct arena *arena, struct toolkit *toolkit, const char *folder)
{
	const char *resolved = path_is_folder(folder) ? path_resolve(arena, folder) : NULL;
	if (!resolved || strcmp(resolved, "/usr/include") == 0)
		return;
	for (size_t i = 0; i < toolkit->include_dirs.count; i++)
		if (strcmp(path_resolve(arena, toolkit->include_dirs.data[i]), resolved) == 0)
			return;
	vec_push(arena, &toolkit->include_dirs, folder);
}

/* Fills `out` from a toolkit's root. Returns false, and leaves `out` alone, if it isn't one. */
static bool open_root(struct arena *arena, const char *root, struct toolkit *out)
{
	char *runtime_dir = find_runtime_dir(arena, root);
	if (!runtime_dir)
		return false;
	struct toolkit toolkit = {.root = path_normalize(arena, root)};
	bool is_pip = strcmp(path_name(path_parent(arena, runtime_dir)), "cuda_runtime") == 0;
	add_include_dir(arena, &toolkit, runtime_dir);
	add_include_dir(arena, &toolkit, path_join(arena, root, "targets/x86_64-linux/include"));
	const char *cccl_dir = path_join(arena, runtime_dir, "cccl");
	if (is_pip) {
		struct words parts = subfolders(arena, root, "");
		cccl_dir = path_join(arena, root, "cuda_cccl/include");
		for (size_t i = 0; i < parts.count; i++)
			if (strcmp(path_name(parts.data[i]), "cuda_cccl") != 0)
				add_include_dir(arena, &toolkit, path_join(arena, parts.data[i], "include"));
	}
	if (path_is_folder(cccl_dir))
		toolkit.cccl_dir = cccl_dir;
	toolkit.version = read_version(arena, &toolkit, runtime_dir);
	*out = toolkit;
	return true;
}

/* .../bin/nvcc belongs to ..., but may be a link, or a package of its own beside that with the headers. */
static bool open_compiler(struct arena *arena, const char *nvcc, struct toolkit *out)
{
	const char *spellings[2] = {nvcc, nvcc ? path_resolve(arena, nvcc) : NULL};
	for (size_t i = 0; i < 2 && spellings[i]; i++) {
		const char *root = path_parent(arena, path_parent(arena, spellings[i]));
		if (open_root(arena, root, out))
			return true;
		if (strcmp(path_name(root), "cuda_nvcc") == 0 &&
			open_root(arena, path_parent(arena, root), out))
			return true;
	}
	return false;
}

static bool open_build(struct arena *arena, const struct args *build, struct toolkit *out)
{
	if (build->compiler_is_nvcc && strchr(build->compiler, '/') &&
		open_compiler(arena, build->compiler, out))
		return true;
	if (build->compiler_is_nvcc && open_compiler(arena, find_program(arena, "nvcc"), out))
		return true;
	return build->cuda_path && open_root(arena, build->cuda_path, out);
}

static bool open_variable(struct arena *arena, const char *variable, struct toolkit *out)
{
	const char *root = getenv(variable);
	return root && *root && open_root(arena, root, out);
}

/* The highest version among the folders cuda-MAJOR.MINOR in `parent`. */
static bool open_newest(struct arena *arena, const char *parent, struct toolkit *out)
{
	struct words folders = subfolders(arena, parent, "cuda-");
	struct toolkit candidate;
	bool found = false;
	for (size_t i = 0; i < folders.count; i++) {
		if (!open_root(arena, folders.data[i], &candidate) ||
			(found && candidate.version <= out->version))
			continue;
		*out = candidate;
		found = true;
	}
	return found;
}

/* PREFIX/lib/python3.*'s site-packages/nvidia. */
static bool open_python(struct arena *arena, const char *prefix, struct toolkit *out)
{
	static const char *const packages[] = {"site-packages/nvidia", "dist-packages/nvidia"};
	if (!prefix || !*prefix)
		return false;
	struct words versions = subfolders(arena, path_join(arena, prefix, "lib"), "python3");
	for (size_t i = 0; i < versions.count; i++)
		for (size_t k = 0; k < 2; k++)
			if (open_root(arena, path_join(arena, versions.data[i], packages[k]), out))
				return true;
	return false;
}

int toolkit_find(
	struct arena *arena, const char *option, const struct args *build, struct toolkit *out, char **error)
{
	*out = (struct toolkit){0};
	if (option && strcmp(option, "none") == 0)
		return 0;
	if (option && !open_root(arena, option, out)) {
		const char *what = path_is_folder(option) ? "not a CUDA toolkit (no cuda_runtime.h in it)"
							  : "no such folder";
		*error = arena_printf(arena, "--cuda-path=%s: %s", option, what);
		return -1;
	}
	if (option || (build && open_build(arena, build, out)))
		return 0;
	if (open_variable(arena, "CUDA_HOME", out) || open_variable(arena, "CUDA_PATH", out))
		return 0;
	if (open_root(arena, "/usr/local/cuda", out) || open_newest(arena, "/usr/local", out) ||
		open_root(arena, "/opt/cuda", out))
		return 0;
	if (open_variable(arena, "CONDA_PREFIX", out) || open_python(arena, getenv("CONDA_PREFIX"), out) ||
		open_python(arena, getenv("VIRTUAL_ENV"), out))
		return 0;
	const char *python = find_program(arena, "python3");
	if (python)
		open_python(arena, path_parent(arena, path_parent(arena, python)), out);
	return 0;
}

/* The folder that an include flag names, or NULL. */
static const char *include_folder(const char *flag)
{
	static const char *const names[] = {"-isystem", "-idirafter", "-iquote", "-I"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strncmp(flag, names[i], strlen(names[i])) == 0)
			return flag + strlen(names[i]);
	return NULL;
}

/* The root that a toolkit's include folder (or CCCL's in it) belongs to, or NULL for other folders. */
static const char *root_of_include(struct arena *arena, const char *folder)
{
	folder = path_normalize(arena, folder);
	if (strcmp(path_name(folder), "cccl") == 0)
		folder = path_parent(arena, folder);
	if (!has_file(arena, folder, "cuda_runtime.h"))
		return NULL;
	const char *root = strcmp(path_name(folder), "include") == 0 ? path_parent(arena, folder) : folder;
	if (strcmp(path_name(root), "cuda_runtime") == 0)
		return path_parent(arena, root);
	const char *above = path_parent(arena, root);
	return strcmp(path_name(above), "targets") == 0 ? path_parent(arena, above) : root;
}

void toolkit_adopt_flags(struct arena *arena, struct args *args)
{
	size_t kept = 0;
	for (size_t i = 0; i < args->clang_flags.count; i++) {
		const char *folder = include_folder(args->clang_flags.data[i]);
		const char *root = folder ? root_of_include(arena, folder) : NULL;
		if (!root)
			args->clang_flags.data[kept++] = args->clang_flags.data[i];
		else if (!args->cuda_path)
			args->cuda_path = root;
	}
	args->clang_flags.count = kept;
}

void toolkit_include_flags(struct arena *arena, const char *headers_dir, const struct toolkit *toolkit,
	bool cccl_from_toolkit, struct words *out)
{
	bool have_toolkit = toolkit && toolkit->root;
	vec_push(arena, out, arena_printf(arena, "-isystem%s", headers_dir));
	if (!have_toolkit || !cccl_from_toolkit)
		vec_push(arena, out, arena_printf(arena, "-isystem%s/cccl", headers_dir));
	else if (toolkit->cccl_dir)
		vec_push(arena, out, arena_printf(arena, "-isystem%s", toolkit->cccl_dir));
	for (size_t i = 0; have_toolkit && i < toolkit->include_dirs.count; i++)
		vec_push(arena, out, arena_printf(arena, "-isystem%s", toolkit->include_dirs.data[i]));
	/* Stand-ins for headers that the machine may or may not have: the real ones are found before. */
	vec_push(arena, out, arena_printf(arena, "-idirafter%s/stubs", headers_dir));
}
