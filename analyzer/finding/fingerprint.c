/* Fingerprints over the statement that a finding begins in. */
#include "analyzer/finding/fingerprint.h"
#include "analyzer/base/memory.h"
#include "analyzer/base/buffer.h"
#include "analyzer/finding/statements.h"

#include <ctype.h>
#include <inttypes.h>
#include <xxhash.h>

#include <uthash.h> /* behind memory.h */

/* The name without template arguments: which instantiation is the worst one is no matter of identity. */
static void add_function(struct buffer *out, const char *name)
{
	unsigned depth = 0;
	bool is_operator = strstr(name, "operator") != NULL; /* whose brackets may be its name */
	for (const char *at = name; *at; at++) {
		depth += !is_operator && *at == '<';
		if (!depth)
			buffer_add(out, at, 1);
		depth -= depth && *at == '>';
	}
}

const char *fingerprint_function(struct arena *arena, const char *name)
{
	struct buffer text = {0};
	add_function(&text, name);
	const char *copy = arena_strndup(arena, text.size ? text.data : "", text.size);
	buffer_free(&text);
	return copy;
}

/* A comment is known by what it says: in one, that is all there is. */
static void add_comment(
	struct buffer *out, const struct statements *source, const struct comment *comment, uint32_t end)
{
	uint32_t limit = comment->offset + comment->size;
	for (uint32_t at = comment->offset; at < limit && at < end; at++)
		if (!isspace((unsigned char)source->text[at]))
			buffer_add(out, source->text + at, 1);
}

/* The statement, then what of it is the finding's. A finding that reaches further, over a whole function for
 * one, is known by its beginning. */
static void add_source(struct buffer *out, const struct finding *finding, const struct statements *source)
{
	uint32_t start = finding->span.start.offset, end = finding->span.end.offset;
	bool is_whole_file = end == 0;
	if (is_whole_file || start >= source->size)
		return;
	const struct comment *comment = statements_comment(source, start);
	if (comment) {
		struct comment rest = *comment;
		rest.size -= start - comment->offset;
		rest.offset = start;
		add_comment(out, source, &rest, end);
		return;
	}
	size_t index = statements_at(source, start);
	uint32_t limit = statements_end(source, index);
	statements_add_text(source, source->list.data[index].start, limit, out);
	buffer_add(out, "", 1);
	statements_add_text(source, start, end < limit ? end : limit, out);
}

/* The innermost function that a finding is written in; NULL: none that is known. */
static const char *find_scope(const fingerprint_scopes *scopes, const struct span *span)
{
	const struct fingerprint_scope *best = NULL;
	for (size_t i = 0; scopes && i < scopes->count; i++) {
		const struct fingerprint_scope *scope = &scopes->data[i];
		if (span->start.offset < scope->begin || span->start.offset >= scope->end ||
			strcmp(scope->path, span->path) != 0)
			continue;
		if (!best || scope->end - scope->begin < best->end - best->begin)
			best = scope;
	}
	return best ? best->name : NULL;
}

/* A macro's body belongs to no function, whichever of its uses was met first. */
static void add_scope(struct buffer *out, const struct finding *finding, const struct statements *source,
	const fingerprint_scopes *scopes)
{
	if (!finding->function)
		return;
	if (source && source->list.data[statements_at(source, finding->span.start.offset)].in_directive)
		return;
	const char *scope = find_scope(scopes, &finding->span);
	add_function(out, scope ? scope : finding->function);
}

static const char *make(struct arena *arena, const struct finding *finding, const struct statements *source,
	const fingerprint_scopes *scopes)
{
	struct buffer key = {0};
	buffer_add(&key, finding->code, strlen(finding->code) + 1);
	add_scope(&key, finding, source, scopes);
	buffer_add(&key, "", 1);
	if (source)
		add_source(&key, finding, source);
	uint64_t hash = XXH64(key.data, key.size, 0);
	buffer_free(&key);
	return arena_printf(arena, "%016" PRIx64, hash);
}

void fingerprint_file(struct arena *arena, const char *path, const char *text, size_t size,
	const fingerprint_scopes *scopes, finding_list *findings)
{
	struct statements source = {0};
	struct arena *scratch = arena_new();
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		if (!finding->span.path || strcmp(finding->span.path, path) != 0)
			continue;
		if (!source.list.count)
			statements_find(scratch, text, size, &source);
		finding->fingerprint = make(arena, finding, &source, scopes);
	}
	arena_free(scratch);
}

/* How often a fingerprint has been met. */
struct seen {
	const char *fingerprint;
	unsigned count;
	UT_hash_handle hh;
};

void fingerprint_number(struct arena *arena, finding_list *findings)
{
	struct seen *table = NULL;
	struct arena *scratch = arena_new();
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		if (!finding->fingerprint)
			finding->fingerprint = make(arena, finding, NULL, NULL);
		if (i && strcmp(finding->span.path, findings->data[i - 1]->span.path) != 0)
			HASH_CLEAR(hh, table);
		struct seen *seen = NULL;
		HASH_FIND_STR(table, finding->fingerprint, seen);
		if (!seen) {
			seen = ARENA_NEW(scratch, struct seen);
			seen->fingerprint = finding->fingerprint;
			HASH_ADD_KEYPTR(hh, table, seen->fingerprint, strlen(seen->fingerprint), seen);
		}
		if (++seen->count > 1)
			finding->fingerprint =
				arena_printf(arena, "%s-%u", finding->fingerprint, seen->count);
	}
	HASH_CLEAR(hh, table);
	arena_free(scratch);
}
