/* Commands: `cudalint.apply` makes an edit or every safe fix of a document, `cudalint.explain` shows a rule's
 * page, `cudalint.checkProject` checks all files of the workspace in the background, `cudalint.exportReport`
 * writes a report of a folder (lsp_report.c). */
#include "ide/text/lsp_edit.h"

#include <string.h>

#include "analyzer/config/select.h"
#include "ide/answer/lsp_report.h"
#include "ide/protocol/lsp_json.h"

/* What {"uri", "code"} asks to be fixed; NULL: nothing can be. */
static json_t *fixes_of(struct lsp_server *server, const json_t *argument)
{
	struct lsp_file *file = lsp_file_find(server, lsp_json_string(argument, "uri", NULL));
	if (!file || !file->result)
		return NULL;
	struct lsp_texts texts = {.server = server, .arena = arena_new()};
	struct lsp_edits edits = {0};
	lsp_edits_of_all(&texts, file, lsp_json_string(argument, "code", NULL), &edits);
	edits.result = file->result;
	json_t *edit = lsp_workspace_edit(&texts, &edits);
	arena_free(texts.arena);
	return edit;
}

static void apply(struct lsp_server *server, const json_t *id, const json_t *argument)
{
	json_t *given = json_object_get(argument, "edit");
	json_t *edit = json_is_object(given) ? json_incref(given) : fixes_of(server, argument);
	if (!edit && !lsp_json_string(argument, "uri", NULL)) {
		lsp_fail(server, id, LSP_INVALID_PARAMS, "cudalint.apply takes {edit} or {uri, code}");
		return;
	}
	if (edit)
		lsp_ask(server, "workspace/applyEdit",
			json_pack("{ssso}", "label", "cudalint", "edit", edit));
	lsp_reply(server, id, json_boolean(edit != NULL));
}

static void explain(struct lsp_server *server, const json_t *id, const json_t *argument)
{
	const char *word = json_is_string(argument) ? json_string_value(argument)
						    : lsp_json_string(argument, "code", "");
	const struct rule *rule = select_find_rule(server->options->registry, word);
	if (!rule) {
		lsp_fail(server, id, LSP_INVALID_PARAMS, "cudalint.explain takes the code or name of a rule");
		return;
	}
	struct arena *arena = arena_new();
	const char *page = server->options->page(arena, rule), *uri = lsp_page_uri(server, rule->code);
	json_t *result = json_pack(
		"{ssssso}", "code", rule->code, "name", rule->name, "markdown", lsp_json_text(page));
	if (uri)
		json_object_set_new(result, "uri", lsp_json_text(uri));
	if (uri && server->client.show_document)
		lsp_ask(server, "window/showDocument",
			json_pack("{sosbsb}", "uri", lsp_json_text(uri), "external", 0, "takeFocus", 1));
	lsp_reply(server, id, result);
	arena_free(arena);
}

/* All folders, now and whenever something changes. */
static void check_project(struct lsp_server *server, const json_t *id)
{
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_project *project = &server->folders.data[i]->project;
		project->is_followed = true;
		project->is_given_up = false;
		lsp_project_want(server, server->folders.data[i], 0);
	}
	lsp_reply(server, id, NULL);
}

void lsp_execute_command(struct lsp_server *server, const json_t *id, const json_t *params)
{
	const char *command = lsp_json_string(params, "command", "");
	const json_t *argument = json_array_get(json_object_get(params, "arguments"), 0);
	if (strcmp(command, "cudalint.apply") == 0)
		apply(server, id, argument);
	else if (strcmp(command, "cudalint.explain") == 0)
		explain(server, id, argument);
	else if (strcmp(command, "cudalint.checkProject") == 0)
		check_project(server, id);
	else if (strcmp(command, "cudalint.exportReport") == 0)
		lsp_report_start(server, id, params);
	else
		lsp_fail(server, id, LSP_INVALID_PARAMS, "this command is not known");
}
