/* Looks line by line for the outermost condition that holds everything that looks like CUDA. */
#include "analyzer/frontend/guard.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { NAME_LIMIT = 100 };

struct line {
	const char *at, *end;
};

static bool has_word(const struct line *line, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = line->at; (size_t)(line->end - at) >= length && at < line->end; at++)
		if (memcmp(at, word, length) == 0)
			return true;
	return false;
}

static bool is_cuda(const struct line *line)
{
	return has_word(line, "__global__") || has_word(line, "__device__") || has_word(line, "<<<");
}

static const char *skip_blank(const char *at, const char *end)
{
	while (at < end && isblank((unsigned char)*at))
		at++;
	return at;
}

static bool take(const char **at, const char *end, const char *word)
{
	size_t length = strlen(word);
	if ((size_t)(end - *at) < length || memcmp(*at, word, length) != 0)
		return false;
	*at = skip_blank(*at + length, end);
	return true;
}

/* The macro of `ifdef X`, `if defined(X)`, `if X` and `if X == 1`; "" for another condition. */
static const char *macro_of(struct arena *arena, const char *at, const char *end)
{
	bool is_ifdef = take(&at, end, "ifdef"), is_if = !is_ifdef && take(&at, end, "if");
	if (!is_ifdef && !is_if)
		return "";
	bool defined = is_if && take(&at, end, "defined");
	if (defined)
		take(&at, end, "(");
	const char *name = at;
	while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	size_t length = (size_t)(at - name);
	if (!length || length > NAME_LIMIT || isdigit((unsigned char)*name) || !strncmp(name, "__", 2))
		return "";
	at = skip_blank(at, end);
	if (defined)
		take(&at, end, ")");
	if (take(&at, end, "=="))
		take(&at, end, "1");
	bool ends = at == end || *at == '\r' || *at == '/';
	return ends ? arena_strndup(arena, name, length) : "";
}

static const char *find_in(struct arena *arena, const char *text, size_t size)
{
	const char *end = text + size, *macro = NULL, *found = NULL;
	size_t depth = 0;
	for (const char *at = text; at < end;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		struct line line = {skip_blank(at, end), stop ? stop : end};
		at = line.end + 1;
		if (is_cuda(&line) && (!macro || !*macro || (found && strcmp(found, macro) != 0)))
			return NULL;
		if (is_cuda(&line))
			found = macro;
		if (line.at >= line.end || *line.at != '#')
			continue;
		const char *directive = skip_blank(line.at + 1, line.end);
		size_t left = (size_t)(line.end - directive);
		if (left >= 5 && !memcmp(directive, "endif", 5)) {
			depth -= depth > 0;
			macro = depth ? macro : NULL;
		} else if (left >= 2 && !memcmp(directive, "if", 2)) {
			if (!depth++)
				macro = macro_of(arena, directive, line.end);
		} else if (left >= 2 && !memcmp(directive, "el", 2) && depth == 1) {
			macro = "";
		}
	}
	return found;
}

const char *guard_find(struct arena *arena, const struct ir_module *module)
{
	for (size_t i = 0; i < module->files.count; i++)
		if (module->files.data[i].is_main)
			return find_in(arena, module->files.data[i].text, module->files.data[i].size);
	return NULL;
}
