/* The session's beginning: what the client can do, what the server can, and the settings. */
#include "ide/lsp_server.h"

#include <string.h>

#include "ide/protocol/lsp_json.h"

enum { INCREMENTAL = 2 }; /* TextDocumentSyncKind */

/* UTF-8 needs no counting here, and UTF-32 little; UTF-16 is what every client has. */
static enum lsp_encoding choose_encoding(const json_t *general)
{
	if (lsp_json_has(general, "positionEncodings", "utf-8"))
		return LSP_UTF8;
	if (lsp_json_has(general, "positionEncodings", "utf-32") &&
		!lsp_json_has(general, "positionEncodings", "utf-16"))
		return LSP_UTF32;
	return LSP_UTF16;
}

/* Clients tell it of the ways of getting diagnostics that they know; it holds for both. */
static void read_diagnostic_client(struct lsp_client *client, const json_t *shown)
{
	client->places |= lsp_json_bool(shown, "relatedInformation", false);
	client->tags |= json_is_object(json_object_get(shown, "tagSupport"));
	client->pages |= lsp_json_bool(shown, "codeDescriptionSupport", false);
}

static void read_document_client(struct lsp_client *client, const json_t *text)
{
	read_diagnostic_client(client, json_object_get(text, "publishDiagnostics"));
	read_diagnostic_client(client, json_object_get(text, "diagnostic"));
	client->pull = json_is_object(lsp_json_at(text, "diagnostic"));
	client->related = lsp_json_bool(text, "diagnostic.relatedDocumentSupport", false);
	client->code_action_literals =
		json_is_object(lsp_json_at(text, "codeAction.codeActionLiteralSupport"));
	client->preferred_actions = lsp_json_bool(text, "codeAction.isPreferredSupport", false);
	client->symbol_tree = lsp_json_bool(text, "documentSymbol.hierarchicalDocumentSymbolSupport", false);
	client->markdown = lsp_json_has(text, "hover.contentFormat", "markdown");
}

static void read_client(struct lsp_client *client, const json_t *params)
{
	const json_t *capabilities = json_object_get(params, "capabilities");
	const json_t *workspace = json_object_get(capabilities, "workspace");
	const json_t *window = json_object_get(capabilities, "window");
	client->encoding = choose_encoding(json_object_get(capabilities, "general"));
	read_document_client(client, json_object_get(capabilities, "textDocument"));
	client->pull_refresh = lsp_json_bool(workspace, "diagnostics.refreshSupport", false);
	client->document_changes = lsp_json_bool(workspace, "workspaceEdit.documentChanges", false);
	client->configuration = lsp_json_bool(workspace, "configuration", false);
	client->watch_files = lsp_json_bool(workspace, "didChangeWatchedFiles.dynamicRegistration", false);
	client->lens_refresh = lsp_json_bool(workspace, "codeLens.refreshSupport", false);
	client->hint_refresh = lsp_json_bool(workspace, "inlayHint.refreshSupport", false);
	client->show_document = lsp_json_bool(window, "showDocument.support", false);
	client->work_progress = lsp_json_bool(window, "workDoneProgress", false);
	client->process = (pid_t)lsp_json_integer(params, "processId", 0);
}

static json_t *capabilities(const struct lsp_server *server)
{
	json_t *sync =
		json_pack("{sbsis{sb}}", "openClose", 1, "change", INCREMENTAL, "save", "includeText", 0);
	json_t *actions = json_pack("{s[ss]}", "codeActionKinds", "quickfix", "source.fixAll.cudalint");
	json_t *commands = json_pack("{s[ssss]}", "commands", "cudalint.apply", "cudalint.checkProject",
		"cudalint.explain", "cudalint.exportReport");
	json_t *value = json_pack("{sssosbsbsososososo}", "positionEncoding",
		lsp_encoding_name(server->client.encoding), "textDocumentSync", sync, "hoverProvider", 1,
		"documentSymbolProvider", 1, "codeActionProvider", actions, "codeLensProvider",
		json_pack("{sb}", "resolveProvider", 0), "inlayHintProvider",
		json_pack("{sb}", "resolveProvider", 0), "executeCommandProvider", commands, "workspace",
		json_pack("{s{sbsb}}", "workspaceFolders", "supported", 1, "changeNotifications", 1));
	if (server->client.pull)
		json_object_set_new(value, "diagnosticProvider",
			json_pack("{sssbsbsb}", "identifier", "cudalint", "interFileDependencies", 1,
				"workspaceDiagnostics", 1, "workDoneProgress", 1));
	return value;
}

void lsp_initialize(struct lsp_server *server, const json_t *id, const json_t *params)
{
	if (server->phase != LSP_STARTING) {
		lsp_fail(server, id, LSP_INVALID_REQUEST, "the server is initialized already");
		return;
	}
	read_client(&server->client, params);
	lsp_folders_begin(server, params);
	lsp_set_trace(server, lsp_json_string(params, "trace", ""));
	lsp_reply(server, id,
		json_pack("{sos{ssss}}", "capabilities", capabilities(server), "serverInfo", "name",
			"cudalint", "version", CUDALINT_VERSION));
	server->phase = LSP_RUNNING;
	const json_t *options = json_object_get(params, "initializationOptions");
	const json_t *own = json_object_get(options, "cudalint");
	server->initial_settings = json_incref(own ? (json_t *)(uintptr_t)own : (json_t *)(uintptr_t)options);
	lsp_take_settings(server, NULL);
}

static json_t *watcher(const char *glob)
{
	return json_pack("{ss}", "globPattern", glob);
}

static void watch_files(struct lsp_server *server)
{
	json_t *watchers = json_array();
	json_array_append_new(watchers, watcher("**/.cudalint.yml"));
	json_array_append_new(watchers, watcher("**/.cudalint-baseline.json"));
	json_array_append_new(watchers, watcher("**/compile_commands.json"));
	json_array_append_new(watchers, watcher("**/*.{cu,cuh,h,hpp,hh,hxx,inl,inc}"));
	json_t *registration = json_pack("{sssss{so}}", "id", "cudalint-files", "method",
		"workspace/didChangeWatchedFiles", "registerOptions", "watchers", watchers);
	lsp_ask(server, "client/registerCapability", json_pack("{s[o]}", "registrations", registration));
}

void lsp_initialized(struct lsp_server *server)
{
	if (server->client.watch_files)
		watch_files(server);
	if (server->client.configuration)
		lsp_ask_settings(server);
}

void lsp_set_trace(struct lsp_server *server, const char *value)
{
	static const char *const values[] = {"off", "messages", "verbose"};
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		if (strcmp(values[i], value) == 0)
			server->trace = values[i];
}
