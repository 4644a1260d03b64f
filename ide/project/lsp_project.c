/* Runs over the folders of the workspace, in the background: one at a time, when somebody wants to know, and
 * again when something has changed. What was found in the last one stays until the next one is through. */
#include "ide/lsp_server.h"

#include <string.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "ide/project/lsp_project_child.h"
#include "ide/protocol/lsp_json.h"

enum {
	PAUSE_MS = 500,         /* after a change: more come, often */
	PROGRESS_AFTER_MS = 400 /* what takes less isn't worth showing */
};

/* ---- progress -------------------------------------------------------------------------------- */

static void send_progress(struct lsp_server *server, const struct lsp_project *project, json_t *value)
{
	lsp_notify(server, "$/progress", json_pack("{sOso}", "token", project->token, "value", value));
}

/* A token of the client's own, when one waits that gave one; else one that we ask it to show. */
static void choose_token(struct lsp_server *server, struct lsp_project *project)
{
	for (size_t i = 0; i < server->pulls.count && !project->token; i++)
		project->token = json_incref(server->pulls.data[i].work_token);
	if (project->token || !server->client.work_progress)
		return;
	project->token = json_sprintf("cudalint-project-%lld", ++server->last_request);
	lsp_ask(server, "window/workDoneProgress/create", json_pack("{sO}", "token", project->token));
}

static void begin_progress(struct lsp_server *server, struct lsp_folder *folder, const char *text)
{
	struct lsp_project *project = &folder->project;
	choose_token(server, project);
	project->has_begun = true;
	if (!project->token)
		return;
	json_t *title = json_sprintf("cudalint: checking %s", path_name(folder->path));
	send_progress(server, project,
		json_pack("{sssosbsiso}", "kind", "begin", "title", title, "cancellable", 1, "percentage", 0,
			"message", lsp_json_text(text)));
}

static void report_progress(
	struct lsp_server *server, struct lsp_folder *folder, unsigned percent, const char *text)
{
	struct lsp_project *project = &folder->project;
	if (!project->has_begun) {
		if (clock_ms() < project->started_ms + PROGRESS_AFTER_MS)
			return;
		begin_progress(server, folder, text);
	}
	if (project->token)
		send_progress(server, project,
			json_pack("{sssiso}", "kind", "report", "percentage", (int)percent, "message",
				lsp_json_text(text)));
}

static void end_progress(struct lsp_server *server, struct lsp_project *project, const char *text)
{
	if (project->token)
		send_progress(
			server, project, json_pack("{ssso}", "kind", "end", "message", lsp_json_text(text)));
	json_decref(project->token);
	project->token = NULL;
	project->has_begun = false;
}

/* ---- when ------------------------------------------------------------------------------------ */

void lsp_project_changed(struct lsp_server *server, const char *path)
{
	const struct lsp_folder *own = path ? lsp_folder_of(server, path) : NULL;
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_folder *folder = server->folders.data[i];
		if (path && folder != own)
			continue;
		folder->project.is_stale = true;
		folder->project.is_given_up = false;
		if (folder->project.due_ms > 0 || folder->project.is_followed)
			folder->project.due_ms = clock_ms() + PAUSE_MS;
	}
}

void lsp_project_want(struct lsp_server *server, struct lsp_folder *folder, double wait_ms)
{
	struct lsp_project *project = &folder->project;
	(void)server;
	if (project->due_ms <= 0 && !project->process.pid)
		project->due_ms = clock_ms() + wait_ms;
}

static bool any_runs(const struct lsp_server *server)
{
	for (size_t i = 0; i < server->folders.count; i++)
		if (server->folders.data[i]->project.process.pid)
			return true;
	return false;
}

static bool wants_parts(const struct lsp_server *server)
{
	for (size_t i = 0; i < server->pulls.count; i++)
		if (server->pulls.data[i].token)
			return true;
	return false;
}

static void start(struct lsp_server *server, struct lsp_folder *folder)
{
	struct lsp_project *project = &folder->project;
	struct lsp_project_job job = {.server = server, .with_parts = wants_parts(server)};
	job.job = (struct lsp_job){
		.options = server->options, .settings = &folder->settings, .root = folder->real};
	const struct lsp_background_work work = {lsp_project_prepare, lsp_project_child, &job};
	project->due_ms = 0;
	project->is_stale = false;
	project->started_ms = clock_ms();
	if (lsp_background_start(&project->process, &work))
		return;
	project->is_given_up = true;
	lsp_log(server, LSP_LOG_WARNING, "%s: no process could be started", folder->path);
}

void lsp_project_run(struct lsp_server *server)
{
	double now = clock_ms();
	if (any_runs(server))
		return;
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_folder *folder = server->folders.data[i];
		if (folder->project.due_ms > 0 && folder->project.due_ms <= now) {
			start(server, folder);
			return;
		}
	}
}

int lsp_project_wait(const struct lsp_server *server)
{
	double next = -1, now = clock_ms();
	bool is_busy = any_runs(server), is_asking = false;
	for (size_t i = 0; !is_busy && i < server->folders.count; i++) {
		double due = server->folders.data[i]->project.due_ms;
		if (due > 0 && (next < 0 || due < next))
			next = due;
	}
	for (size_t i = 0; i < server->files.count; i++)
		is_asking |= server->files.data[i]->told.process.pid != 0;
	for (size_t i = 0; !is_asking && i < server->files.count; i++) {
		double due = server->files.data[i]->told.due_ms;
		if (due > 0 && (next < 0 || due < next))
			next = due;
	}
	if (next < 0)
		return -1;
	return next <= now ? 0 : (int)(next - now) + 1;
}

/* ---- what comes back ------------------------------------------------------------------------- */

static void read_files(const json_t *facts, struct lsp_result *result)
{
	const json_t *files = json_object_get(facts, "files");
	for (size_t i = 0; i < json_array_size(files); i++) {
		const char *path = json_string_value(json_array_get(json_array_get(files, i), 0));
		const char *absolute = json_string_value(json_array_get(json_array_get(files, i), 1));
		struct lsp_result_file file = {.version = -1};
		if (!path || !absolute)
			continue;
		file.path = arena_strdup(result->arena, path);
		file.absolute = arena_strdup(result->arena, absolute);
		vec_push(result->arena, &result->files, file);
	}
}

static struct lsp_result *read_unit(struct lsp_frame *frame)
{
	const char *bytes;
	size_t size;
	struct arena *arena = arena_new();
	struct lsp_result *result = ARENA_NEW(arena, struct lsp_result);
	result->arena = arena;
	result->unit = lsp_frame_next(frame, &bytes, &size) ? wire_read_unit(arena, bytes, size) : NULL;
	if (result->unit)
		return result;
	lsp_result_free(result);
	return NULL;
}

static void take_part(struct lsp_server *server, struct lsp_frame *frame)
{
	const char *path;
	size_t size;
	struct lsp_result *part = read_unit(frame);
	if (part && lsp_frame_next(frame, &path, &size)) {
		struct lsp_result_file file = {part->unit->path, arena_strndup(part->arena, path, size), -1};
		vec_push(part->arena, &part->files, file);
		lsp_pull_part(server, part, file.absolute);
	}
	lsp_result_free(part);
}

/* Everything that was found takes the place of what was found before. */
static void take_all(struct lsp_server *server, struct lsp_folder *folder, struct lsp_frame *frame)
{
	const char *text = "{}";
	size_t size = 2;
	struct lsp_project *project = &folder->project;
	struct lsp_result *result = read_unit(frame);
	if (!result)
		return;
	lsp_frame_next(frame, &text, &size);
	json_t *facts = json_loadb(text, size, JSON_ALLOW_NUL, NULL);
	read_files(facts, result);
	const char *error = lsp_json_string(facts, "error", NULL);
	if (error)
		lsp_tell(server, LSP_LOG_WARNING, error);
	size_t units = (size_t)lsp_json_integer(facts, "units", 0);
	memset(&project->units, 0, sizeof project->units);
	for (size_t i = 0; i < units && i < result->files.count; i++)
		vec_push(result->arena, &project->units, result->files.data[i].absolute);
	json_decref(facts);
	lsp_result_free(project->result);
	project->result = result;
	server->publish_wanted = true;
}

/* Returns whether it was the last frame. */
static bool take_frame(struct lsp_server *server, struct lsp_folder *folder, struct lsp_frame *frame)
{
	const char *text;
	size_t size;
	struct arena *arena = arena_new();
	if (frame->kind == LSP_FRAME_PROGRESS && lsp_frame_next(frame, &text, &size)) {
		unsigned percent = (unsigned)frame->generation;
		report_progress(server, folder, percent, arena_strndup(arena, text, size));
	} else if (frame->kind == LSP_FRAME_PART) {
		take_part(server, frame);
	} else if (frame->kind == LSP_FRAME_PROJECT) {
		take_all(server, folder, frame);
	}
	arena_free(arena);
	return frame->kind == LSP_FRAME_PROJECT;
}

static void finish(struct lsp_server *server, struct lsp_folder *folder, bool is_through)
{
	struct lsp_project *project = &folder->project;
	lsp_background_end(&project->process);
	end_progress(server, project, is_through ? "done" : "failed");
	if (!is_through) {
		project->is_given_up = true;
		lsp_log(server, LSP_LOG_WARNING, "%s: the check in the background failed", folder->path);
	}
	if (project->is_stale && project->is_followed)
		lsp_project_want(server, folder, PAUSE_MS);
}

void lsp_project_read(struct lsp_server *server, struct lsp_folder *folder)
{
	struct lsp_background *process = &folder->project.process;
	bool is_open = lsp_background_read(process), is_through = false;
	struct lsp_frame frame;
	size_t size;
	while ((size = lsp_background_frame(process, &frame)) && size != SIZE_MAX) {
		is_through |= take_frame(server, folder, &frame);
		lsp_background_drop(process, size);
	}
	if (!is_open || is_through || size == SIZE_MAX)
		finish(server, folder, is_through);
}

/* ---- ending ---------------------------------------------------------------------------------- */

void lsp_project_stop(struct lsp_server *server, struct lsp_folder *folder, const char *why)
{
	struct lsp_project *project = &folder->project;
	project->due_ms = 0;
	if (!project->process.pid)
		return;
	lsp_background_end(&project->process);
	project->is_stale = true; /* what is done already is in the result store */
	end_progress(server, project, why);
}

void lsp_project_cancel(struct lsp_server *server, const json_t *token)
{
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_project *project = &server->folders.data[i]->project;
		if (!project->token || !json_equal(project->token, token))
			continue;
		lsp_project_stop(server, server->folders.data[i], "stopped");
		project->is_given_up = true;
		lsp_pull_give_up(server, "the check of the workspace was stopped");
	}
}

void lsp_project_release(struct lsp_server *server, struct lsp_folder *folder)
{
	lsp_project_stop(server, folder, "stopped");
	lsp_result_free(folder->project.result);
	folder->project.result = NULL;
}
