/* PCRE2 behind two calls. What a pattern may cost is limited: a match that would take longer is given up, and
 * says so. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "analyzer/config/regex.h"

#include <string.h>
#include <pcre2.h>

/* Steps and kilobytes of one match: some tenths of a second, and room enough for any sane pattern. */
enum { MATCH_LIMIT = 2000000, DEPTH_LIMIT = 10000, HEAP_LIMIT_KB = 20000, PATTERN_LIMIT = 4096 };

struct regex {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *limits;
	bool is_name; /* a glob without a slash: looked for in every folder */
};

static void *allocate(PCRE2_SIZE size, void *arena)
{
	return arena_alloc(arena, size);
}

static void release(void *block, void *arena)
{
	(void)block;
	(void)arena;
}

static struct regex *compile(
	struct arena *arena, const char *pattern, size_t size, uint32_t options, const char **problem)
{
	int error;
	PCRE2_SIZE offset;
	PCRE2_UCHAR text[128];
	struct regex *regex = ARENA_NEW(arena, struct regex);
	pcre2_general_context *memory = pcre2_general_context_create(allocate, release, arena);
	pcre2_compile_context *context = pcre2_compile_context_create(memory);
	pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
	regex->code = pcre2_compile((PCRE2_SPTR)pattern, size, options, &error, &offset, context);
	if (!regex->code) {
		pcre2_get_error_message(error, text, sizeof text);
		*problem = arena_printf(arena, "%s, at its character %zu", (const char *)text, offset + 1);
		return NULL;
	}
	regex->data = pcre2_match_data_create(1, memory);
	regex->limits = pcre2_match_context_create(memory);
	pcre2_set_match_limit(regex->limits, MATCH_LIMIT);
	pcre2_set_depth_limit(regex->limits, DEPTH_LIMIT);
	pcre2_set_heap_limit(regex->limits, HEAP_LIMIT_KB);
	return regex;
}

struct regex *regex_compile(struct arena *arena, const char *pattern, const char **problem)
{
	size_t size = strlen(pattern);
	if (size > PATTERN_LIMIT) {
		*problem = "it is longer than 4096 bytes";
		return NULL;
	}
	return compile(arena, pattern, size, PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C, problem);
}

bool regex_matches_empty(const struct regex *regex)
{
	uint32_t result = 0;
	pcre2_pattern_info(regex->code, PCRE2_INFO_MATCHEMPTY, &result);
	return result != 0;
}

enum regex_result regex_search(
	const struct regex *regex, const char *text, size_t size, size_t start, size_t *begin, size_t *end)
{
	int count = pcre2_match(regex->code, (PCRE2_SPTR)text, size, start, 0, regex->data, regex->limits);
	if (count == PCRE2_ERROR_NOMATCH)
		return REGEX_NONE;
	if (count < 0)
		return REGEX_LIMIT;
	const PCRE2_SIZE *places = pcre2_get_ovector_pointer(regex->data);
	*begin = places[0];
	*end = places[1] > places[0] ? places[1] : places[0];
	return REGEX_FOUND;
}

/* ---- globs ------------------------------------------------------------------------------------ */

struct regex *regex_glob(struct arena *arena, const char *glob, const char **problem)
{
	PCRE2_UCHAR *pattern = NULL;
	PCRE2_SIZE size = 0;
	while (glob[0] == '.' && glob[1] == '/')
		glob += 2;
	size_t length = strlen(glob);
	while (length > 1 && glob[length - 1] == '/')
		length--;
	if (!length || length > PATTERN_LIMIT) {
		*problem = length ? "it is longer than 4096 bytes" : "it is empty";
		return NULL;
	}
	pcre2_general_context *memory = pcre2_general_context_create(allocate, release, arena);
	pcre2_convert_context *context = pcre2_convert_context_create(memory);
	if (pcre2_pattern_convert((PCRE2_SPTR)glob, length, PCRE2_CONVERT_GLOB, &pattern, &size, context)) {
		*problem = "a bracket is not closed, or stands wrong";
		return NULL;
	}
	/* what comes out anchors itself */
	struct regex *regex = compile(arena, (const char *)pattern, size, 0, problem);
	if (regex)
		regex->is_name = !memchr(glob, '/', length);
	return regex;
}

static bool matches(const struct regex *glob, const char *text, size_t size)
{
	size_t begin, end;
	return regex_search(glob, text, size, 0, &begin, &end) == REGEX_FOUND;
}

bool regex_glob_matches(const struct regex *glob, const char *path)
{
	size_t start = 0, size = strlen(path);
	for (size_t at = path[0] == '/'; at <= size; at++) {
		if (at < size && path[at] != '/')
			continue;
		if (matches(glob, path + start, at - start))
			return true;
		if (glob->is_name)
			start = at + 1;
	}
	return false;
}

bool regex_glob_is_name(const struct regex *glob)
{
	return glob->is_name;
}
