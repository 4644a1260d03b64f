/* Paths for services that know the code as a repository: relative to its top, and as URIs. */
#include "cli/out/out.h"

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"

#include <string.h>

void out_repository(struct out *out)
{
	out->folder = path_here(out->arena);
	const char *root = path_repository(out->arena, out->folder);
	out->root = root ? root : out->folder;
}

/* What is left of an absolute path below the folder; NULL when it lies elsewhere. */
static const char *below(const char *folder, const char *path)
{
	size_t length = strlen(folder);
	if (length > 0 && folder[length - 1] == '/')
		length--;
	if (strncmp(path, folder, length) != 0 || path[length] != '/')
		return NULL;
	return path + length + 1;
}

const char *out_relative(const struct out *out, const char *path)
{
	const char *absolute = path_join(out->arena, out->folder, path);
	const char *resolved = path_resolve(out->arena, absolute);
	const char *rest = resolved ? below(out->root, resolved) : NULL;
	return rest ? rest : below(out->root, path_normalize(out->arena, absolute));
}

const char *out_location(const struct out *out, const char *path)
{
	const char *relative = out_relative(out, path);
	return relative ? relative : path;
}

const char *out_uri(const struct out *out, const char *path)
{
	static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
	struct buffer uri = {0};
	for (; *path; path++) {
		if (strchr(kept, *path))
			buffer_add(&uri, path, 1);
		else
			buffer_printf(&uri, "%%%02X", (unsigned char)*path);
	}
	const char *copy = arena_strndup(out->arena, uri.size ? uri.data : "", uri.size);
	buffer_free(&uri);
	return copy;
}
