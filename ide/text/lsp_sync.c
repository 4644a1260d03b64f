/* Documents: opened, changed, saved, closed; and what changes on disk. */
#include "ide/lsp_server.h"

#include <string.h>

#include "analyzer/base/path.h"
#include "ide/analysis/lsp_plan.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_uri.h"

enum { HEADER_WAIT_MS = 300 }; /* after an edit of a header, before the documents that include it */

/* ---- finding --------------------------------------------------------------------------------- */

struct lsp_file *lsp_file_find(const struct lsp_server *server, const char *uri)
{
	for (size_t i = 0; uri && i < server->files.count; i++)
		if (strcmp(server->files.data[i]->document->uri, uri) == 0)
			return server->files.data[i];
	return NULL;
}

struct lsp_file *lsp_file_at(const struct lsp_server *server, const char *path)
{
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_file *file = server->files.data[i];
		if (strcmp(file->real, path) == 0 || strcmp(file->path, path) == 0)
			return file;
	}
	return NULL;
}

struct lsp_file *lsp_file_of(const struct lsp_server *server, const json_t *params)
{
	return lsp_file_find(server, lsp_json_string(params, "textDocument.uri", NULL));
}

/* ---- what a document is ---------------------------------------------------------------------- */

static bool is_one_of(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

/* Documents in CUDA, headers, and host code in C++; a client may send others, too. */
static void set_kind(struct lsp_file *file)
{
	static const char *const units[] = {"cu", "cpp", "cc", "cxx", "c++", "C", NULL};
	const char *extension = path_extension(file->path), *language = file->document->language;
	bool is_cuda = strncmp(language, "cuda", 4) == 0;
	file->is_header = path_is_header(file->path);
	file->is_linted = is_cuda || file->is_header || is_one_of(extension, units);
}

/* Editors bring back texts that were never saved. */
static bool differs_from_disk(const struct lsp_file *file)
{
	enum { LARGEST = 8 * 1024 * 1024 };
	const struct buffer *text = &file->document->text;
	struct buffer disk = {0};
	bool same = buffer_read_file(&disk, file->path, LARGEST) == 0 && disk.size == text->size &&
		    (!disk.size || memcmp(disk.data, text->data, disk.size) == 0);
	buffer_free(&disk);
	return !same;
}

static struct lsp_file *new_file(struct lsp_server *server, struct lsp_document *document)
{
	struct arena *arena = document->arena;
	struct lsp_file *file = ARENA_NEW(arena, struct lsp_file);
	file->document = document;
	file->opened = ++server->last_generation;
	file->path = lsp_uri_path(arena, document->uri);
	if (!file->path)
		file->path = lsp_uri_stand_in(arena, server->root, document->uri);
	const char *real = path_resolve(arena, file->path);
	file->real = real ? real : file->path;
	set_kind(file);
	file->is_unsaved = differs_from_disk(file);
	vec_push(server->arena, &server->files, file);
	return file;
}

/* ---- what an edit concerns ------------------------------------------------------------------- */

static bool includes_path(const struct lsp_file *file, const char *real)
{
	const struct lsp_result *result = file->result;
	for (size_t i = 0; result && i < result->files.count; i++)
		if (strcmp(result->files.data[i].absolute, real) == 0)
			return true;
	return false;
}

/* The text of a file is another: so may be the findings of those that include it. */
static void touch_includers(
	struct lsp_server *server, const struct lsp_file *self, const char *real, double wait)
{
	for (size_t i = 0; i < server->files.count; i++)
		if (server->files.data[i] != self && includes_path(server->files.data[i], real))
			lsp_schedule_touched(server, server->files.data[i], wait);
}

/* ---- notifications --------------------------------------------------------------------------- */

void lsp_did_open(struct lsp_server *server, const json_t *params)
{
	const json_t *text = lsp_json_at(params, "textDocument.text");
	const char *uri = lsp_json_string(params, "textDocument.uri", NULL);
	if (!uri || !json_is_string(text)) {
		lsp_log(server, LSP_LOG_WARNING, "textDocument/didOpen without a document was passed over");
		return;
	}
	struct lsp_file *old = lsp_file_find(server, uri);
	if (old)
		lsp_file_close(server, old);
	struct lsp_document *document =
		lsp_document_new(uri, lsp_json_string(params, "textDocument.languageId", ""),
			lsp_json_integer(params, "textDocument.version", 0), json_string_value(text),
			json_string_length(text));
	struct lsp_file *file = new_file(server, document);
	lsp_schedule(server, file, 0);
	touch_includers(server, file, file->real, HEADER_WAIT_MS);
}

/* As long as the last analysis took in part, so that fast ones follow every key. */
static double wait_after_edit(const struct lsp_server *server, const struct lsp_file *file)
{
	enum { SHARE = 32, SHORTEST_MS = 1 };
	double longest = lsp_settings_at(server, file->path)->debounce_ms, wait = file->last_ms / SHARE;
	if (file->last_ms <= 0 || wait > longest)
		return longest;
	return wait < SHORTEST_MS && longest > SHORTEST_MS ? SHORTEST_MS : wait;
}

void lsp_did_change(struct lsp_server *server, const json_t *params)
{
	struct lsp_file *file = lsp_file_of(server, params);
	if (!file) {
		lsp_log(server, LSP_LOG_WARNING, "a change of a document that isn't open was passed over");
		return;
	}
	if (!lsp_document_change(
		    file->document, json_object_get(params, "contentChanges"), server->client.encoding))
		lsp_log(server, LSP_LOG_WARNING, "%s: a change that is none was passed over",
			file->document->uri);
	file->document->version =
		lsp_json_integer(params, "textDocument.version", file->document->version + 1);
	file->is_unsaved = true;
	file->told.rounds = 0;
	lsp_schedule(server, file, wait_after_edit(server, file));
	touch_includers(server, file, file->real, HEADER_WAIT_MS);
}

/* Not every client watches files. */
static bool is_plan_old(const struct lsp_server *server)
{
	for (size_t i = 0; i < server->files.count; i++) {
		const struct lsp_file *file = server->files.data[i];
		if (file->planned &&
			file->planned != lsp_plan_stamp(lsp_settings_at(server, file->path), file->real))
			return true;
	}
	return false;
}

void lsp_did_save(struct lsp_server *server, const json_t *params)
{
	struct lsp_file *file = lsp_file_of(server, params);
	if (is_plan_old(server))
		lsp_schedule_all(server);
	lsp_project_changed(server, file ? file->path : NULL);
	lsp_told_changed(server, file);
	if (!file)
		return;
	file->is_unsaved = false;
	if (file->due_ms > 0)
		file->due_ms = 1; /* nobody types any more */
	else if (!lsp_is_current(file) && !file->worker.generation)
		lsp_schedule(server, file, 0);
}

void lsp_did_close(struct lsp_server *server, const json_t *params)
{
	struct lsp_file *file = lsp_file_of(server, params);
	if (file)
		lsp_file_close(server, file);
}

static void count_closing(struct lsp_server *server, const char *uri)
{
	if (!server->closings)
		server->closings = json_object();
	json_int_t before = json_integer_value(json_object_get(server->closings, uri));
	json_object_set_new(server->closings, uri, json_integer(before + 1));
}

void lsp_file_close(struct lsp_server *server, struct lsp_file *file)
{
	struct arena *arena = arena_new();
	const char *uri = arena_strdup(arena, file->document->uri), *real = arena_strdup(arena, file->real);
	size_t at = 0;
	lsp_wait_drop(server, file);
	lsp_worker_stop(file);
	lsp_told_release(file);
	lsp_background_end(&file->proof.process);
	lsp_result_free(file->result);
	while (server->files.data[at] != file)
		at++;
	memmove(server->files.data + at, server->files.data + at + 1,
		(--server->files.count - at) * sizeof *server->files.data);
	lsp_document_free(file->document);
	lsp_publish_closed(server, uri);
	touch_includers(server, NULL, real, HEADER_WAIT_MS);
	count_closing(server, uri);
	arena_free(arena);
}

/* ---- files on disk --------------------------------------------------------------------------- */

/* Settings and flags decide how everything is analysed, and so do headers that come and go; other files
 * concern those that include them. */
void lsp_did_change_files(struct lsp_server *server, const json_t *params)
{
	struct arena *arena = arena_new();
	const json_t *changes = json_object_get(params, "changes");
	enum { CHANGED = 2 }; /* neither created nor deleted */
	bool all = false;
	for (size_t i = 0; i < json_array_size(changes); i++) {
		const char *uri = lsp_json_string(json_array_get(changes, i), "uri", "");
		const char *path = lsp_uri_path(arena, uri);
		if (!path)
			continue;
		const char *name = path_name(path), *real = path_resolve(arena, path);
		bool is_unit = !strcmp(path_extension(name), "cu");
		int64_t type = lsp_json_integer(json_array_get(changes, i), "type", CHANGED);
		all |= !strcmp(path_extension(name), "yml") || !strcmp(path_extension(name), "json") ||
		       (type != CHANGED && !is_unit);
		lsp_project_changed(server, path);
		if (!lsp_file_at(server, path))
			touch_includers(server, NULL, real ? real : path, HEADER_WAIT_MS);
	}
	if (json_array_size(changes))
		lsp_told_changed(server, NULL);
	if (all)
		lsp_schedule_all(server);
	arena_free(arena);
}
