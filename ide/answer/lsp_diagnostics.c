/* Diagnostics: published when they change, or answered when the client asks; never both.
 *
 * A file's diagnostics come from every analysis that has seen its present text: its own, and those of open
 * documents that include it. */
#include "ide/answer/lsp_diagnostics.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "analyzer/base/path.h"
#include "ide/protocol/lsp_json.h"

enum { TAG_UNNECESSARY = 1, TAG_DEPRECATED = 2 };

/* ---- one finding ----------------------------------------------------------------------------- */

/* Rules about what is gone or on its way out. */
static int tag_of(const char *code)
{
	static const char *const deprecated[] = {"CU401", "CU811", "CU901", "CU902"};
	for (size_t i = 0; i < sizeof deprecated / sizeof *deprecated; i++)
		if (strcmp(deprecated[i], code) == 0)
			return TAG_DEPRECATED;
	return strcmp(code, "CU002") == 0 ? TAG_UNNECESSARY : 0;
}

static json_t *data_of(const struct finding *finding)
{
	json_t *fixes = json_array();
	for (size_t i = 0; i < finding->fixes.count; i++) {
		const struct fix *fix = &finding->fixes.data[i];
		json_array_append_new(fixes, json_pack("{soss}", "title", lsp_json_text(fix->title), "safety",
						     fix->safety == FIX_SAFE ? "safe" : "unsafe"));
	}
	return json_pack("{soso}", "fingerprint", lsp_json_text(finding->fingerprint), "fixes", fixes);
}

static json_t *related_of(struct lsp_texts *texts, const struct lsp_found *found)
{
	const struct finding *finding = found->finding;
	json_t *list = json_array();
	for (size_t i = 0; i < finding->related.count; i++) {
		const struct related *related = &finding->related.data[i];
		json_array_append_new(list, json_pack("{soso}", "location",
						    lsp_texts_location(texts, found->result, &related->span),
						    "message", lsp_json_text(related->message)));
	}
	if (finding->has_expansion)
		json_array_append_new(
			list, json_pack("{soss}", "location",
				      lsp_texts_location(texts, found->result, &finding->expansion),
				      "message", "the macro is used here"));
	return list;
}

/* The message; with the related places below it for clients that can't show them otherwise. */
static json_t *message_of(struct lsp_texts *texts, const struct lsp_found *found)
{
	const struct finding *finding = found->finding;
	const char *text = finding->message;
	for (size_t i = 0; !texts->server->client.places && i < finding->related.count; i++) {
		const struct related *related = &finding->related.data[i];
		struct lsp_position at = lsp_texts_range(texts, found->result, &related->span).start;
		text = arena_printf(texts->arena, "%s\n%s:%u:%u: %s", text, path_name(related->span.path),
			at.line + 1, at.character + 1, related->message);
	}
	return lsp_json_text(text);
}

json_t *lsp_diagnostic(struct lsp_texts *texts, const struct lsp_found *found)
{
	static const int severities[] = {[SEVERITY_ERROR] = 1, [SEVERITY_WARNING] = 2, [SEVERITY_INFO] = 3};
	const struct lsp_client *client = &texts->server->client;
	const struct finding *finding = found->finding;
	const char *page = client->pages ? lsp_page_uri(texts->server, finding->code) : NULL;
	json_t *value = json_pack("{sosisoss}", "range",
		lsp_json_of_range(lsp_texts_range(texts, found->result, &finding->span)), "severity",
		severities[finding->severity], "code", lsp_json_text(finding->code), "source", "cudalint");
	if (page)
		json_object_set_new(value, "codeDescription", json_pack("{so}", "href", lsp_json_text(page)));
	json_object_set_new(value, "message", message_of(texts, found));
	if (client->tags && tag_of(finding->code))
		json_object_set_new(value, "tags", json_pack("[i]", tag_of(finding->code)));
	json_t *related = client->places ? related_of(texts, found) : NULL;
	if (json_array_size(related))
		json_object_set(value, "relatedInformation", related);
	json_decref(related);
	json_object_set_new(value, "data", data_of(finding));
	return value;
}

/* ---- one file -------------------------------------------------------------------------------- */

static bool same_finding(const struct finding *a, const struct finding *b)
{
	return a->span.start.offset == b->span.start.offset && a->span.end.offset == b->span.end.offset &&
	       strcmp(a->code, b->code) == 0 && strcmp(a->message, b->message) == 0;
}

static int compare_found(const void *left, const void *right)
{
	const struct finding *a = ((const struct lsp_found *)left)->finding;
	const struct finding *b = ((const struct lsp_found *)right)->finding;
	if (a->span.start.offset != b->span.start.offset)
		return a->span.start.offset < b->span.start.offset ? -1 : 1;
	if (a->span.end.offset != b->span.end.offset)
		return a->span.end.offset < b->span.end.offset ? -1 : 1;
	int by_code = strcmp(a->code, b->code);
	return by_code ? by_code : strcmp(a->message, b->message);
}

/* Whether the analysis has seen the file as it is now. */
static bool has_seen(const struct lsp_server *server, const struct lsp_result *result, const char *path)
{
	const struct lsp_file *open = lsp_file_at(server, path);
	for (size_t i = 0; i < result->files.count; i++)
		if (strcmp(result->files.data[i].absolute, path) == 0)
			return !open || result->files.data[i].version == open->document->version ||
			       (result->files.data[i].version < 0 && !open->is_unsaved);
	return false;
}

static void add_found(
	struct lsp_texts *texts, const struct lsp_result *result, const char *path, lsp_found_list *out)
{
	if (!has_seen(texts->server, result, path))
		return;
	for (size_t i = 0; i < result->unit->findings.count; i++) {
		const struct finding *finding = result->unit->findings.data[i];
		if (finding->suppressed ||
			strcmp(lsp_texts_absolute(texts, result, finding->span.path), path) != 0)
			continue;
		size_t k = 0;
		while (k < out->count && !same_finding(out->data[k].finding, finding))
			k++;
		if (k == out->count)
			vec_push(texts->arena, out, (struct lsp_found){result, finding});
	}
}

void lsp_found_in(struct lsp_texts *texts, const char *path, lsp_found_list *out)
{
	const struct lsp_server *server = texts->server;
	struct lsp_file *own = lsp_file_at(server, path);
	if (own && own->result)
		add_found(texts, own->result, path, out);
	for (size_t i = 0; i < server->files.count; i++)
		if (server->files.data[i] != own && server->files.data[i]->result)
			add_found(texts, server->files.data[i]->result, path, out);
	for (size_t i = 0; !own && i < server->folders.count; i++)
		if (server->folders.data[i]->project.result)
			add_found(texts, server->folders.data[i]->project.result, path, out);
	if (out->count)
		qsort(out->data, out->count, sizeof *out->data, compare_found);
}

/* Sorted. */
static json_t *list_of(struct lsp_texts *texts, lsp_found_list *found)
{
	json_t *list = json_array();
	if (found->count)
		qsort(found->data, found->count, sizeof *found->data, compare_found);
	for (size_t i = 0; i < found->count; i++)
		json_array_append_new(list, lsp_diagnostic(texts, &found->data[i]));
	return list;
}

json_t *lsp_diagnostics_of(struct lsp_texts *texts, const struct lsp_result *result, const char *path)
{
	lsp_found_list found = {0};
	add_found(texts, result, path, &found);
	return list_of(texts, &found);
}

json_t *lsp_diagnostics_in(struct lsp_texts *texts, const char *path)
{
	lsp_found_list found = {0};
	lsp_found_in(texts, path, &found);
	return list_of(texts, &found);
}

unsigned long long lsp_hash_of(const json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT);
	unsigned long long hash = text ? XXH64(text, strlen(text), 1) : 1;
	free(text);
	return hash;
}

/* Files that aren't open and in which the analyses of these documents found something. */
static void add_closed(struct lsp_texts *texts, const struct lsp_result *result, line_list *paths)
{
	for (size_t i = 0; result && i < result->unit->findings.count; i++) {
		const struct finding *finding = result->unit->findings.data[i];
		const char *path = lsp_texts_absolute(texts, result, finding->span.path);
		size_t k = 0;
		while (k < paths->count && strcmp(paths->data[k], path) != 0)
			k++;
		if (k == paths->count && !finding->suppressed && !lsp_file_at(texts->server, path))
			vec_push(texts->arena, paths, path);
	}
}

/* ---- published ------------------------------------------------------------------------------- */

static void publish(struct lsp_server *server, const char *uri, const int64_t *version, json_t *diagnostics)
{
	json_t *params = json_pack("{so}", "uri", lsp_json_text(uri));
	if (version)
		json_object_set_new(params, "version", json_integer(*version));
	json_object_set_new(params, "diagnostics", diagnostics);
	lsp_notify(server, "textDocument/publishDiagnostics", params);
}

static void publish_open(struct lsp_texts *texts, struct lsp_file *file)
{
	json_t *list = lsp_diagnostics_in(texts, file->real);
	unsigned long long hash = lsp_hash_of(list) ^ (unsigned long long)file->document->version;
	if (file->published == hash) {
		json_decref(list);
		return;
	}
	file->published = hash;
	publish(texts->server, file->document->uri, &file->document->version, list);
}

static void publish_closed(struct lsp_texts *texts, const char *path)
{
	struct lsp_server *server = texts->server;
	const char *uri = lsp_texts_uri(texts, path);
	size_t at = 0;
	while (at < server->others.count && strcmp(server->others.data[at].uri, uri) != 0)
		at++;
	if (at == server->others.count)
		vec_push(server->arena, &server->others,
			(struct lsp_published){.uri = arena_strdup(server->arena, uri)});
	struct lsp_published *entry = &server->others.data[at];
	json_t *list = lsp_diagnostics_in(texts, path);
	unsigned long long hash = lsp_hash_of(list);
	entry->seen = true;
	if (entry->hash == hash) {
		json_decref(list);
		return;
	}
	entry->hash = hash;
	publish(server, uri, NULL, list);
}

/* Those of before in which nothing is found any more. Entries stay: their number is that of the files. */
static void clear_others(struct lsp_server *server)
{
	for (size_t i = 0; i < server->others.count; i++) {
		struct lsp_published *entry = &server->others.data[i];
		if (!entry->seen && entry->hash && !lsp_file_find(server, entry->uri))
			publish(server, entry->uri, NULL, json_array());
		if (!entry->seen)
			entry->hash = 0;
		entry->seen = false;
	}
}

void lsp_publish(struct lsp_server *server)
{
	server->publish_wanted = false;
	if (server->client.pull)
		return;
	struct lsp_texts texts = {.server = server, .arena = arena_new()};
	line_list closed = {0};
	for (size_t i = 0; i < server->files.count; i++) {
		add_closed(&texts, server->files.data[i]->result, &closed);
		if (lsp_is_current(server->files.data[i]))
			publish_open(&texts, server->files.data[i]);
	}
	for (size_t i = 0; i < server->folders.count; i++)
		add_closed(&texts, server->folders.data[i]->project.result, &closed);
	for (size_t i = 0; i < closed.count; i++)
		publish_closed(&texts, closed.data[i]);
	clear_others(server);
	arena_free(texts.arena);
}

void lsp_publish_closed(struct lsp_server *server, const char *uri)
{
	server->publish_wanted = true;
	if (!server->client.pull && server->phase == LSP_RUNNING)
		publish(server, uri, NULL, json_array());
}

/* ---- pulled ---------------------------------------------------------------------------------- */

json_t *lsp_full_report(json_t *items)
{
	return json_pack("{ssso}", "kind", "full", "items", items);
}

/* Other files: those that have diagnostics, and those that had some in an answer before. */
static json_t *related_reports(struct lsp_texts *texts, struct lsp_file *file)
{
	line_list paths = {0}, *before = &file->related;
	json_t *related = json_object();
	add_closed(texts, file->result, &paths);
	for (size_t i = 0; i < before->count; i++)
		if (!lsp_file_find(texts->server, before->data[i]))
			json_object_set_new(related, before->data[i], lsp_full_report(json_array()));
	for (size_t i = 0; i < paths.count; i++) {
		const char *uri = lsp_texts_uri(texts, paths.data[i]);
		if (!json_object_get(related, uri))
			vec_push(file->document->arena, before, arena_strdup(file->document->arena, uri));
		json_object_set_new(related, uri, lsp_full_report(lsp_diagnostics_in(texts, paths.data[i])));
	}
	return related;
}

json_t *lsp_diagnostics_pull(struct lsp_server *server, struct lsp_file *file, const json_t *params)
{
	if (!file)
		return lsp_full_report(json_array());
	struct lsp_texts texts = {.server = server, .arena = arena_new()};
	json_t *report = lsp_full_report(lsp_diagnostics_in(&texts, file->real));
	json_t *related = server->client.related ? related_reports(&texts, file) : json_object();
	if (json_object_size(related))
		json_object_set(report, "relatedDocuments", related);
	json_decref(related);
	/* A client that closes a document forgets its diagnostics, but maybe not their id. */
	const char *id = arena_printf(
		texts.arena, "%llu-%016llx", (unsigned long long)file->opened, lsp_hash_of(report));
	const char *before = lsp_json_string(params, "previousResultId", "");
	if (strcmp(id, before) == 0) {
		json_decref(report);
		report = json_pack("{ss}", "kind", "unchanged");
	}
	json_object_set_new(report, "resultId", json_string(id));
	arena_free(texts.arena);
	return report;
}
