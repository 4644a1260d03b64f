/* Declarations are read mark by mark: a name stands before `(`, `=`, `;` or `[`, and behind the keyword of a
 * type. */
#include "analyzer/engine/arch_declared.h"

#include <ctype.h>
#include <string.h>

struct reader {
	arch_declared_visit *visit;
	void *context;
	bool is_sure;
};

/* What of a declaration was read. */
struct declaration {
	unsigned depth;  /* of parentheses and braces, but for a namespace's */
	unsigned angles; /* outside of those */
	unsigned words;
	bool is_type, is_named, is_namespace;
	struct arch_word last;
};

/* Behind `enum` and in calls of macros lie names that this doesn't look for. */
static void read_word(struct reader *reader, struct declaration *declaration, struct arch_word word)
{
	static const char *const types[] = {"struct", "class", "union", NULL};
	static const char *const unread[] = {"operator", "enum", "friend", NULL};
	if (declaration->depth || declaration->angles)
		return;
	if (arch_word_among(word, unread)) {
		reader->is_sure = false;
	} else if (arch_word_among(word, types)) {
		declaration->is_type = true;
	} else if (declaration->is_type && !declaration->is_named) {
		reader->visit(reader->context, word);
		declaration->is_named = true;
	}
	declaration->is_namespace |= arch_word_is(word, "namespace") || arch_word_is(word, "extern");
	declaration->words += !arch_word_is(word, "template");
	declaration->last = word;
}

static void read_mark(struct reader *reader, struct declaration *declaration, char mark)
{
	bool is_top = !declaration->depth && !declaration->angles;
	bool is_name = is_top && !declaration->is_named && declaration->last.length;
	if (is_name && strchr("(=;[", mark)) {
		if (mark == '(' && declaration->words < 2)
			reader->is_sure = false;
		reader->visit(reader->context, declaration->last);
		declaration->is_named = true;
	}
	if (!declaration->depth && mark == '<' && declaration->last.length)
		declaration->angles++;
	else if (!declaration->depth && mark == '>' && declaration->angles)
		declaration->angles--;
	else if (strchr("([", mark) || (mark == '{' && !(is_top && declaration->is_namespace)))
		declaration->depth++;
	else if (strchr(")]}", mark) && declaration->depth)
		declaration->depth--;
	if (declaration->depth || declaration->angles)
		return;
	if (strchr(";{}", mark))
		*declaration = (struct declaration){0};
	else if (mark == ',')
		declaration->is_named = false;
}

bool arch_declared_names(const char *at, const char *end, arch_declared_visit *visit, void *context)
{
	struct reader reader = {visit, context, true};
	struct declaration declaration = {0};
	while (at < end) {
		const char *start = at;
		if (*at == '#') {
			at = arch_line_end(at, end);
		} else if (arch_in_word(*at)) {
			while (at < end && arch_in_word(*at))
				at++;
			read_word(&reader, &declaration, (struct arch_word){start, (size_t)(at - start)});
		} else {
			if (!isspace((unsigned char)*at))
				read_mark(&reader, &declaration, *at);
			at++;
		}
	}
	bool is_closed = !declaration.depth && !declaration.angles; /* else a `<` was no bracket */
	return reader.is_sure && is_closed;
}
