/* The run over a folder; see lsp_project_child.h. */
#include "ide/project/lsp_project_child.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "analyzer/engine/wire.h"
#include "analyzer/run/run.h"
#include "ide/analysis/lsp_baseline.h"
#include "ide/lsp_server.h"
#include "ide/protocol/lsp_json.h"

enum { PROGRESS_MS = 100 /* between two reports of it */ };

struct child {
	struct arena *arena;
	const struct lsp_project_job *job;
	int fd;
	struct lsp_baseline baseline;
	double told_ms;
};

void lsp_project_prepare(void *context, int fd)
{
	const struct lsp_project_job *job = context;
	lsp_close_others(job->server, fd);
}

/* ---- on the way ------------------------------------------------------------------------------ */

static void send_progress(void *context, size_t done, size_t total, size_t findings)
{
	struct child *child = context;
	double now = clock_ms();
	struct buffer out = {0};
	(void)findings;
	if (now < child->told_ms + PROGRESS_MS)
		return;
	child->told_ms = now;
	const char *text = arena_printf(child->arena, "%zu of %zu files", done, total);
	size_t start = lsp_frame_begin(&out, LSP_FRAME_PROGRESS, total ? 100 * done / total : 0);
	lsp_frame_text(&out, text, strlen(text));
	lsp_frame_end(&out, start);
	lsp_background_write(child->fd, &out);
	buffer_free(&out);
}

static const char *absolute(struct arena *arena, const char *path)
{
	const char *real = path_resolve(arena, path);
	return real ? real : path_absolute(arena, path);
}

static void send_part(void *context, const struct unit_result *result)
{
	struct child *child = context;
	struct buffer out = {0}, encoded = {0};
	struct unit_result sent = *result;
	const char *path = absolute(child->arena, result->path);
	sent.findings = lsp_baseline_rest(child->arena, &child->baseline, &result->findings);
	wire_write_unit(&encoded, &sent);
	size_t start = lsp_frame_begin(&out, LSP_FRAME_PART, 0);
	lsp_frame_text(&out, encoded.data, encoded.size);
	lsp_frame_text(&out, path, strlen(path));
	lsp_frame_end(&out, start);
	lsp_background_write(child->fd, &out);
	buffer_free(&encoded);
	buffer_free(&out);
}

/* ---- at the end ------------------------------------------------------------------------------ */

static void add_file(struct child *child, json_t *files, const char *path)
{
	const char *real = absolute(child->arena, path);
	json_array_append_new(files, json_pack("[oo]", lsp_json_text(path), lsp_json_text(real)));
}

/* The inputs, then files of findings, which may be headers; neighbours in the list have the same one. */
static json_t *facts_of(struct child *child, const struct run_report *report, const finding_list *findings)
{
	json_t *facts = json_object(), *files = json_array();
	for (size_t i = 0; i < report->units.count; i++)
		add_file(child, files, report->units.data[i]->path);
	json_object_set_new(facts, "units", json_integer((json_int_t)report->units.count));
	const char *last = "";
	for (size_t i = 0; i < findings->count; i++) {
		if (strcmp(findings->data[i]->span.path, last) != 0)
			add_file(child, files, findings->data[i]->span.path);
		last = findings->data[i]->span.path;
	}
	json_object_set_new(facts, "files", files);
	const char *error = report->fatal ? report->fatal : child->baseline.error;
	if (error)
		json_object_set_new(facts, "error", lsp_json_text(error));
	return facts;
}

static void send_all(struct child *child, const struct run_report *report)
{
	struct buffer out = {0}, encoded = {0};
	struct unit_result all = {.path = child->job->job.root};
	all.findings = lsp_baseline_rest(child->arena, &child->baseline, &report->findings);
	json_t *facts = facts_of(child, report, &all.findings);
	char *text = json_dumps(facts, JSON_COMPACT);
	wire_write_unit(&encoded, &all);
	size_t start = lsp_frame_begin(&out, LSP_FRAME_PROJECT, 0);
	lsp_frame_text(&out, encoded.data, encoded.size);
	lsp_frame_text(&out, text ? text : "{}", text ? strlen(text) : 2);
	lsp_frame_end(&out, start);
	lsp_background_write(child->fd, &out);
	free(text);
	json_decref(facts);
	buffer_free(&encoded);
	buffer_free(&out);
}

void lsp_project_child(void *context, int fd)
{
	const struct lsp_project_job *job = context;
	const struct lsp_settings *settings = job->job.settings;
	struct child child = {.arena = arena_new(), .job = job, .fd = fd};
	struct run_options options = lsp_plan_options(&job->job);
	struct run_report report = {0};
	if (chdir(job->job.root) != 0)
		_exit(1);
	lsp_baseline_read(child.arena, settings, job->job.root, &child.baseline);
	/* One core stays for the document that is edited. */
	options.jobs = settings->jobs > 1 ? settings->jobs - 1 : 1;
	options.timeout_s = settings->timeout_s;
	options.max_memory_mb = settings->memory_mb;
	options.progress = send_progress;
	options.found = job->with_parts ? send_part : NULL;
	options.progress_context = &child;
	if (!child.baseline.error)
		run_check(child.arena, &options, job->job.options->registry, &report);
	send_all(&child, &report);
	arena_free(child.arena);
}
