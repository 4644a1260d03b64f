/* Conditions are read by recursive descent. What doesn't depend on the architecture is unknown, but the same
 * for all; comparisons of __CUDA_ARCH__ with numbers are known for each. */
#include "analyzer/engine/arch_condition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VIEWS = 32, MAX_DEPTH = 64 };

enum term_kind {
	TERM_SAME,    /* unknown, one and the same for all */
	TERM_DIFFERS, /* unknown */
	TERM_KNOWN,   /* `views`: those for which it is true */
	TERM_NUMBER,  /* number */
	TERM_ARCH     /* __CUDA_ARCH__ */
};

struct term {
	enum term_kind kind;
	uint32_t views;
	int64_t number;
};

struct reader {
	const struct arch_views *views;
	uint32_t all;
	const char *at, *end;
	unsigned depth;
};

static struct term read_either(struct reader *reader);

/* ---- words ----------------------------------------------------------------------------------- */

static void skip_space(struct reader *reader)
{
	while (reader->at < reader->end && (isspace((unsigned char)*reader->at) || *reader->at == '\\'))
		reader->at++;
}

/* Takes the mark if it is next. */
static bool take(struct reader *reader, const char *mark)
{
	size_t length = strlen(mark);
	skip_space(reader);
	if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, mark, length) != 0)
		return false;
	reader->at += length;
	return true;
}

/* ---- terms ----------------------------------------------------------------------------------- */

static const struct term same = {.kind = TERM_SAME}, differs = {.kind = TERM_DIFFERS};

static struct term known(uint32_t views)
{
	return (struct term){.kind = TERM_KNOWN, .views = views};
}

/* As a condition. */
static struct term truth(const struct reader *reader, struct term term)
{
	if (term.kind == TERM_NUMBER)
		return known(term.number ? reader->all : 0);
	uint32_t views = 0;
	for (size_t i = 0; term.kind == TERM_ARCH && i < reader->views->count; i++)
		views |= reader->views->archs[i] ? UINT32_C(1) << i : 0;
	return term.kind == TERM_ARCH ? known(views) : term;
}

static struct term negated(const struct reader *reader, struct term term)
{
	term = truth(reader, term);
	return term.kind == TERM_KNOWN ? known(reader->all & ~term.views) : term;
}

static bool is_known_as(struct term term, uint32_t views)
{
	return term.kind == TERM_KNOWN && term.views == views;
}

static struct term both(const struct reader *reader, struct term a, struct term b)
{
	a = truth(reader, a);
	b = truth(reader, b);
	if (is_known_as(a, 0) || is_known_as(b, 0))
		return known(0);
	if (is_known_as(a, reader->all))
		return b;
	if (is_known_as(b, reader->all))
		return a;
	if (a.kind == TERM_KNOWN && b.kind == TERM_KNOWN)
		return known(a.views & b.views);
	return a.kind == TERM_SAME && b.kind == TERM_SAME ? same : differs;
}

static struct term either(const struct reader *reader, struct term a, struct term b)
{
	return negated(reader, both(reader, negated(reader, a), negated(reader, b)));
}

enum comparison { LESS = 1, EQUAL = 2, MORE = 4 };

static struct term compared(const struct reader *reader, struct term a, struct term b, unsigned holds)
{
	bool is_reverse = b.kind == TERM_ARCH;
	const struct term *number = is_reverse ? &a : &b, *arch = is_reverse ? &b : &a;
	if (arch->kind != TERM_ARCH) {
		bool is_same = (a.kind == TERM_SAME || a.kind == TERM_NUMBER) &&
			       (b.kind == TERM_SAME || b.kind == TERM_NUMBER);
		return is_same ? same : differs;
	}
	if (number->kind != TERM_NUMBER)
		return differs;
	uint32_t views = 0;
	for (size_t i = 0; i < reader->views->count; i++) {
		int64_t value = (int64_t)reader->views->archs[i] * 10;
		unsigned less = is_reverse ? MORE : LESS, more = is_reverse ? LESS : MORE;
		unsigned is = value < number->number ? less : value > number->number ? more : EQUAL;
		views |= is & holds ? UINT32_C(1) << i : 0;
	}
	return known(views);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Of a name, or of whether it is defined. */
static struct term name_term(const struct reader *reader, struct arch_word name, bool asks)
{
	const struct arch_views *views = reader->views;
	if (arch_word_is(name, "__CUDA_ARCH__"))
		return asks ? truth(reader, (struct term){.kind = TERM_ARCH})
			    : (struct term){.kind = TERM_ARCH};
	if (arch_word_is_arch(name) && !arch_word_is(name, "__CUDA_ARCH_LIST__"))
		return views->has_features ? differs : known(0);
	struct term out = {.kind = TERM_NUMBER};
	switch (views->macro(views->context, name, asks, &out.number)) {
	case ARCH_MACRO_NUMBER: return asks ? same : out;
	case ARCH_MACRO_SAME: return same;
	default: return differs;
	}
}

/* The arguments of what looks like a function. */
static struct term read_call(struct reader *reader)
{
	struct term out = same;
	unsigned depth = 0;
	do {
		struct arch_word word;
		const char *at = reader->at;
		depth += *at == '(';
		depth -= *at == ')';
		reader->at++;
		if (!arch_in_word(*at))
			continue;
		arch_next_word(&at, reader->end, &word);
		reader->at = at > reader->at ? at : reader->at;
		if (truth(reader, name_term(reader, word, false)).kind != TERM_SAME &&
			!isdigit((unsigned char)*word.text))
			out = differs;
	} while (reader->at < reader->end && depth);
	return out;
}

static struct term read_number(struct reader *reader)
{
	char *stop;
	struct term out = {.kind = TERM_NUMBER, .number = strtoll(reader->at, &stop, 0)};
	reader->at = stop < reader->end ? stop : reader->end;
	while (reader->at < reader->end && (arch_in_word(*reader->at) || *reader->at == '\''))
		reader->at++; /* 201703L */
	return out;
}

static struct term read_operand(struct reader *reader)
{
	struct arch_word word;
	if (take(reader, "!"))
		return negated(reader, read_operand(reader));
	if (take(reader, "(")) {
		struct term out = ++reader->depth < MAX_DEPTH ? read_either(reader) : differs;
		reader->depth--;
		take(reader, ")");
		return out;
	}
	skip_space(reader);
	if (reader->at == reader->end)
		return differs;
	if (isdigit((unsigned char)*reader->at))
		return read_number(reader);
	if (!arch_in_word(*reader->at)) {
		reader->at++; /* a sign, or nothing that is understood */
		return reader->at < reader->end ? both(reader, differs, read_operand(reader)) : differs;
	}
	arch_next_word(&reader->at, reader->end, &word);
	if (arch_word_is(word, "defined")) {
		bool has_bracket = take(reader, "(");
		if (!arch_next_word(&reader->at, reader->end, &word))
			return differs;
		if (has_bracket)
			take(reader, ")");
		return name_term(reader, word, true);
	}
	struct term out = name_term(reader, word, false);
	skip_space(reader);
	if (reader->at == reader->end || *reader->at != '(')
		return out;
	struct term arguments = read_call(reader);
	return out.kind == TERM_SAME && arguments.kind == TERM_SAME ? same : differs;
}

/* Arithmetic: numbers aren't worked out. */
static struct term read_sum(struct reader *reader)
{
	struct term out = read_operand(reader);
	for (;;) {
		skip_space(reader);
		char next = reader->at < reader->end ? *reader->at : '\0';
		char second = reader->at + 1 < reader->end ? reader->at[1] : '\0';
		bool is_pair = next == second && (next == '&' || next == '|');
		bool is_shift = next == second && (next == '<' || next == '>');
		if (!next || (!strchr("+-*/%&|^", next) && !is_shift) || is_pair)
			return out;
		reader->at += 1 + is_shift;
		struct term right = read_operand(reader);
		bool is_same = (out.kind == TERM_SAME || out.kind == TERM_NUMBER) &&
			       (right.kind == TERM_SAME || right.kind == TERM_NUMBER);
		out = is_same ? same : differs;
	}
}

static struct term read_comparison(struct reader *reader)
{
	static const struct {
		const char *mark;
		unsigned holds;
	} marks[] = {{"==", EQUAL}, {"!=", LESS | MORE}, {"<=", LESS | EQUAL}, {">=", MORE | EQUAL},
		{"<", LESS}, {">", MORE}};
	struct term out = read_sum(reader);
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (take(reader, marks[i].mark))
			return compared(reader, out, read_sum(reader), marks[i].holds);
	return out;
}

static struct term read_both(struct reader *reader)
{
	struct term out = read_comparison(reader);
	while (take(reader, "&&"))
		out = both(reader, out, read_comparison(reader));
	return out;
}

static struct term read_either(struct reader *reader)
{
	struct term out = read_both(reader);
	while (take(reader, "||"))
		out = either(reader, out, read_both(reader));
	return out;
}

bool arch_condition_differs(const struct arch_views *views, struct arch_word text, bool asks)
{
	struct reader reader = {.views = views, .at = text.text, .end = text.text + text.length};
	struct arch_word name;
	if (views->count >= MAX_VIEWS)
		return true;
	reader.all = (UINT32_C(1) << views->count) - 1;
	struct term out = same;
	if (!asks)
		out = truth(&reader, read_either(&reader));
	else if (arch_next_word(&reader.at, reader.end, &name))
		out = name_term(&reader, name, true);
	skip_space(&reader);
	bool is_whole = asks || reader.at == reader.end;
	bool is_one = out.kind == TERM_SAME || is_known_as(out, 0) || is_known_as(out, reader.all);
	return !is_whole || !is_one;
}
