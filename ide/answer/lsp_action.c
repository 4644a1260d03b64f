/* Code actions: fixes, suppressions, a rule's page. */
#include "ide/text/lsp_edit.h"

#include <string.h>

#include "ide/protocol/lsp_json.h"

#define FIX_ALL "source.fixAll.cudalint"

struct gathering {
	struct lsp_texts texts;
	struct lsp_file *file;
	const json_t *params;
	json_t *actions;
	line_list fixed_codes; /* of which "fix all" was offered */
};

/* Whether the client wants actions of that kind. */
static bool is_wanted(const struct gathering *gathering, const char *kind)
{
	const json_t *only = lsp_json_at(gathering->params, "context.only");
	for (size_t i = 0; i < json_array_size(only); i++) {
		const char *wanted = json_string_value(json_array_get(only, i));
		size_t length = wanted ? strlen(wanted) : 0;
		if (!length || (strncmp(kind, wanted, length) == 0 && (!kind[length] || kind[length] == '.')))
			return true;
	}
	return !json_array_size(only);
}

static bool is_equal(const json_t *a, const json_t *b, const char *name)
{
	const json_t *one = json_object_get(a, name), *other = json_object_get(b, name);
	return one == other || json_equal(one, other);
}

/* Adds an action. One that does the same for several findings is there once, for all of them. */
static void add_action(struct gathering *gathering, json_t *action, const struct lsp_found *found)
{
	json_t *shown = found && gathering->texts.server->client.code_action_literals
				? lsp_diagnostic(&gathering->texts, found)
				: NULL;
	for (size_t i = 0; i < json_array_size(gathering->actions); i++) {
		json_t *other = json_array_get(gathering->actions, i);
		if (!is_equal(other, action, "title") || !is_equal(other, action, "edit") ||
			!is_equal(other, action, "arguments"))
			continue;
		if (shown)
			json_array_append_new(json_object_get(other, "diagnostics"), shown);
		json_decref(action);
		return;
	}
	if (shown)
		json_object_set_new(action, "diagnostics", json_pack("[o]", shown));
	json_array_append_new(gathering->actions, action);
}

/* Clients that know no actions but commands get a command that makes the edit. */
static void add_edit(struct gathering *gathering, const char *title, const char *kind, json_t *edit,
	const struct lsp_found *found, bool preferred)
{
	const struct lsp_client *client = &gathering->texts.server->client;
	json_t *action = json_pack("{so}", "title", lsp_json_text(title));
	if (client->code_action_literals) {
		json_object_set_new(action, "kind", json_string(kind));
		if (preferred && client->preferred_actions)
			json_object_set_new(action, "isPreferred", json_true());
		json_object_set_new(action, "edit", edit);
	} else {
		json_object_set_new(action, "command", json_string("cudalint.apply"));
		json_object_set_new(action, "arguments", json_pack("[{so}]", "edit", edit));
	}
	add_action(gathering, action, found);
}

static void add_fixes(struct gathering *gathering, const struct lsp_found *found)
{
	const struct finding *finding = found->finding;
	for (size_t i = 0; i < finding->fixes.count; i++) {
		const struct fix *fix = &finding->fixes.data[i];
		struct lsp_edits edits = {.result = found->result};
		lsp_edits_of_fix(gathering->texts.arena, fix, &edits);
		json_t *edit = lsp_workspace_edit(&gathering->texts, &edits);
		const char *title = arena_printf(gathering->texts.arena, "%s: %s%s", finding->code,
			fix->title, fix->safety == FIX_SAFE ? "" : " (unsafe)");
		if (edit)
			add_edit(
				gathering, title, "quickfix", edit, found, fix->safety == FIX_SAFE && i == 0);
	}
}

static void add_insertion(struct gathering *gathering, const struct lsp_found *found, const char *title,
	struct lsp_insertion insertion)
{
	struct lsp_edits edits = {.result = gathering->file->result};
	if (!insertion.text)
		return;
	struct edit edit = {.path = gathering->file->result->files.data[0].path,
		.start = (uint32_t)insertion.offset,
		.end = (uint32_t)insertion.offset,
		.text = insertion.text};
	vec_push(gathering->texts.arena, &edits.edits, edit);
	json_t *value = lsp_workspace_edit(&gathering->texts, &edits);
	if (value)
		add_edit(gathering, title, "quickfix", value, found, false);
}

/* What is wrong with the analysis itself, or with a suppression, isn't silenced by one more. */
static bool can_be_suppressed(const char *code)
{
	return strncmp(code, "CU00", 4) != 0;
}

static void add_suppressions(struct gathering *gathering, const struct lsp_found *found)
{
	struct arena *arena = gathering->texts.arena;
	const struct lsp_lines *lines = lsp_document_lines(gathering->file->document);
	const char *code = found->finding->code;
	size_t offset = found->finding->span.start.offset;
	if (!can_be_suppressed(code))
		return;
	add_insertion(gathering, found, arena_printf(arena, "Suppress %s on this line", code),
		lsp_suppress_line(arena, lines, offset, code, LSP_REASON));
	add_insertion(gathering, found, arena_printf(arena, "Suppress %s in this file", code),
		lsp_suppress_file(arena, lines, code));
}

static bool is_told(line_list *codes, const char *code)
{
	for (size_t i = 0; i < codes->count; i++)
		if (strcmp(codes->data[i], code) == 0)
			return true;
	return false;
}

static void add_fix_all_of(struct gathering *gathering, const struct lsp_found *found)
{
	const char *code = found->finding->code;
	struct lsp_edits edits = {0};
	if (is_told(&gathering->fixed_codes, code))
		return;
	vec_push(gathering->texts.arena, &gathering->fixed_codes, code);
	size_t count = lsp_edits_of_all(&gathering->texts, gathering->file, code, &edits);
	json_t *edit = count > 1 ? lsp_workspace_edit(&gathering->texts, &edits) : NULL;
	if (edit)
		add_edit(gathering,
			arena_printf(gathering->texts.arena, "Fix all %zu of %s in this file", count, code),
			"quickfix", edit, found, false);
}

static void add_explanation(struct gathering *gathering, const struct lsp_found *found)
{
	const struct finding *finding = found->finding;
	json_t *command = json_pack("{sosss[{so}]}", "title",
		json_sprintf("Explain %s (%s)", finding->code, finding->rule), "command", "cudalint.explain",
		"arguments", "code", lsp_json_text(finding->code));
	if (gathering->texts.server->client.code_action_literals)
		command = json_pack("{sOssso}", "title", json_object_get(command, "title"), "kind",
			"quickfix", "command", command);
	add_action(gathering, command, found);
}

static bool overlaps(const struct finding *finding, size_t start, size_t end)
{
	size_t first = finding->span.start.offset, last = finding->span.end.offset;
	return first <= end && start <= (last > first ? last : first + 1);
}

static void add_quick_fixes(struct gathering *gathering)
{
	const struct lsp_server *server = gathering->texts.server;
	const struct lsp_lines *lines = lsp_document_lines(gathering->file->document);
	struct lsp_range range;
	lsp_found_list found = {0};
	if (!lsp_json_range(json_object_get(gathering->params, "range"), &range))
		return;
	size_t start = lsp_offset(lines, range.start, server->client.encoding);
	size_t end = lsp_offset(lines, range.end, server->client.encoding);
	lsp_found_in(&gathering->texts, gathering->file->real, &found);
	static void (*const steps[])(struct gathering *, const struct lsp_found *) = {
		add_fixes, add_fix_all_of, add_suppressions, add_explanation};
	for (size_t step = 0; step < sizeof steps / sizeof *steps; step++)
		for (size_t i = 0; i < found.count; i++)
			if (overlaps(found.data[i].finding, start, end))
				steps[step](gathering, &found.data[i]);
}

static void add_fix_all(struct gathering *gathering)
{
	struct lsp_edits edits = {0};
	if (!gathering->texts.server->client.code_action_literals ||
		!lsp_edits_of_all(&gathering->texts, gathering->file, NULL, &edits))
		return;
	json_t *edit = lsp_workspace_edit(&gathering->texts, &edits);
	if (edit)
		add_edit(gathering, "Fix everything that is safe to fix", FIX_ALL, edit, NULL, false);
}

json_t *lsp_code_actions(struct lsp_server *server, struct lsp_file *file, const json_t *params)
{
	struct gathering gathering = {.texts = {.server = server, .arena = arena_new()},
		.file = file,
		.params = params,
		.actions = json_array()};
	if (file && is_wanted(&gathering, "quickfix"))
		add_quick_fixes(&gathering);
	if (file && is_wanted(&gathering, FIX_ALL))
		add_fix_all(&gathering);
	arena_free(gathering.texts.arena);
	return gathering.actions;
}
