/* URIs; see lsp_uri.h. */
#include "ide/protocol/lsp_uri.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "analyzer/base/path.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The text with %XX resolved; a % that begins nothing stays. NULL when a NUL is in it. */
static char *decode(struct arena *arena, const char *text, size_t size)
{
	char *out = arena_alloc(arena, size + 1), *to = out;
	for (size_t i = 0; i < size; i++) {
		int high = text[i] == '%' && i + 2 < size ? hex_digit(text[i + 1]) : -1;
		int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
		*to++ = low >= 0 ? (char)(high * 16 + low) : text[i];
		if (!to[-1])
			return NULL;
		if (low >= 0)
			i += 2;
	}
	return out;
}

static bool is_drive(const char *path)
{
	bool letter = (path[1] | 0x20) >= 'a' && (path[1] | 0x20) <= 'z';
	return path[0] == '/' && letter && path[2] == ':' && (!path[3] || path[3] == '/');
}

const char *lsp_uri_path(struct arena *arena, const char *uri)
{
	static const char scheme[] = "file:";
	if (strncasecmp(uri, scheme, sizeof scheme - 1) != 0)
		return NULL;
	const char *rest = uri + sizeof scheme - 1;
	if (strncmp(rest, "//", 2) == 0) {
		rest += 2;
		if (strncasecmp(rest, "localhost/", 10) == 0)
			rest += 9;
	}
	size_t size = strcspn(rest, "?#");
	const char *path = decode(arena, rest, size);
	if (!path || path[0] != '/')
		return NULL;
	path = path_normalize(arena, path);
	return is_drive(path) ? NULL : path;
}

static bool is_plain(char c)
{
	bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
	return letter || (c && strchr("/-._~", c));
}

const char *lsp_uri_of(struct arena *arena, const char *path)
{
	static const char digits[] = "0123456789ABCDEF";
	char *out = arena_alloc(arena, 7 + 3 * strlen(path) + 1), *to = out + 7;
	memcpy(out, "file://", 7);
	for (; *path; path++) {
		if (is_plain(*path)) {
			*to++ = *path;
			continue;
		}
		*to++ = '%';
		*to++ = digits[(unsigned char)*path >> 4];
		*to++ = digits[(unsigned char)*path & 15];
	}
	return out;
}

const char *lsp_uri_stand_in(struct arena *arena, const char *folder, const char *uri)
{
	const char *colon = strchr(uri, ':'), *name = colon ? colon + 1 : uri;
	const char *decoded = decode(arena, name, strcspn(name, "?#"));
	name = decoded ? path_name(decoded) : "";
	if (!*name)
		name = "untitled";
	const char *ending = *path_extension(name) ? "" : ".cu";
	return path_normalize(arena, arena_printf(arena, "%s/%s%s", folder, name, ending));
}
