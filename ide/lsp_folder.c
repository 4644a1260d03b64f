/* The folders of the workspace, and what is set in each. Where a client knows of one only, or of none, that
 * is the session's root, and what is set holds for everything. */
#include "ide/lsp_server.h"

#include <string.h>
#include <unistd.h>

#include "analyzer/base/path.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_uri.h"

/* ---- which folders there are ----------------------------------------------------------------- */

static bool holds(const struct lsp_folder *folder, const char *path)
{
	return path_is_below(path, folder->path) || path_is_below(path, folder->real) ||
	       !strcmp(path, folder->path) || !strcmp(path, folder->real);
}

struct lsp_folder *lsp_folder_of(const struct lsp_server *server, const char *path)
{
	struct lsp_folder *found = NULL;
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_folder *folder = server->folders.data[i];
		if (holds(folder, path) && (!found || strlen(folder->real) > strlen(found->real)))
			found = folder;
	}
	return found;
}

const struct lsp_settings *lsp_settings_at(const struct lsp_server *server, const char *path)
{
	const struct lsp_folder *folder = lsp_folder_of(server, path);
	return folder ? &folder->settings : &server->settings;
}

const char *lsp_root_of(const struct lsp_server *server, const char *path)
{
	const struct lsp_folder *folder = lsp_folder_of(server, path);
	return folder ? folder->path : server->root;
}

static size_t find_folder(const struct lsp_server *server, const char *path)
{
	size_t at = 0;
	while (at < server->folders.count && strcmp(server->folders.data[at]->path, path) != 0)
		at++;
	return at;
}

static void apply(struct lsp_server *server, struct lsp_folder *folder, const json_t *value);

/* What isn't on this machine is passed over. */
static void add_folder(struct lsp_server *server, const char *uri, const char *path)
{
	if (!path || path[0] != '/' || find_folder(server, path) < server->folders.count)
		return;
	struct arena *arena = arena_new();
	struct lsp_folder *folder = ARENA_NEW(arena, struct lsp_folder);
	folder->arena = arena;
	folder->path = arena_strdup(arena, path);
	folder->uri = arena_strdup(arena, uri ? uri : lsp_uri_of(arena, path));
	const char *real = path_resolve(arena, path);
	folder->real = real ? real : folder->path;
	folder->project.is_stale = true;
	vec_push(server->arena, &server->folders, folder);
	apply(server, folder, server->settings_value);
}

static void free_folder(struct lsp_server *server, struct lsp_folder *folder)
{
	lsp_project_release(server, folder);
	json_decref(folder->value);
	if (folder->settings_arena)
		arena_free(folder->settings_arena);
	arena_free(folder->arena);
}

static void remove_folder(struct lsp_server *server, const char *path)
{
	size_t at = path ? find_folder(server, path) : server->folders.count;
	if (at == server->folders.count)
		return;
	free_folder(server, server->folders.data[at]);
	memmove(server->folders.data + at, server->folders.data + at + 1,
		(--server->folders.count - at) * sizeof *server->folders.data);
}

static void add_listed(struct lsp_server *server, const json_t *folders)
{
	struct arena *arena = arena_new();
	for (size_t i = 0; i < json_array_size(folders); i++) {
		const char *uri = lsp_json_string(json_array_get(folders, i), "uri", NULL);
		if (uri)
			add_folder(server, uri, lsp_uri_path(arena, uri));
	}
	arena_free(arena);
}

void lsp_folders_begin(struct lsp_server *server, const json_t *params)
{
	add_listed(server, json_object_get(params, "workspaceFolders"));
	const char *uri = lsp_json_string(params, "rootUri", NULL);
	if (!server->folders.count && uri)
		add_folder(server, uri, lsp_uri_path(server->arena, uri));
	if (!server->folders.count)
		add_folder(server, NULL, lsp_json_string(params, "rootPath", NULL));
	if (!server->folders.count)
		return;
	server->root = arena_strdup(server->arena, server->folders.data[0]->path);
	if (chdir(server->root) != 0)
		lsp_log(server, LSP_LOG_WARNING, "the folder '%s' can't be entered", server->root);
}

void lsp_did_change_folders(struct lsp_server *server, const json_t *params)
{
	struct arena *arena = arena_new();
	const json_t *removed = lsp_json_at(params, "event.removed");
	for (size_t i = 0; i < json_array_size(removed); i++) {
		const char *uri = lsp_json_string(json_array_get(removed, i), "uri", NULL);
		remove_folder(server, uri ? lsp_uri_path(arena, uri) : NULL);
	}
	arena_free(arena);
	add_listed(server, lsp_json_at(params, "event.added"));
	if (server->client.configuration)
		lsp_ask_settings(server);
	lsp_schedule_all(server);
	lsp_project_changed(server, NULL);
	server->publish_wanted = true;
}

void lsp_folders_release(struct lsp_server *server)
{
	for (size_t i = 0; i < server->folders.count; i++)
		free_folder(server, server->folders.data[i]);
	server->folders.count = 0;
}

/* ---- settings -------------------------------------------------------------------------------- */

static void tell_problems(struct lsp_server *server, const line_list *problems)
{
	for (size_t i = 0; i < problems->count; i++)
		lsp_tell(server, LSP_LOG_WARNING, problems->data[i]);
}

/* Sets what is set in a folder, whatever it was before. */
static void apply(struct lsp_server *server, struct lsp_folder *folder, const json_t *value)
{
	struct arena *arena = arena_new(), *old = folder->settings_arena;
	line_list problems = {0};
	json_t *old_value = folder->value;
	folder->value = json_incref((json_t *)(uintptr_t)value);
	json_decref(old_value);
	lsp_settings_read(arena, value, &folder->settings, &problems);
	folder->settings_arena = arena;
	tell_problems(server, &problems);
	if (old)
		arena_free(old);
}

static bool is_same(const json_t *a, const json_t *b)
{
	return a == b || json_equal(a, b);
}

/* Documents of that folder (NULL: of none) are analysed anew. */
static void schedule_folder(struct lsp_server *server, const struct lsp_folder *folder)
{
	for (size_t i = 0; i < server->files.count; i++)
		if (lsp_folder_of(server, server->files.data[i]->path) == folder)
			lsp_schedule_anew(server, server->files.data[i]);
	server->refresh_wanted |= server->files.count > 0;
	if (folder)
		lsp_project_changed(server, folder->path);
}

static void take_in_folder(struct lsp_server *server, struct lsp_folder *folder, const json_t *value)
{
	if (is_same(folder->value, value))
		return;
	apply(server, folder, value);
	schedule_folder(server, folder);
}

/* Those of the session. False: they are what they were. */
static bool take_own(struct lsp_server *server, const json_t *value)
{
	json_t *old_value = server->settings_value;
	if (server->settings_arena && is_same(old_value, value))
		return false;
	struct arena *arena = arena_new(), *old = server->settings_arena;
	line_list problems = {0};
	server->settings_value = json_incref((json_t *)(uintptr_t)value);
	json_decref(old_value);
	lsp_settings_read(arena, value, &server->settings, &problems);
	lsp_set_trace(server, lsp_json_string(value, "trace", ""));
	server->settings_arena = arena;
	tell_problems(server, &problems);
	schedule_folder(server, NULL);
	if (old)
		arena_free(old);
	return true;
}

/* What the client knows nothing of is as it was said at first. */
static const json_t *known(const struct lsp_server *server, const json_t *value)
{
	return json_is_object(value) ? value : server->initial_settings;
}

void lsp_take_settings(struct lsp_server *server, const json_t *value)
{
	value = known(server, value);
	take_own(server, value);
	for (size_t i = 0; i < server->folders.count; i++)
		take_in_folder(server, server->folders.data[i], value);
}

/* The first is of the session, the others of the folders, where there are several. */
void lsp_take_all_settings(struct lsp_server *server, const json_t *values)
{
	const json_t *own = known(server, json_array_get(values, 0));
	if (server->folders.count < 2) {
		lsp_take_settings(server, own);
		return;
	}
	take_own(server, own);
	for (size_t i = 0; i < server->folders.count; i++) {
		const json_t *value = json_array_get(values, i + 1);
		take_in_folder(server, server->folders.data[i], json_is_object(value) ? value : own);
	}
}

void lsp_ask_settings(struct lsp_server *server)
{
	json_t *items = json_pack("[{ss}]", "section", "cudalint");
	for (size_t i = 0; server->folders.count > 1 && i < server->folders.count; i++)
		json_array_append_new(items,
			json_pack("{ssss}", "scopeUri", server->folders.data[i]->uri, "section", "cudalint"));
	lsp_ask(server, "workspace/configuration", json_pack("{so}", "items", items));
	server->last_settings = server->last_request;
}
