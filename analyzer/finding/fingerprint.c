/* Fingerprints over the text of a finding's lines without comments and white space. */
#include "analyzer/finding/fingerprint.h"
#include "analyzer/base/buffer.h"
#include "analyzer/finding/comments.h"

#include <ctype.h>
#include <inttypes.h>
#include <uthash.h>
#include <xxhash.h>

/* A file, and where its lines start. */
struct source {
	const char *text;
	size_t size;
	VEC(uint32_t) lines;
	comment_list comments;
};

/* Appends the bytes of the lines [first, last] that are neither comment nor white space. */
static void add_lines(struct buffer *out, const struct source *source, uint32_t first, uint32_t last)
{
	if (first == 0 || first > source->lines.count)
		return;
	size_t at = source->lines.data[first - 1];
	size_t end = last < source->lines.count ? source->lines.data[last] : source->size;
	size_t low = 0, high = source->comments.count; /* to the first comment that ends behind `at` */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct comment *comment = &source->comments.data[middle];
		if (comment->offset + comment->size <= at)
			low = middle + 1;
		else
			high = middle;
	}
	for (; at < end; at++) {
		if (low < source->comments.count && at >= source->comments.data[low].offset) {
			at = source->comments.data[low].offset + source->comments.data[low].size - 1;
			low++;
		} else if (!isspace((unsigned char)source->text[at])) {
			buffer_add(out, source->text + at, 1);
		}
	}
}

static const char *make(struct arena *arena, const struct finding *finding, const struct source *source)
{
	/* A finding that spans a whole function is known by its first lines. */
	enum { LINES = 16 };
	struct buffer key = {0};
	buffer_add(&key, finding->code, strlen(finding->code) + 1);
	const char *function = finding->function ? finding->function : "";
	buffer_add(&key, function, strlen(function) + 1);
	uint32_t first = finding->span.start.line, last = finding->span.end.line;
	if (last < first || last - first >= LINES)
		last = first;
	if (source)
		add_lines(&key, source, first, last);
	uint64_t hash = XXH64(key.data, key.size, 0);
	buffer_free(&key);
	return arena_printf(arena, "%016" PRIx64, hash);
}

static void read_source(struct arena *arena, const char *text, size_t size, struct source *source)
{
	*source = (struct source){.text = text, .size = size};
	comments_find(arena, text, size, &source->comments);
	vec_push(arena, &source->lines, 0);
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '\n' || (text[i] == '\r' && !(i + 1 < size && text[i + 1] == '\n')))
			vec_push(arena, &source->lines, (uint32_t)i + 1);
	}
}

void fingerprint_file(
	struct arena *arena, const char *path, const char *text, size_t size, finding_list *findings)
{
	struct source source = {0};
	struct arena *scratch = arena_new();
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		if (!finding->span.path || strcmp(finding->span.path, path) != 0)
			continue;
		if (source.lines.count == 0)
			read_source(scratch, text, size, &source);
		finding->fingerprint = make(arena, finding, &source);
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
			finding->fingerprint = make(arena, finding, NULL);
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
