/* Where a comment goes that silences a finding: into a list that its line has already, else to the end of the
 * line, else to a line of its own above; nowhere when a string goes on at both. A reason is left to be
 * written. */
#include "ide/text/lsp_edit.h"

#include <string.h>

#include "analyzer/suppress/directive.h"
#include "ide/protocol/lsp_json.h"

static void find_directives(struct arena *arena, const struct lsp_lines *lines, comment_list *comments,
	directive_list *directives)
{
	comments_find(arena, lines->text, lines->size, comments);
	for (size_t i = 0; i < comments->count; i++)
		directive_find(arena, lines->text, &comments->data[i], directives);
}

/* The end of the list of an `ignore[...]` on the line; 0: there is none. */
static size_t end_of_list(const struct lsp_lines *lines, const directive_list *directives, uint32_t line)
{
	for (size_t i = 0; i < directives->count; i++) {
		const struct directive *directive = &directives->data[i];
		if (directive->kind == DIRECTIVE_IGNORE && directive->line == line + 1 &&
			directive->list_is_closed && directive->words.count &&
			lines->text[directive->end - 1] == ']')
			return directive->end - 1;
	}
	return 0;
}

/* Whether a string goes on behind the line that ends at `end`. */
static bool is_in_string(const struct lsp_lines *lines, const char *erased, size_t end)
{
	return end < lines->size && erased[end] != lines->text[end] && erased[end] != ' ';
}

/* Whether a comment touches the line, the next one continues it, or a string does. */
static bool takes_no_more(const struct lsp_lines *lines, const comment_list *comments, const char *erased,
	uint32_t line, size_t start, size_t end)
{
	if (is_in_string(lines, erased, end))
		return true;
	for (size_t i = 0; i < comments->count; i++)
		if (comments->data[i].line <= line + 1 && comments->data[i].end_line >= line + 1)
			return true;
	return (end > start && lines->text[end - 1] == '\\') ||
	       (line && start >= 2 && (lines->text[start - 2] == '\\' || lines->text[start - 2] == '\r') &&
		       start >= 3 && (lines->text[start - 2] == '\\' || lines->text[start - 3] == '\\'));
}

static const char *newline_of(const struct lsp_lines *lines)
{
	const char *first = lines->size ? memchr(lines->text, '\n', lines->size) : NULL;
	return first && first > lines->text && first[-1] == '\r' ? "\r\n" : "\n";
}

/* The first line of those that backslashes join with this one. */
static uint32_t first_joined(const struct lsp_lines *lines, uint32_t line)
{
	size_t start, end;
	for (; line > 0; line--) {
		lsp_line_bytes(lines, line - 1, &start, &end);
		if (end == start || lines->text[end - 1] != '\\')
			break;
	}
	return line;
}

static struct lsp_insertion above(struct arena *arena, const struct lsp_lines *lines, const char *erased,
	uint32_t line, const char *code, const char *reason)
{
	size_t start, end, indent;
	line = first_joined(lines, line);
	if (line > 0) {
		lsp_line_bytes(lines, line - 1, &start, &end);
		if (is_in_string(lines, erased, end))
			return (struct lsp_insertion){0};
	}
	lsp_line_bytes(lines, line, &start, &end);
	indent = start;
	while (indent < end && (lines->text[indent] == ' ' || lines->text[indent] == '\t'))
		indent++;
	return (struct lsp_insertion){
		start, arena_printf(arena, "%.*s// cudalint: ignore[%s] %s%s", (int)(indent - start),
			       lines->text + start, code, reason, newline_of(lines))};
}

struct lsp_insertion lsp_suppress_line(struct arena *arena, const struct lsp_lines *lines, size_t offset,
	const char *code, const char *reason)
{
	comment_list comments = {0};
	directive_list directives = {0};
	uint32_t line = lsp_position_of(lines, offset, LSP_UTF8).line;
	size_t start, end;
	lsp_line_bytes(lines, line, &start, &end);
	find_directives(arena, lines, &comments, &directives);
	size_t list = end_of_list(lines, &directives, line);
	if (list)
		return (struct lsp_insertion){list, arena_printf(arena, ", %s", code)};
	const char *erased = comments_erase(arena, lines->text, lines->size);
	if (takes_no_more(lines, &comments, erased, line, start, end))
		return above(arena, lines, erased, line, code, reason);
	return (struct lsp_insertion){end, arena_printf(arena, " // cudalint: ignore[%s] %s", code, reason)};
}

/* Below the comments that a file begins with. */
struct lsp_insertion lsp_suppress_file(struct arena *arena, const struct lsp_lines *lines, const char *code)
{
	comment_list comments = {0};
	comments_find(arena, lines->text, lines->size, &comments);
	uint32_t line = 0;
	for (size_t i = 0; i < comments.count && comments.data[i].line <= line + 1; i++) {
		const struct comment *comment = &comments.data[i];
		if (comment->code_before || comment->code_after || !comment->is_closed)
			break;
		line = comment->end_line;
	}
	size_t start, end;
	bool is_there = line < lines->starts.count;
	lsp_line_bytes(lines, line, &start, &end);
	if (line == 0 && lines->size >= 3 && memcmp(lines->text, "\xef\xbb\xbf", 3) == 0)
		start = 3;
	const char *newline = newline_of(lines);
	return (struct lsp_insertion){
		start, arena_printf(arena, "%s// cudalint: file-ignore[%s] " LSP_REASON "%s",
			       is_there ? "" : newline, code, newline)};
}
