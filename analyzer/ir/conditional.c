/* Reads the directives of a file from its start to the place, line by line. */
#include "analyzer/ir/conditional.h"

#include <ctype.h>
#include <string.h>

enum { MAX_NESTING = 64 };

struct branch {
	const char *condition;
	size_t length;
	bool holds;
};

struct reader {
	const char *at, *end; /* end: the place */
	struct branch stack[MAX_NESTING];
	size_t depth; /* may be more than the stack has */
};

/* ---- text that is no directive --------------------------------------------------------------- */

/* Behind the end of R"x(...)x", from its quote. */
static const char *after_raw_string(const char *at, const char *end)
{
	const char *open = memchr(at, '(', (size_t)(end - at));
	size_t length = open ? (size_t)(open - at - 1) : 0;
	for (const char *close = open; close && close + length + 1 < end; close++)
		if (*close == ')' && !memcmp(close + 1, at + 1, length) && close[length + 1] == '"')
			return close + length + 2;
	return end;
}

static const char *after_literal(const char *at, const char *end)
{
	char quote = *at++;
	while (at < end && *at != quote && *at != '\n')
		at += *at == '\\' && at + 1 < end ? 2 : 1;
	return at < end ? at + 1 : end;
}

static const char *after_comment(const char *at, const char *end)
{
	for (at += 2; at + 1 < end; at++)
		if (at[0] == '*' && at[1] == '/')
			return at + 2;
	return end;
}

/* The start of the next line that can be a directive. */
static const char *next_line(const char *at, const char *end)
{
	while (at < end && *at != '\n') {
		char c = *at;
		if (c == '/' && at + 1 < end && at[1] == '*') {
			at = after_comment(at, end);
		} else if (c == '/' && at + 1 < end && at[1] == '/') {
			at = memchr(at, '\n', (size_t)(end - at));
			return at ? at + 1 : end;
		} else if (c == 'R' && at + 1 < end && at[1] == '"') {
			at = after_raw_string(at + 1, end);
		} else if (c == '"') {
			at = after_literal(at, end);
		} else if (isalnum((unsigned char)c)) {
			/* a quote within a number is no literal */
			while (at < end && (isalnum((unsigned char)*at) || *at == '_' || *at == '\''))
				if (*at++ == 'R' && at < end && *at == '"')
					at = after_raw_string(at, end);
		} else if (c == '\'') {
			at = after_literal(at, end);
		} else {
			at += c == '\\' && at + 1 < end ? 2 : 1;
		}
	}
	return at < end ? at + 1 : end;
}

/* ---- directives ------------------------------------------------------------------------------ */

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

static void set_branch(struct reader *reader, const char *text, size_t length, bool holds)
{
	if (reader->depth && reader->depth <= MAX_NESTING)
		reader->stack[reader->depth - 1] = (struct branch){text, length, holds};
}

static void take_directive(struct reader *reader, const char *word, size_t length, const char *rest)
{
	const char *end = rest;
	while (end < reader->end && (*end != '\n' || end[-1] == '\\'))
		end++;
	size_t size = (size_t)(end - rest);
	bool is_not = length == 6 && !memcmp(word, "ifndef", 6);
	bool is_elif = length >= 4 && !memcmp(word, "elif", 4);
	if (length >= 2 && !memcmp(word, "if", 2)) {
		reader->depth++;
		set_branch(reader, rest, size, !is_not);
	} else if (is_elif) {
		set_branch(reader, rest, size, length < 5 || word[4] != 'n');
	} else if (length == 4 && !memcmp(word, "else", 4) && reader->depth && reader->depth <= MAX_NESTING) {
		reader->stack[reader->depth - 1].holds ^= true;
	} else if (length == 5 && !memcmp(word, "endif", 5) && reader->depth) {
		reader->depth--;
	}
}

static void read_line(struct reader *reader)
{
	const char *at = skip_blanks(reader->at, reader->end);
	if (at < reader->end && *at == '#') {
		const char *word = skip_blanks(at + 1, reader->end), *rest = word;
		while (rest < reader->end && isalpha((unsigned char)*rest))
			rest++;
		take_directive(reader, word, (size_t)(rest - word), rest);
	}
	reader->at = next_line(at, reader->end);
}

void ir_conditionals_at(
	const struct ir_module *module, struct ir_range range, ir_conditional_visit *visit, void *context)
{
	struct ir_place place;
	if (!ir_locate(module, range, NULL, &place) || place.file >= module->files.count)
		return;
	const struct ir_file *file = &module->files.data[place.file];
	if (!file->text || place.begin > file->size)
		return;
	struct reader reader = {.at = file->text, .end = file->text + place.begin};
	while (reader.at < reader.end)
		read_line(&reader);
	for (size_t i = 0; i < reader.depth && i < MAX_NESTING; i++)
		visit(context, reader.stack[i].condition, reader.stack[i].length, reader.stack[i].holds);
}
