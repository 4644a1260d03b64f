/* Inline assembly. libclang gives a statement's operands in order and nothing else, so template, constraints
 * and clobbers are read from the source text at the place where the statement is spelled. */
#include "analyzer/frontend/lower/lower.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/base/buffer.h"

struct reader {
	struct arena *arena;
	const char *at, *end;
};

/* Skips white space, comments and line continuations. */
static void skip_space(struct reader *reader)
{
	for (;;) {
		const char *at = reader->at;
		if (at < reader->end && (isspace((unsigned char)*at) || *at == '\\')) {
			reader->at++;
		} else if (reader->end - at > 1 && at[0] == '/' && at[1] == '/') {
			while (reader->at < reader->end && *reader->at != '\n')
				reader->at++;
		} else if (reader->end - at > 1 && at[0] == '/' && at[1] == '*') {
			reader->at += 2;
			while (reader->end - reader->at > 1 && (reader->at[0] != '*' || reader->at[1] != '/'))
				reader->at++;
			reader->at = reader->end - reader->at > 1 ? reader->at + 2 : reader->end;
		} else {
			return;
		}
	}
}

static bool take(struct reader *reader, const char *word)
{
	skip_space(reader);
	size_t length = strlen(word);
	if ((size_t)(reader->end - reader->at) < length || strncmp(reader->at, word, length) != 0)
		return false;
	bool is_word = isalpha((unsigned char)word[0]) || word[0] == '_';
	const char *next = reader->at + length;
	if (is_word && next < reader->end && (isalnum((unsigned char)*next) || *next == '_'))
		return false;
	reader->at = next;
	return true;
}

static void add_escape(struct buffer *out, char c)
{
	char plain = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
	buffer_add(out, &plain, 1);
}

/* R"delimiter( ... )delimiter" */
static bool read_raw(struct reader *reader, struct buffer *out)
{
	const char *open = reader->at + 2;
	const char *paren = memchr(open, '(', (size_t)(reader->end - open));
	if (!paren || paren - open > 16)
		return false;
	size_t length = (size_t)(paren - open);
	for (const char *at = paren + 1; at + length + 1 < reader->end; at++) {
		if (*at == ')' && strncmp(at + 1, open, length) == 0 && at[1 + length] == '"') {
			buffer_add(out, paren + 1, (size_t)(at - paren - 1));
			reader->at = at + length + 2;
			return true;
		}
	}
	return false;
}

/* Adjacent string literals as one text; NULL when there is none. */
static char *read_strings(struct reader *reader)
{
	struct buffer out = {0};
	bool any = false;
	for (;;) {
		skip_space(reader);
		if (reader->end - reader->at > 2 && reader->at[0] == 'R' && reader->at[1] == '"') {
			if (!read_raw(reader, &out))
				break;
			any = true;
			continue;
		}
		if (reader->at >= reader->end || *reader->at != '"')
			break;
		any = true;
		for (reader->at++; reader->at < reader->end && *reader->at != '"'; reader->at++) {
			if (*reader->at == '\\' && reader->at + 1 < reader->end)
				add_escape(&out, *++reader->at);
			else
				buffer_add(&out, reader->at, 1);
		}
		if (reader->at < reader->end)
			reader->at++;
	}
	char *text = any ? arena_strndup(reader->arena, out.data ? out.data : "", out.size) : NULL;
	buffer_free(&out);
	return text;
}

/* Skips a parenthesised expression. */
static bool skip_parens(struct reader *reader)
{
	skip_space(reader);
	if (reader->at >= reader->end || *reader->at != '(')
		return false;
	size_t level = 0;
	for (; reader->at < reader->end; reader->at++) {
		if (*reader->at == '"' || *reader->at == '\'') {
			char quote = *reader->at;
			for (reader->at++; reader->at < reader->end && *reader->at != quote; reader->at++)
				if (*reader->at == '\\')
					reader->at++;
		} else if (*reader->at == '(') {
			level++;
		} else if (*reader->at == ')' && --level == 0) {
			reader->at++;
			return true;
		}
	}
	return false;
}

typedef VEC(struct ir_asm_operand) operand_list;

/* "=r"(x), [name] "r"(y) */
static void read_operands(struct reader *reader, operand_list *list, bool is_output)
{
	for (;;) {
		skip_space(reader);
		if (take(reader, "["))
			while (reader->at < reader->end && *reader->at++ != ']')
				;
		char *constraint = read_strings(reader);
		if (!constraint || !skip_parens(reader))
			return;
		struct ir_asm_operand operand = {.constraint = constraint, .is_output = is_output};
		vec_push(reader->arena, list, operand);
		if (!take(reader, ","))
			return;
	}
}

static void read_clobbers(struct reader *reader, struct ir_asm *assembly)
{
	do {
		char *name = read_strings(reader);
		if (name && strcmp(name, "memory") == 0)
			assembly->clobbers_memory = true;
	} while (take(reader, ","));
}

static bool take_colon(struct reader *reader, unsigned *pending)
{
	if (*pending) {
		(*pending)--;
		return true;
	}
	if (take(reader, "::")) {
		*pending = 1;
		return true;
	}
	return take(reader, ":");
}

struct ir_asm *lower_asm(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_asm *assembly = ARENA_NEW(lower->arena, struct ir_asm);
	operand_list list = {0};
	size_t available = 0;
	CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(cursor));
	const char *text = lower_text(lower, start, &available);
	struct reader reader = {lower->arena, text, text ? text + available : NULL};
	if (text && (take(&reader, "asm") || take(&reader, "__asm__") || take(&reader, "__asm"))) {
		while (take(&reader, "volatile") || take(&reader, "__volatile__") ||
			take(&reader, "__volatile"))
			assembly->is_volatile = true;
		while (take(&reader, "inline") || take(&reader, "__inline__") || take(&reader, "goto"))
			;
		if (take(&reader, "("))
			assembly->text = read_strings(&reader);
		assembly->mentions = cuda_asm_mentions(assembly->text);
		unsigned pending = 0;
		if (assembly->text && take_colon(&reader, &pending)) {
			if (!pending)
				read_operands(&reader, &list, true);
			if (take_colon(&reader, &pending)) {
				if (!pending)
					read_operands(&reader, &list, false);
				if (take_colon(&reader, &pending))
					read_clobbers(&reader, assembly);
			}
		}
	}
	size_t operand = 0;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		if (!lower_is_expr(child) || clang_getCursorKind(child) == CXCursor_StringLiteral)
			continue;
		if (operand == list.count)
			vec_push(lower->arena, &list, (struct ir_asm_operand){.constraint = ""});
		list.data[operand++].expr = lower_expr(lower, child);
	}
	assembly->operands = list.data;
	assembly->operand_count = list.count;
	return assembly;
}
