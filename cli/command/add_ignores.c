/* Comments go into a file from its last line up, so that what is still to be done keeps its place. */
#include "cli/command/add_ignores.h"

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "cli/options.h"
#include "ide/text/lsp_edit.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 5 * 1000 * 1000 };

/* One file on its way. */
struct file {
	struct arena *arena;
	const char *path, *reason;
	struct finding **findings; /* of the file, last line first, by code within a line */
	size_t count;
	struct buffer text;
};

static int compare(const void *left, const void *right)
{
	const struct finding *a = *(const struct finding *const *)left;
	const struct finding *b = *(const struct finding *const *)right;
	int order = strcmp(a->span.path, b->span.path);
	if (order)
		return order;
	if (a->span.start.line != b->span.start.line)
		return a->span.start.line > b->span.start.line ? -1 : 1;
	return strcmp(a->code, b->code);
}

/* What is said of the analysis, or of a suppression, isn't silenced by one more. */
static bool can_be_silenced(const struct finding *finding)
{
	return strncmp(finding->code, "CU00", 4) != 0;
}

static void replace_text(struct file *file, const struct lsp_insertion *insertion)
{
	struct buffer changed = {0};
	buffer_add(&changed, file->text.data, insertion->offset);
	buffer_add_text(&changed, insertion->text);
	buffer_add(&changed, file->text.data + insertion->offset, file->text.size - insertion->offset);
	buffer_free(&file->text);
	file->text = changed;
}

/* The findings [first, end), all of one line: one comment for their codes. */
static bool silence_line(struct file *file, size_t first, size_t end)
{
	struct lsp_lines lines;
	const char *codes = file->findings[first]->code;
	uint32_t line = file->findings[first]->span.start.line;
	for (size_t i = first + 1; i < end; i++)
		if (strcmp(file->findings[i]->code, file->findings[i - 1]->code) != 0)
			codes = arena_printf(file->arena, "%s, %s", codes, file->findings[i]->code);
	lsp_lines_find(file->arena, file->text.data, file->text.size, &lines);
	if (!line || line > lines.starts.count)
		return false;
	size_t start, stop;
	lsp_line_bytes(&lines, line - 1, &start, &stop);
	struct lsp_insertion insertion = lsp_suppress_line(file->arena, &lines, start, codes, file->reason);
	if (insertion.text)
		replace_text(file, &insertion);
	return insertion.text != NULL;
}

/* Returns how many findings have got a comment. */
static size_t silence(struct file *file, finding_list *left)
{
	size_t silenced = 0;
	for (size_t i = 0, end; i < file->count; i = end) {
		uint32_t line = file->findings[i]->span.start.line;
		for (end = i + 1; end < file->count && file->findings[end]->span.start.line == line;)
			end++;
		bool done = silence_line(file, i, end);
		silenced += done ? end - i : 0;
		for (size_t k = i; k < end && !done; k++)
			vec_push(file->arena, left, file->findings[k]);
	}
	return silenced;
}

static void add_to_file(struct file *file, struct ignores_added *out)
{
	const char *doing = "read";
	int error = buffer_read_file(&file->text, file->path, LARGEST);
	size_t silenced = 0;
	struct file_text before = {0};
	if (!error) {
		buffer_add(&file->text, "", 0);
		before.size = file->text.size;
		before.data = arena_strndup(file->arena, file->text.data, before.size);
		silenced = silence(file, &out->left);
	}
	if (silenced) {
		doing = "write";
		error = file_replace(
			path_absolute(file->arena, file->path), &before, file->text.data, file->text.size);
	}
	if (error) {
		options_error("cannot %s '%s': %s", doing, file->path, strerror(error));
		out->failed = true;
	} else if (silenced) {
		out->findings += silenced;
		out->files++;
	}
	buffer_free(&file->text);
}

void ignores_add(
	struct arena *arena, const finding_list *findings, const char *reason, struct ignores_added *out)
{
	finding_list silenceable = {0};
	*out = (struct ignores_added){0};
	for (size_t i = 0; i < findings->count; i++)
		vec_push(arena, can_be_silenced(findings->data[i]) ? &silenceable : &out->left,
			findings->data[i]);
	if (silenceable.count)
		qsort(silenceable.data, silenceable.count, sizeof *silenceable.data, compare);
	for (size_t i = 0, end; i < silenceable.count; i = end) {
		struct file file = {
			arena, silenceable.data[i]->span.path, reason, silenceable.data + i, 0, {0}};
		for (end = i;
			end < silenceable.count && !strcmp(silenceable.data[end]->span.path, file.path);)
			end++;
		file.count = end - i;
		add_to_file(&file, out);
	}
}
