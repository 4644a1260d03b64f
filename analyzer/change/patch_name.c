/* Reading names: git quotes those with control characters, quotes and (unless told otherwise) bytes past
 * ASCII. */
#include "analyzer/change/patch_name.h"

#include <string.h>

bool patch_line_begins(const struct patch_line *line, const char *prefix)
{
	size_t length = strlen(prefix);
	return line->size >= length && memcmp(line->text, prefix, length) == 0;
}

/* The byte that stands behind a backslash at `at`: a letter or up to three octal digits. Returns how many
 * bytes it took. */
static size_t unescape(const char *at, const char *end, char *out)
{
	static const char letters[] = "abtnvfr", meanings[] = "\a\b\t\n\v\f\r";
	const char *letter = *at ? strchr(letters, *at) : NULL;
	unsigned value = 0;
	size_t digits = 0;
	*out = letter ? meanings[letter - letters] : *at;
	for (; digits < 3 && at + digits < end && at[digits] >= '0' && at[digits] <= '7'; digits++)
		value = value * 8 + (unsigned)(at[digits] - '0');
	if (!digits)
		return 1;
	*out = (char)(unsigned char)value;
	return digits;
}

/* A quoted name; NULL when it isn't closed. *rest is what comes behind it. */
static char *read_quoted(struct arena *arena, const struct patch_line *line, const char **rest)
{
	const char *at = line->text + 1, *end = line->text + line->size;
	char *name = arena_alloc(arena, line->size + 1);
	size_t length = 0;
	while (at < end && *at != '"') {
		char c = *at++;
		if (c == '\\' && at < end)
			at += unescape(at, end, &c);
		name[length++] = c;
	}
	if (at == end)
		return NULL;
	*rest = at + 1;
	return name;
}

static const char *or_none(const char *name)
{
	return !*name || strcmp(name, "/dev/null") == 0 ? NULL : name;
}

bool patch_name_read(struct arena *arena, const struct patch_line *line, const char **out)
{
	const char *rest;
	*out = NULL;
	if (line->size && line->text[0] == '"') {
		const char *name = read_quoted(arena, line, &rest);
		*out = name ? or_none(name) : NULL;
		return name != NULL;
	}
	const char *tab = line->size ? memchr(line->text, '\t', line->size) : NULL;
	size_t length = tab ? (size_t)(tab - line->text) : line->size;
	*out = or_none(arena_strndup(arena, length ? line->text : "", length));
	return true;
}

static const char *without_prefix(const char *name)
{
	const char *slash = strchr(name, '/');
	return slash ? slash + 1 : name;
}

/* Two names of one file: equal, or equal behind their first folders. */
static bool is_pair(const char *a, const char *b)
{
	return strcmp(a, b) == 0 || strcmp(without_prefix(a), without_prefix(b)) == 0;
}

void patch_name_read_pair(
	struct arena *arena, const struct patch_line *line, const char **old_path, const char **new_path)
{
	const char *end = line->text + line->size, *rest = NULL;
	*old_path = *new_path = NULL;
	if (line->size && line->text[0] == '"') {
		const char *first = read_quoted(arena, line, &rest);
		if (!first || rest == end || *rest != ' ')
			return;
		struct patch_line second = {rest + 1, (size_t)(end - rest - 1)};
		*old_path = first;
		patch_name_read(arena, &second, new_path);
		return;
	}
	for (const char *at = line->text; at < end; at++) {
		const char *first, *second;
		struct patch_line halves[] = {
			{line->text, (size_t)(at - line->text)}, {at + 1, (size_t)(end - at - 1)}};
		/* The halves differ by a prefix at most, so only the middle of the line comes into question.
		 */
		if (*at != ' ' || (halves[0].size > halves[1].size + 32) ||
			halves[1].size > halves[0].size + 32)
			continue;
		if (!patch_name_read(arena, &halves[0], &first) || !first ||
			!patch_name_read(arena, &halves[1], &second) || !second || !is_pair(first, second))
			continue;
		*old_path = first;
		*new_path = second;
		return;
	}
}
