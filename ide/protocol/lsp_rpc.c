/* JSON-RPC: a message's text to its handler, and what goes back. */
#include "ide/lsp_server.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "ide/protocol/lsp_json.h"

/* ---- sending --------------------------------------------------------------------------------- */

static void send_message(struct lsp_server *server, json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT | JSON_PRESERVE_ORDER);
	if (text)
		lsp_message_write(&server->output, text, strlen(text));
	free(text);
	json_decref(message);
}

static json_t *id_copy(const json_t *id)
{
	return id ? json_copy((json_t *)(uintptr_t)id) : json_null();
}

void lsp_reply(struct lsp_server *server, const json_t *id, json_t *result)
{
	json_t *message = json_pack("{ssso}", "jsonrpc", "2.0", "id", id_copy(id));
	json_object_set_new(message, "result", result ? result : json_null());
	send_message(server, message);
}

void lsp_fail(struct lsp_server *server, const json_t *id, enum lsp_error code, const char *message)
{
	json_t *error = json_pack("{siso}", "code", (int)code, "message", lsp_json_text(message));
	send_message(server, json_pack("{sssoso}", "jsonrpc", "2.0", "id", id_copy(id), "error", error));
}

void lsp_notify(struct lsp_server *server, const char *method, json_t *params)
{
	send_message(server, json_pack("{ssssso}", "jsonrpc", "2.0", "method", method, "params", params));
}

void lsp_ask(struct lsp_server *server, const char *method, json_t *params)
{
	bool matters = strcmp(method, "workspace/configuration") == 0;
	json_t *id = json_sprintf("%s-%lld", matters ? "configuration" : "cudalint", ++server->last_request);
	json_t *message = json_pack("{sssoss}", "jsonrpc", "2.0", "id", id, "method", method);
	if (params)
		json_object_set_new(message, "params", params);
	send_message(server, message);
}

void lsp_log(struct lsp_server *server, enum lsp_log kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	struct arena *arena = arena_new();
	char *line = arena_vprintf(arena, format, args);
	va_end(args);
	if (kind < LSP_LOG_INFO)
		fprintf(stderr, "cudalint: %s\n", line);
	if (server->phase == LSP_RUNNING)
		lsp_notify(server, "window/logMessage",
			json_pack("{siso}", "type", (int)kind, "message", lsp_json_text(line)));
	arena_free(arena);
}

void lsp_tell(struct lsp_server *server, enum lsp_log kind, const char *line)
{
	for (size_t i = 0; i < server->told.count; i++)
		if (strcmp(server->told.data[i], line) == 0)
			return;
	vec_push(server->arena, &server->told, arena_strdup(server->arena, line));
	lsp_log(server, kind, "%s", line);
	lsp_notify(server, "window/showMessage",
		json_pack("{siso}", "type", (int)kind, "message", lsp_json_text(line)));
}

/* ---- receiving ------------------------------------------------------------------------------- */

static bool is_escape(const char *text, size_t left, unsigned *code)
{
	char digits[5] = "";
	if (left < 6 || text[0] != '\\' || text[1] != 'u')
		return false;
	memcpy(digits, text + 2, 4);
	char *end;
	*code = (unsigned)strtoul(digits, &end, 16);
	return *end == '\0';
}

/* Half a surrogate pair, which a client may send of a broken text, stands for no character: U+FFFD does. The
 * text of the message stays as long as it is. */
static void mend_surrogates(char *text, size_t size)
{
	for (size_t i = 0; i + 1 < size; i++) {
		unsigned code, next;
		if (text[i] != '\\')
			continue;
		if (!is_escape(text + i, size - i, &code)) {
			i++;
			continue;
		}
		bool is_high = code >= 0xD800 && code < 0xDC00, is_low = code >= 0xDC00 && code < 0xE000;
		bool is_pair = is_high && is_escape(text + i + 6, size - i - 6, &next) && next >= 0xDC00 &&
			       next < 0xE000;
		if ((is_high && !is_pair) || is_low)
			memcpy(text + i + 2, "fffd", 4);
		i += is_pair ? 11 : 5;
	}
}

static json_t *read_json(const char *body, size_t size, json_error_t *error)
{
	json_t *message = json_loadb(body, size, JSON_ALLOW_NUL, error);
	if (message || json_error_code(error) != json_error_invalid_syntax)
		return message;
	struct buffer copy = {0};
	buffer_add(&copy, body, size);
	mend_surrogates(copy.data, copy.size);
	message = json_loadb(copy.data, copy.size, JSON_ALLOW_NUL, error);
	buffer_free(&copy);
	return message;
}

typedef void notification(struct lsp_server *server, const json_t *params);

static void on_initialized(struct lsp_server *server, const json_t *params)
{
	(void)params;
	lsp_initialized(server);
}

static void on_cancel(struct lsp_server *server, const json_t *params)
{
	const json_t *id = json_object_get(params, "id");
	if (!lsp_pull_cancel(server, id))
		lsp_wait_cancel(server, id);
}

static void on_cancel_progress(struct lsp_server *server, const json_t *params)
{
	lsp_project_cancel(server, json_object_get(params, "token"));
}

static void on_set_trace(struct lsp_server *server, const json_t *params)
{
	lsp_set_trace(server, lsp_json_string(params, "value", ""));
}

static void on_settings(struct lsp_server *server, const json_t *params)
{
	const json_t *settings = lsp_json_at(params, "settings.cudalint");
	if (server->client.configuration && !settings)
		lsp_ask_settings(server);
	else
		lsp_take_settings(server, settings);
}

static const struct {
	const char *method;
	notification *handle;
} notifications[] = {
	{"initialized", on_initialized},
	{"textDocument/didOpen", lsp_did_open},
	{"textDocument/didChange", lsp_did_change},
	{"textDocument/didSave", lsp_did_save},
	{"textDocument/didClose", lsp_did_close},
	{"workspace/didChangeWatchedFiles", lsp_did_change_files},
	{"workspace/didChangeConfiguration", on_settings},
	{"workspace/didChangeWorkspaceFolders", lsp_did_change_folders},
	{"window/workDoneProgress/cancel", on_cancel_progress},
	{"$/cancelRequest", on_cancel},
	{"$/setTrace", on_set_trace},
};

/* Requests about a document, which may have to wait for its analysis. */
static const char *const document_requests[] = {"textDocument/diagnostic", "textDocument/codeAction",
	"textDocument/hover", "textDocument/documentSymbol", "textDocument/codeLens",
	"textDocument/inlayHint"};

static void trace(struct lsp_server *server, const char *method, const json_t *params, double ms)
{
	if (strcmp(server->trace, "off") == 0 || server->phase != LSP_RUNNING)
		return;
	json_t *value = json_pack("{so}", "message", json_sprintf("%s (%.1f ms)", method, ms));
	if (strcmp(server->trace, "verbose") == 0 && params) {
		char *text = json_dumps(params, JSON_COMPACT);
		json_object_set_new(value, "verbose", lsp_json_text(text));
		free(text);
	}
	lsp_notify(server, "$/logTrace", value);
}

static void notified(struct lsp_server *server, const char *method, const json_t *params)
{
	if (strcmp(method, "exit") == 0) {
		server->exit_status = server->phase == LSP_SHUT_DOWN ? 0 : 1;
		server->phase = LSP_ENDED;
	}
	if (server->phase != LSP_RUNNING)
		return;
	for (size_t i = 0; i < sizeof notifications / sizeof *notifications; i++)
		if (strcmp(notifications[i].method, method) == 0)
			notifications[i].handle(server, params);
}

static void shut_down(struct lsp_server *server, const json_t *id)
{
	while (server->files.count)
		lsp_file_close(server, server->files.data[server->files.count - 1]);
	lsp_pull_give_up(server, "the server is shut down");
	lsp_folders_release(server);
	server->phase = LSP_SHUT_DOWN;
	lsp_reply(server, id, NULL);
}

static void requested(struct lsp_server *server, const char *method, const json_t *id, const json_t *params)
{
	if (strcmp(method, "initialize") == 0) {
		lsp_initialize(server, id, params);
		return;
	}
	if (server->phase != LSP_RUNNING) {
		bool early = server->phase == LSP_STARTING;
		lsp_fail(server, id, early ? LSP_NOT_INITIALIZED : LSP_INVALID_REQUEST,
			early ? "the server is not initialized" : "the server has been shut down");
		return;
	}
	if (strcmp(method, "shutdown") == 0) {
		shut_down(server, id);
		return;
	}
	if (strcmp(method, "workspace/diagnostic") == 0) {
		lsp_pull_begin(server, id, params);
		return;
	}
	if (strcmp(method, "workspace/executeCommand") == 0) {
		lsp_execute_command(server, id, params);
		return;
	}
	for (size_t i = 0; i < sizeof document_requests / sizeof *document_requests; i++) {
		if (strcmp(document_requests[i], method) == 0) {
			lsp_answer_later(server, id, document_requests[i], params);
			return;
		}
	}
	lsp_fail(server, id, LSP_METHOD_NOT_FOUND, "this method is not supported");
}

/* The answer to a request of ours. */
static void answered(struct lsp_server *server, const json_t *message)
{
	static const char configuration[] = "configuration-";
	const char *id = lsp_json_string(message, "id", "");
	const json_t *result = json_object_get(message, "result");
	size_t length = sizeof configuration - 1;
	/* One that came before folders changed, or settings once more, is out of date. */
	if (server->phase == LSP_RUNNING && strncmp(id, configuration, length) == 0 &&
		strtoll(id + length, NULL, 10) == server->last_settings && json_is_array(result))
		lsp_take_all_settings(server, result);
}

static bool is_id(const json_t *id)
{
	return json_is_string(id) || json_is_number(id) || json_is_null(id);
}

void lsp_rpc_take(struct lsp_server *server, const char *body, size_t size)
{
	json_error_t error;
	double start = clock_ms();
	json_t *message = read_json(body, size, &error);
	const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
	const char *method = lsp_json_string(message, "method", NULL);
	if (!message) {
		lsp_fail(server, NULL, LSP_PARSE_ERROR, error.text);
		lsp_log(server, LSP_LOG_WARNING, "a message that is no JSON was passed over: %s", error.text);
	} else if (method && !id) {
		notified(server, method, params);
	} else if (method && is_id(id)) {
		requested(server, method, id, params);
	} else if (json_is_object(message) && !method && id &&
		   (json_object_get(message, "result") || json_object_get(message, "error"))) {
		answered(server, message);
	} else {
		lsp_fail(server, is_id(id) ? id : NULL, LSP_INVALID_REQUEST,
			"this is neither a request nor a notification");
	}
	if (method)
		trace(server, method, params, clock_ms() - start);
	json_decref(message);
}
