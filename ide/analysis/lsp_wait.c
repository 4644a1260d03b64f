/* Requests that need an analysis: answered at once when it is there, else when it comes, when the client
 * cancels them, or when they have waited long enough. */
#include "ide/lsp_server.h"

#include <string.h>

#include "analyzer/base/clock.h"
#include "ide/protocol/lsp_json.h"

enum { LONGEST_MS = 5000 };

typedef json_t *answer(struct lsp_server *server, struct lsp_file *file, const json_t *params);

static const struct kind {
	const char *method;
	answer *answer;
	bool needs_prediction, is_patient; /* waits as long as the analysis takes */
} kinds[] = {
	{"textDocument/diagnostic", lsp_diagnostics_pull, false, true},
	{"textDocument/codeAction", lsp_code_actions, false, false},
	{"textDocument/hover", lsp_hover, true, false},
	{"textDocument/documentSymbol", lsp_symbols, false, false},
	{"textDocument/codeLens", lsp_lenses, true, false},
	{"textDocument/inlayHint", lsp_inlay_hints, true, false},
};

static const struct kind *kind_of(const char *method)
{
	size_t i = 0;
	while (strcmp(kinds[i].method, method) != 0)
		i++;
	return &kinds[i];
}

static bool is_off(const struct lsp_server *server, const struct lsp_file *file, const char *method)
{
	const struct lsp_settings *settings = lsp_settings_at(server, file->path);
	return (!settings->lens && !strcmp(method, "textDocument/codeLens")) ||
	       (!settings->hints && !strcmp(method, "textDocument/inlayHint"));
}

/* Whether it can be answered; else sees to it that it can be some time. */
static bool is_ready(struct lsp_server *server, const struct lsp_waiting *waiting)
{
	struct lsp_file *file = waiting->file;
	if (!lsp_is_current(file)) {
		if (file->due_ms <= 0 && !file->worker.generation)
			lsp_schedule(server, file, 0);
		return false;
	}
	if (!waiting->needs_prediction || file->result->prediction || file->result->failed)
		return true;
	if (!file->worker.pid)
		lsp_schedule(server, file, 0); /* its worker had to go */
	else if (!file->worker.prediction_pending)
		lsp_worker_predict(server, file);
	return false;
}

static void answer_now(struct lsp_server *server, const json_t *id, const char *method, struct lsp_file *file,
	const json_t *params)
{
	lsp_reply(server, id, kind_of(method)->answer(server, file, params));
}

static void take_out(struct lsp_server *server, size_t index)
{
	struct lsp_waiting *waiting = &server->waiting.data[index];
	json_decref(waiting->id);
	json_decref(waiting->params);
	memmove(waiting, waiting + 1, (--server->waiting.count - index) * sizeof *waiting);
}

void lsp_answer_later(struct lsp_server *server, const json_t *id, const char *method, const json_t *params)
{
	const struct kind *kind = kind_of(method);
	struct lsp_file *file = lsp_file_of(server, params);
	if (!file || !file->is_linted || is_off(server, file, method)) {
		answer_now(server, id, method, NULL, params);
		return;
	}
	struct lsp_waiting waiting = {.id = json_incref((json_t *)(uintptr_t)id),
		.params = json_incref((json_t *)(uintptr_t)params),
		.method = method,
		.file = file,
		.needs_prediction = kind->needs_prediction,
		.deadline_ms = kind->is_patient ? 0 : clock_ms() + LONGEST_MS};
	if (kind->is_patient && file->due_ms > 0)
		file->due_ms = clock_ms(); /* the client has waited for a pause already */
	vec_push(server->arena, &server->waiting, waiting);
	lsp_wait_over(server, file);
}

void lsp_wait_over(struct lsp_server *server, struct lsp_file *file)
{
	for (size_t i = 0; i < server->waiting.count;) {
		struct lsp_waiting *waiting = &server->waiting.data[i];
		if (waiting->file != file || !is_ready(server, waiting)) {
			i++;
			continue;
		}
		answer_now(server, waiting->id, waiting->method, file, waiting->params);
		take_out(server, i);
	}
}

void lsp_wait_expire(struct lsp_server *server)
{
	double now = clock_ms();
	for (size_t i = 0; i < server->waiting.count;) {
		struct lsp_waiting *waiting = &server->waiting.data[i];
		if (waiting->deadline_ms <= 0 || waiting->deadline_ms > now) {
			i++;
			continue;
		}
		struct lsp_file *file = lsp_is_current(waiting->file) ? waiting->file : NULL;
		answer_now(server, waiting->id, waiting->method, file, waiting->params);
		take_out(server, i);
	}
}

void lsp_wait_cancel(struct lsp_server *server, const json_t *id)
{
	for (size_t i = 0; i < server->waiting.count; i++) {
		if (!json_equal(server->waiting.data[i].id, id))
			continue;
		lsp_fail(server, id, LSP_CANCELLED, "cancelled");
		take_out(server, i);
		return;
	}
}

void lsp_wait_drop(struct lsp_server *server, struct lsp_file *file)
{
	for (size_t i = 0; i < server->waiting.count;) {
		struct lsp_waiting *waiting = &server->waiting.data[i];
		if (waiting->file != file) {
			i++;
			continue;
		}
		lsp_fail(server, waiting->id, LSP_CONTENT_MODIFIED, "the document was closed");
		take_out(server, i);
	}
}
