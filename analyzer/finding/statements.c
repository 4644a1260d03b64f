/* Dividing a text into statements: one pass over its code, in which comments and literals are blanks. */
#include "analyzer/finding/statements.h"

#include <ctype.h>

/* What is open at a place. Braces keep how many parentheses were open around them. */
struct nesting {
	VEC(unsigned) braces;
	unsigned parens;
};

struct division {
	struct arena *arena;
	struct statements *out;
	struct nesting code, macro; /* outside of directives, and inside the present one */
	bool in_directive;
	bool at_line_start; /* nothing but space since the last newline */
};

static void begin_statement(struct division *division, size_t start)
{
	struct statement statement = {(uint32_t)start, division->in_directive};
	struct statement *last = &division->out->list.data[division->out->list.count - 1];
	if (last->start == statement.start)
		*last = statement;
	else
		vec_push(division->arena, &division->out->list, statement);
}

static void divide_at(struct division *division, size_t at, char c)
{
	struct nesting *nesting = division->in_directive ? &division->macro : &division->code;
	switch (c) {
	case '(': nesting->parens++; break;
	case ')': nesting->parens -= nesting->parens > 0; break;
	case ';':
		if (!nesting->parens)
			begin_statement(division, at + 1);
		break;
	case '{':
		vec_push(division->arena, &nesting->braces, nesting->parens);
		nesting->parens = 0;
		begin_statement(division, at + 1);
		break;
	case '}':
		nesting->parens = nesting->braces.count ? nesting->braces.data[--nesting->braces.count] : 0;
		begin_statement(division, at);
		begin_statement(division, at + 1);
		break;
	default: break;
	}
}

/* Whether the newline at `at` is joined with the next line by a backslash before it. */
static bool is_joined(const char *code, size_t at)
{
	while (at > 0 && (code[at - 1] == ' ' || code[at - 1] == '\t' || code[at - 1] == '\r'))
		at--;
	return at > 0 && code[at - 1] == '\\';
}

void statements_find(struct arena *arena, const char *text, size_t size, struct statements *out)
{
	struct division division = {.arena = arena, .out = out, .at_line_start = true};
	*out = (struct statements){.text = text, .size = size, .code = comments_blank(arena, text, size)};
	comments_find(arena, text, size, &out->comments);
	vec_push(arena, &out->list, (struct statement){0, false});
	for (size_t i = 0; i < size; i++) {
		char c = out->code[i];
		if (c == '\n' || c == '\r') {
			bool ends = !is_joined(out->code, i) && !statements_comment(out, (uint32_t)i);
			division.at_line_start |= ends;
			if (ends && division.in_directive) {
				division.in_directive = false;
				begin_statement(&division, i);
			}
		} else if (c == '#' && division.at_line_start) {
			division.in_directive = true;
			division.at_line_start = false;
			division.macro = (struct nesting){0};
			begin_statement(&division, i);
		} else if (!isspace((unsigned char)c)) {
			division.at_line_start = false;
			divide_at(&division, i, c);
		}
	}
}

size_t statements_at(const struct statements *statements, uint32_t offset)
{
	size_t low = 0, high = statements->list.count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (statements->list.data[middle].start <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

uint32_t statements_end(const struct statements *statements, size_t index)
{
	return index + 1 < statements->list.count ? statements->list.data[index + 1].start
						  : (uint32_t)statements->size;
}

/* The index of the first comment that ends behind `offset`. */
static size_t first_comment(const struct statements *statements, uint32_t offset)
{
	size_t low = 0, high = statements->comments.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct comment *comment = &statements->comments.data[middle];
		if (comment->offset + comment->size <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct comment *statements_comment(const struct statements *statements, uint32_t offset)
{
	size_t index = first_comment(statements, offset);
	if (index == statements->comments.count || statements->comments.data[index].offset > offset)
		return NULL;
	return &statements->comments.data[index];
}

void statements_add_text(
	const struct statements *statements, uint32_t start, uint32_t end, struct buffer *out)
{
	size_t next = first_comment(statements, start), own = out->size;
	bool in_string = false;
	for (uint32_t at = start; at < end && at < statements->size; at++) {
		const struct comment *comment =
			next < statements->comments.count ? &statements->comments.data[next] : NULL;
		if (comment && at >= comment->offset) {
			at = comment->offset + comment->size - 1;
			next++;
			continue;
		}
		char c = statements->text[at];
		bool is_joint = statements->code[at] == '\\';
		if (isspace((unsigned char)c) || is_joint)
			continue;
		bool is_quote = statements->code[at] == '"';
		in_string ^= is_quote;
		if (is_quote && in_string && out->size > own && out->data[out->size - 1] == '"')
			out->data[--out->size] = '\0'; /* the string before goes on */
		else
			buffer_add(out, &c, 1);
	}
}
