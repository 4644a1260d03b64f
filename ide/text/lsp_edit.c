/* Workspace edits; see lsp_edit.h. */
#include "ide/text/lsp_edit.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/finding/apply.h"
#include "ide/protocol/lsp_json.h"

/* The version that an edit of the file is for; false: it isn't as the analysis has seen it. */
static bool find_version(
	const struct lsp_texts *texts, const struct lsp_result *result, const char *path, json_t **version)
{
	const struct lsp_file *open = lsp_file_at(texts->server, path);
	*version = open ? json_integer(open->document->version) : json_null();
	for (size_t i = 0; open && i < result->files.count; i++) {
		const struct lsp_result_file *file = &result->files.data[i];
		if (strcmp(file->absolute, path) == 0 && file->version == open->document->version)
			return true;
	}
	if (!open)
		return true;
	json_decref(*version);
	return false;
}

static json_t *text_edits(struct lsp_texts *texts, const struct lsp_edits *edits, const char *path)
{
	const struct lsp_lines *lines = lsp_texts_lines(texts, path);
	enum lsp_encoding encoding = texts->server->client.encoding;
	json_t *list = json_array();
	for (size_t i = 0; i < edits->edits.count; i++) {
		const struct edit *edit = &edits->edits.data[i];
		if (strcmp(lsp_texts_absolute(texts, edits->result, edit->path), path) != 0)
			continue;
		struct lsp_range range = {lsp_position_of(lines, edit->start, encoding),
			lsp_position_of(lines, edit->end, encoding)};
		json_array_append_new(list, json_pack("{soso}", "range", lsp_json_of_range(range), "newText",
						    lsp_json_text(edit->text)));
	}
	return list;
}

json_t *lsp_workspace_edit(struct lsp_texts *texts, const struct lsp_edits *edits)
{
	json_t *changes = json_object(), *document_changes = json_array();
	bool ok = edits->edits.count > 0;
	for (size_t i = 0; ok && i < edits->edits.count; i++) {
		const char *path = lsp_texts_absolute(texts, edits->result, edits->edits.data[i].path);
		const char *uri = lsp_texts_uri(texts, path);
		json_t *version;
		if (json_object_get(changes, uri))
			continue;
		ok = find_version(texts, edits->result, path, &version);
		if (!ok)
			break;
		json_t *list = text_edits(texts, edits, path);
		json_object_set(changes, uri, list);
		json_array_append_new(
			document_changes, json_pack("{s{soso}so}", "textDocument", "uri", lsp_json_text(uri),
						  "version", version, "edits", list));
	}
	bool versioned = texts->server->client.document_changes;
	json_t *edit = !ok ? NULL
			   : json_pack("{sO}", versioned ? "documentChanges" : "changes",
				     versioned ? document_changes : changes);
	json_decref(changes);
	json_decref(document_changes);
	return edit;
}

void lsp_edits_of_fix(struct arena *arena, const struct fix *fix, struct lsp_edits *out)
{
	for (size_t i = 0; i < fix->edits.count; i++)
		vec_push(arena, &out->edits, fix->edits.data[i]);
}

static int compare_edits(const void *left, const void *right)
{
	const struct edit *a = left, *b = right;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

/* The same edit twice is made once, as fixes_apply() has it. */
static void drop_doubles(struct lsp_edits *edits)
{
	size_t kept = 0;
	if (edits->edits.count)
		qsort(edits->edits.data, edits->edits.count, sizeof *edits->edits.data, compare_edits);
	for (size_t i = 0; i < edits->edits.count; i++) {
		const struct edit *edit = &edits->edits.data[i];
		const struct edit *last = kept ? &edits->edits.data[kept - 1] : NULL;
		if (last && last->start == edit->start && last->end == edit->end &&
			strcmp(last->text, edit->text) == 0)
			continue;
		edits->edits.data[kept++] = *edit;
	}
	edits->edits.count = kept;
}

size_t lsp_edits_of_all(
	struct lsp_texts *texts, struct lsp_file *file, const char *code, struct lsp_edits *out)
{
	finding_list wanted = {0};
	fix_list fixes = {0};
	const struct buffer *text = &file->document->text;
	struct buffer changed = {0};
	out->result = file->result;
	if (!lsp_is_current(file))
		return 0;
	for (size_t i = 0; i < file->result->unit->findings.count; i++) {
		struct finding *finding = file->result->unit->findings.data[i];
		if (!code || strcmp(code, finding->code) == 0)
			vec_push(texts->arena, &wanted, finding);
	}
	fixes_gather(texts->arena, &wanted, FIX_SAFE, &fixes);
	bool *applied = ARENA_ARRAY(texts->arena, bool, fixes.count + 1);
	size_t count = fixes_apply(
		&changed, file->result->files.data[0].path, text->data, text->size, &fixes, applied);
	for (size_t i = 0; i < fixes.count; i++)
		if (applied[i])
			lsp_edits_of_fix(texts->arena, fixes.data[i], out);
	drop_doubles(out);
	buffer_free(&changed);
	return count;
}
