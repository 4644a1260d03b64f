/* Texts of files; see lsp_texts.h. */
#include "ide/text/lsp_texts.h"

#include <string.h>

#include "analyzer/base/path.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_uri.h"

enum { LARGEST = 8 * 1024 * 1024 };

const struct lsp_lines *lsp_texts_lines(struct lsp_texts *texts, const char *path)
{
	struct lsp_file *open = lsp_file_at(texts->server, path);
	if (open)
		return lsp_document_lines(open->document);
	for (size_t i = 0; i < texts->entries.count; i++)
		if (strcmp(texts->entries.data[i]->path, path) == 0)
			return &texts->entries.data[i]->lines;
	struct lsp_text *entry = ARENA_NEW(texts->arena, struct lsp_text);
	entry->path = arena_strdup(texts->arena, path);
	struct buffer bytes = {0};
	if (buffer_read_file(&bytes, path, LARGEST) != 0)
		bytes.size = 0;
	const char *copy = arena_strndup(texts->arena, bytes.data ? bytes.data : "", bytes.size);
	lsp_lines_find(texts->arena, copy, bytes.size, &entry->lines);
	buffer_free(&bytes);
	vec_push(texts->arena, &texts->entries, entry);
	return &entry->lines;
}

const char *lsp_texts_absolute(struct lsp_texts *texts, const struct lsp_result *result, const char *path)
{
	for (size_t i = 0; i < result->files.count; i++)
		if (strcmp(result->files.data[i].path, path) == 0)
			return result->files.data[i].absolute;
	const char *root = result->files.count ? lsp_root_of(texts->server, result->files.data[0].absolute)
					       : texts->server->root;
	return path_normalize(texts->arena, path_join(texts->arena, root, path));
}

const char *lsp_texts_uri(struct lsp_texts *texts, const char *absolute)
{
	const struct lsp_file *open = lsp_file_at(texts->server, absolute);
	return open ? open->document->uri : lsp_uri_of(texts->arena, absolute);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* What is nowhere wide is shown at the word that begins there. */
static size_t visible_end(const struct lsp_lines *lines, size_t start, size_t end)
{
	if (end > start)
		return end;
	end = start;
	while (end < lines->size && is_word(lines->text[end]))
		end++;
	return end;
}

struct lsp_range lsp_texts_range(
	struct lsp_texts *texts, const struct lsp_result *result, const struct span *span)
{
	const struct lsp_lines *lines = lsp_texts_lines(texts, lsp_texts_absolute(texts, result, span->path));
	enum lsp_encoding encoding = texts->server->client.encoding;
	size_t start = span->start.offset, end = visible_end(lines, start, span->end.offset);
	return (struct lsp_range){
		lsp_position_of(lines, start, encoding), lsp_position_of(lines, end, encoding)};
}

json_t *lsp_texts_location(struct lsp_texts *texts, const struct lsp_result *result, const struct span *span)
{
	const char *uri = lsp_texts_uri(texts, lsp_texts_absolute(texts, result, span->path));
	return json_pack("{soso}", "uri", lsp_json_text(uri), "range",
		lsp_json_of_range(lsp_texts_range(texts, result, span)));
}
