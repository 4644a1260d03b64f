/* Rules' pages: on a site where one is named, else as files, written to the cache folder when they are first
 * needed: a link that every client can open, without a network. */
#include "ide/lsp_server.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "analyzer/config/select.h"
#include "ide/protocol/lsp_uri.h"

static bool write_page(struct arena *arena, const char *path, const char *text)
{
	return !path_make_folders(arena, path_parent(arena, path)) && !file_put(path, text, strlen(text));
}

static const char *folder(struct arena *arena, const struct lsp_options *options)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (options->no_cache)
		return NULL;
	if (options->cache_dir && options->cache_dir[0] == '/')
		return options->cache_dir;
	if (cache && cache[0] == '/')
		return arena_printf(arena, "%s/cudalint", cache);
	return home && home[0] == '/' ? arena_printf(arena, "%s/.cache/cudalint", home) : NULL;
}

static const char *make_page(struct lsp_server *server, const char *code)
{
	const struct rule *rule = select_find_rule(server->options->registry, code);
	const char *base = folder(server->arena, server->options);
	struct arena *scratch = arena_new();
	const char *text = rule && base ? server->options->page(scratch, rule) : NULL, *uri = NULL;
	if (text) {
		const char *path = arena_printf(
			scratch, "%s/pages-" CUDALINT_VERSION "/%s-%s.md", base, rule->code, rule->name);
		if (write_page(scratch, path, text))
			uri = lsp_uri_of(server->arena, path);
	}
	arena_free(scratch);
	return uri;
}

const char *lsp_page_uri(struct lsp_server *server, const char *code)
{
	for (size_t i = 0; i < server->pages.count; i++)
		if (strcmp(server->pages.data[i].code, code) == 0)
			return server->pages.data[i].uri;
	const char *address = server->options->address ? server->options->address(server->arena, code) : NULL;
	struct lsp_page entry = {
		arena_strdup(server->arena, code), address ? address : make_page(server, code)};
	vec_push(server->arena, &server->pages, entry);
	return entry.uri;
}
