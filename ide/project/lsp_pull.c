/* workspace/diagnostic: what was found in every file of the workspace. The answer comes when the runs over
 * all folders are through (lsp_project.c); files are told of before, one by one, to clients that take parts.
 * A request of one who knows everything already waits until something is new.
 *
 * Open documents are left out: clients ask for these themselves. */
#include "ide/lsp_server.h"

#include <string.h>

#include "ide/answer/lsp_diagnostics.h"
#include "ide/protocol/lsp_json.h"

enum { PAUSE_MS = 300 };

/* ---- reports --------------------------------------------------------------------------------- */

/* A client that has had a document open forgets what it knew of it, but not the id. */
static json_t *id_of(const struct lsp_server *server, const char *uri, const json_t *items)
{
	long long closings = (long long)json_integer_value(json_object_get(server->closings, uri));
	return json_sprintf("%lld-%016llx", closings, lsp_hash_of(items));
}

static json_t *report_of(const char *uri, json_t *id, json_t *items)
{
	json_t *report = lsp_full_report(items);
	json_object_set_new(report, "uri", lsp_json_text(uri));
	json_object_set_new(report, "version", json_null());
	json_object_set(report, "resultId", id);
	return report;
}

/* Adds a report unless the client has it. Takes over `items`. */
static void add_report(
	struct lsp_server *server, struct lsp_pull *pull, const char *uri, json_t *items, json_t *reports)
{
	json_t *id = id_of(server, uri, items);
	const json_t *before = json_object_get(pull->sent, uri);
	if (!before)
		before = json_object_get(pull->known, uri);
	if (before && json_equal(before, id)) {
		json_decref(items);
	} else {
		json_array_append_new(reports, report_of(uri, id, items));
	}
	json_object_set_new(pull->sent, uri, id);
}

static void send_part(struct lsp_server *server, const struct lsp_pull *pull, json_t *reports)
{
	lsp_notify(server, "$/progress",
		json_pack("{sOs{so}}", "token", pull->token, "value", "items", reports));
}

void lsp_pull_part(struct lsp_server *server, const struct lsp_result *result, const char *path)
{
	struct lsp_texts texts = {.server = server, .arena = arena_new()};
	const char *uri = lsp_texts_uri(&texts, path);
	json_t *items = lsp_diagnostics_of(&texts, result, path);
	for (size_t i = 0; i < server->pulls.count && !lsp_file_at(server, path); i++) {
		struct lsp_pull *pull = &server->pulls.data[i];
		json_t *reports = json_array();
		if (pull->token)
			add_report(server, pull, uri, json_incref(items), reports);
		if (json_array_size(reports))
			send_part(server, pull, json_incref(reports));
		json_decref(reports);
	}
	json_decref(items);
	arena_free(texts.arena);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Diagnostics of every file, by URI: the units, and headers in which something was found. */
static json_t *gather(struct lsp_texts *texts)
{
	const struct lsp_server *server = texts->server;
	json_t *all = json_object();
	for (size_t i = 0; i < server->folders.count; i++) {
		const struct lsp_result *result = server->folders.data[i]->project.result;
		for (size_t k = 0; result && k < result->files.count; k++) {
			const char *path = result->files.data[k].absolute, *uri = lsp_texts_uri(texts, path);
			if (!lsp_file_at(server, path) && !json_object_get(all, uri))
				json_object_set_new(all, uri, lsp_diagnostics_in(texts, path));
		}
	}
	return all;
}

/* Files that the client knows something of, and of which there is nothing to say any more. */
static void add_vanished(struct lsp_server *server, struct lsp_pull *pull, const json_t *all, json_t *reports)
{
	const char *uri;
	json_t *id, *lists[] = {pull->known, pull->sent};
	line_list gone = {0};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		json_object_foreach(
			lists[i], uri, id) if (!json_object_get(all, uri) && !lsp_file_find(server, uri))
			vec_push(arena, &gone, arena_strdup(arena, uri));
	for (size_t i = 0; i < gone.count; i++)
		add_report(server, pull, gone.data[i], json_array(), reports);
	arena_free(arena);
}

/* What is new to the client. */
static json_t *news(struct lsp_server *server, struct lsp_pull *pull)
{
	struct lsp_texts texts = {.server = server, .arena = arena_new()};
	json_t *all = gather(&texts), *reports = json_array(), *items;
	const char *uri;
	json_object_foreach(all, uri, items) add_report(server, pull, uri, json_incref(items), reports);
	add_vanished(server, pull, all, reports);
	json_decref(all);
	arena_free(texts.arena);
	return reports;
}

/* ---- requests -------------------------------------------------------------------------------- */

static void release(struct lsp_pull *pull)
{
	json_decref(pull->id);
	json_decref(pull->token);
	json_decref(pull->work_token);
	json_decref(pull->known);
	json_decref(pull->sent);
}

static void take_out(struct lsp_server *server, size_t index)
{
	struct lsp_pull *pull = &server->pulls.data[index];
	release(pull);
	memmove(pull, pull + 1, (--server->pulls.count - index) * sizeof *pull);
}

void lsp_pull_begin(struct lsp_server *server, const json_t *id, const json_t *params)
{
	struct lsp_pull pull = {.id = json_incref((json_t *)(uintptr_t)id),
		.token = json_incref(json_object_get(params, "partialResultToken")),
		.work_token = json_incref(json_object_get(params, "workDoneToken")),
		.known = json_object(),
		.sent = json_object()};
	const json_t *before = json_object_get(params, "previousResultIds");
	for (size_t i = 0; i < json_array_size(before); i++) {
		const json_t *entry = json_array_get(before, i);
		const char *uri = lsp_json_string(entry, "uri", NULL);
		json_t *value = json_object_get(entry, "value");
		if (uri && json_is_string(value))
			json_object_set(pull.known, uri, value);
	}
	vec_push(server->arena, &server->pulls, pull);
}

/* Whether all runs that are wanted are through; those that aren't are wanted now. */
static bool is_ready(struct lsp_server *server)
{
	bool ready = true;
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_folder *folder = server->folders.data[i];
		const struct lsp_project *project = &folder->project;
		if (!folder->settings.workspace || (project->is_given_up && !project->process.pid))
			continue;
		if (project->is_stale || project->process.pid || !project->result) {
			lsp_project_want(server, folder, project->result ? PAUSE_MS : 0);
			ready = false;
		}
	}
	return ready;
}

/* False: nothing is new, and the request stays. */
static bool answer(struct lsp_server *server, struct lsp_pull *pull)
{
	json_t *reports = news(server, pull);
	bool knows_all = json_object_size(pull->known) && !json_array_size(reports);
	if (knows_all) {
		json_decref(reports);
		return false;
	}
	if (pull->token && json_array_size(reports)) {
		send_part(server, pull, reports);
		reports = json_array();
	}
	lsp_reply(server, pull->id, json_pack("{so}", "items", reports));
	return true;
}

void lsp_pull_answer(struct lsp_server *server)
{
	if (!server->pulls.count || server->phase != LSP_RUNNING || !is_ready(server))
		return;
	for (size_t i = 0; i < server->pulls.count;)
		if (answer(server, &server->pulls.data[i]))
			take_out(server, i);
		else
			i++;
}

bool lsp_pull_cancel(struct lsp_server *server, const json_t *id)
{
	size_t at = 0;
	while (at < server->pulls.count && !json_equal(server->pulls.data[at].id, id))
		at++;
	if (at == server->pulls.count)
		return false;
	lsp_fail(server, id, LSP_CANCELLED, "cancelled");
	take_out(server, at);
	for (size_t i = 0; !server->pulls.count && i < server->folders.count; i++)
		if (!server->folders.data[i]->project.is_followed)
			lsp_project_stop(server, server->folders.data[i], "stopped");
	return true;
}

void lsp_pull_give_up(struct lsp_server *server, const char *why)
{
	while (server->pulls.count) {
		lsp_fail(server, server->pulls.data[0].id, LSP_SERVER_CANCELLED, why);
		take_out(server, 0);
	}
}

void lsp_pull_release(struct lsp_server *server)
{
	while (server->pulls.count)
		take_out(server, 0);
	json_decref(server->closings);
	server->closings = NULL;
}
