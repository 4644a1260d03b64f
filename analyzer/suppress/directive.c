/* Taking comments apart into directives. "cudalint:" counts at the start of a comment or after a space, so
 * that several can share one; NOLINT counts wherever it is a word of its own, as for clang-tidy. */
#include "analyzer/suppress/directive.h"

#include <ctype.h>

static const struct {
	const char *name;
	enum directive_kind kind;
} kinds[] = {
	{"ignore", DIRECTIVE_IGNORE},
	{"disable", DIRECTIVE_DISABLE},
	{"enable", DIRECTIVE_ENABLE},
	{"file-ignore", DIRECTIVE_FILE_IGNORE},
	{"launch", DIRECTIVE_LAUNCH},
	{"assume", DIRECTIVE_ASSUME},
	{"NOLINT", DIRECTIVE_NOLINT},
	{"NOLINTNEXTLINE", DIRECTIVE_NOLINTNEXTLINE},
	{"NOLINTBEGIN", DIRECTIVE_NOLINTBEGIN},
	{"NOLINTEND", DIRECTIVE_NOLINTEND},
};

static const char marker[] = "cudalint:";

/* The text being read: the inside of one comment. */
struct reader {
	struct arena *arena;
	const char *text;
	uint32_t begin, end;
};

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static uint32_t skip_blanks(const struct reader *reader, uint32_t at)
{
	while (at < reader->end && (reader->text[at] == ' ' || reader->text[at] == '\t'))
		at++;
	return at;
}

static uint32_t skip_name(const struct reader *reader, uint32_t at)
{
	while (at < reader->end && is_name(reader->text[at]))
		at++;
	return at;
}

static enum directive_kind find_kind(const char *name, bool nolint)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		if ((kinds[i].kind >= DIRECTIVE_NOLINT) == nolint && strcmp(kinds[i].name, name) == 0)
			return kinds[i].kind;
	}
	return DIRECTIVE_UNKNOWN;
}

/* Reads a list from its opening bracket at `at`: words between commas and white space, up to the closing
 * bracket or the end of the line. Returns the position behind it. */
static uint32_t read_list(const struct reader *reader, uint32_t at, struct directive *directive)
{
	char close = reader->text[at] == '[' ? ']' : ')';
	directive->has_list = true;
	for (at++; at < reader->end;) {
		char c = reader->text[at];
		if (c == close || c == '\n') {
			directive->list_is_closed = c == close;
			return c == close ? at + 1 : at;
		}
		if (c == ',' || isspace((unsigned char)c)) {
			at++;
			continue;
		}
		uint32_t start = at;
		while (at < reader->end && !strchr(",\n", reader->text[at]) && reader->text[at] != close &&
			!isspace((unsigned char)reader->text[at]))
			at++;
		if (at == start)
			at++; /* a NUL byte */
		const char *word = arena_strndup(reader->arena, reader->text + start, at - start);
		vec_push(reader->arena, &directive->words, (struct directive_word){word, start, at});
	}
	return at;
}

/* "cudalint: ignore[...]" with the marker at `at`. Returns the position behind it, or `at` when it is only
 * prose. */
static uint32_t read_own(const struct reader *reader, uint32_t at, struct directive *directive)
{
	uint32_t name = skip_blanks(reader, at + (uint32_t)strlen(marker)), end = skip_name(reader, name);
	directive->name = arena_strndup(reader->arena, reader->text + name, end - name);
	directive->kind = find_kind(directive->name, false);
	if (directive->kind == DIRECTIVE_UNKNOWN && (at != skip_blanks(reader, reader->begin) || end == name))
		return at;
	uint32_t list = skip_blanks(reader, end);
	bool has_list = directive->kind != DIRECTIVE_LAUNCH && directive->kind != DIRECTIVE_ASSUME;
	if (has_list && list < reader->end && strchr("[(", reader->text[list]) && reader->text[list])
		end = read_list(reader, list, directive);
	return end;
}

/* NOLINT and its kin, with the word at `at`. */
static uint32_t read_nolint(const struct reader *reader, uint32_t at, struct directive *directive)
{
	uint32_t end = skip_name(reader, at);
	directive->name = arena_strndup(reader->arena, reader->text + at, end - at);
	directive->kind = find_kind(directive->name, true);
	if (directive->kind == DIRECTIVE_UNKNOWN)
		return at;
	if (end < reader->end && reader->text[end] == '(')
		end = read_list(reader, end, directive);
	return end;
}

static bool starts_with(const struct reader *reader, uint32_t at, const char *word)
{
	size_t length = strlen(word);
	return reader->end - at >= length && memcmp(reader->text + at, word, length) == 0;
}

/* Sets where each directive's reason ends, and whether it has the comment to itself. */
static void settle_extents(const struct reader *reader, directive_list *list, size_t first)
{
	for (size_t i = first; i < list->count; i++) {
		struct directive *directive = &list->data[i];
		bool last = i + 1 == list->count;
		uint32_t extent = last ? reader->end : list->data[i + 1].start;
		while (extent > directive->end && isspace((unsigned char)reader->text[extent - 1]))
			extent--;
		directive->extent = extent;
		for (uint32_t at = directive->end; at < extent; at++)
			directive->has_reason |= isalnum((unsigned char)reader->text[at]) != 0;
		uint32_t begin = reader->begin;
		while (begin < reader->end && isspace((unsigned char)reader->text[begin]))
			begin++;
		directive->is_whole_comment = list->count == first + 1 && directive->start == begin;
	}
}

void directive_find(struct arena *arena, const char *text, const struct comment *comment, directive_list *out)
{
	struct reader reader = {arena, text, comment->offset + 2, comment->offset + comment->size};
	if (comment->is_block && comment->is_closed)
		reader.end -= 2;
	while (reader.begin < reader.end && strchr("/*!<", text[reader.begin]) && text[reader.begin])
		reader.begin++;
	size_t first = out->count;
	uint32_t line = comment->line;
	for (uint32_t at = reader.begin; at < reader.end;) {
		struct directive directive = {.start = at,
			.line = line,
			.comment_start = comment->offset,
			.comment_end = comment->offset + comment->size};
		bool at_word = at == reader.begin || !is_name(text[at - 1]);
		uint32_t end = at;
		if (at_word && (at == reader.begin || isspace((unsigned char)text[at - 1])) &&
			starts_with(&reader, at, marker))
			end = read_own(&reader, at, &directive);
		else if (at_word && starts_with(&reader, at, "NOLINT"))
			end = read_nolint(&reader, at, &directive);
		if (end > at) {
			directive.end = end;
			vec_push(arena, out, directive);
		} else {
			end = at + 1;
		}
		for (; at < end; at++)
			line += text[at] == '\n';
	}
	settle_extents(&reader, out, first);
}
