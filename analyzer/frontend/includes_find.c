/* Where include directives lead; see includes_find.h. */
#include "analyzer/frontend/includes_find.h"

#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/beside.h"

static const char *in_dir(const struct include_search *search, const char *dir, const char *name)
{
	const char *path = arena_printf(search->arena, "%s/%s", dir, name);
	return path_is_file(path) ? path : NULL;
}

static void add_dir(struct arena *arena, const char *path, struct words *out)
{
	if (path_is_folder(path))
		vec_push(arena, out, path);
}

/* Folders of the C++ library are tried by version, as the compiler does. */
void includes_system_dirs(struct arena *arena, const char *headers_dir, struct words *out)
{
	if (headers_dir) {
		add_dir(arena, headers_dir, out);
		add_dir(arena, arena_printf(arena, "%s/cccl", headers_dir), out);
	}
	const char *system = headers_dir ? beside_system(arena, headers_dir) : NULL;
	const char *roots[] = {system ? system : "", ""};
	for (size_t i = system ? 0 : 1; i < sizeof roots / sizeof *roots; i++) {
		for (int version = 16; version >= 9; version--)
			add_dir(arena, arena_printf(arena, "%s/usr/include/c++/%d", roots[i], version), out);
		add_dir(arena, arena_printf(arena, "%s/usr/include", roots[i]), out);
	}
	if (headers_dir)
		add_dir(arena, arena_printf(arena, "%s/torch", headers_dir), out);
	add_dir(arena, "/usr/include/x86_64-linux-gnu", out);
	add_dir(arena, "/usr/include/aarch64-linux-gnu", out);
}

static bool is_standard(struct include_search *search, const char *name)
{
	if (!search->system_dirs.count)
		includes_system_dirs(search->arena, search->query->headers_dir, &search->system_dirs);
	for (size_t i = 0; i < search->system_dirs.count; i++)
		if (in_dir(search, search->system_dirs.data[i], name))
			return true;
	return false;
}

void include_search_begin(struct include_search *search)
{
	static const char *const options[] = {"-I", "-isystem", "-iquote"};
	for (size_t i = 0; i < search->query->flag_count; i++) {
		const char *flag = search->query->flags[i];
		for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
			size_t length = strlen(options[k]);
			if (strncmp(flag, options[k], length) != 0)
				continue;
			const char *dir = flag + length;
			if (!*dir && i + 1 < search->query->flag_count)
				dir = search->query->flags[++i];
			vec_push(search->arena, &search->dirs, dir);
			break;
		}
	}
}

enum include_place include_find(
	struct include_search *search, const char *from, const char *name, bool is_angled, const char **path)
{
	*path = name[0] == '/' && path_is_file(name) ? name : NULL;
	if (!*path && !is_angled)
		*path = in_dir(search, path_parent(search->arena, from), name);
	for (size_t i = 0; !*path && i < search->dirs.count; i++)
		*path = in_dir(search, search->dirs.data[i], name);
	for (size_t i = 0; !*path && i < search->by_name->count; i++)
		*path = in_dir(search, search->by_name->data[i], name);
	if (*path)
		return INCLUDE_LOCAL;
	if (is_standard(search, name))
		return INCLUDE_STANDARD;
	*path = header_index_find(search->query->index, name, search->query->path);
	return *path ? INCLUDE_BY_NAME : INCLUDE_NOWHERE;
}

void include_add_folder(struct include_search *search, const char *path, const char *name)
{
	while (strncmp(name, "../", 3) == 0 || strncmp(name, "./", 2) == 0)
		name = strchr(name, '/') + 1;
	const char *folder = arena_strndup(search->arena, path, strlen(path) - strlen(name) - 1);
	for (size_t i = 0; i < search->by_name->count; i++)
		if (strcmp(search->by_name->data[i], folder) == 0)
			return;
	vec_push(search->arena, search->by_name, folder);
}
