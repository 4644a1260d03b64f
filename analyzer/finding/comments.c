/* A lexer for just as much of C++ as it takes to tell comments from everything else.
 *
 * Follows the phases of translation: a backslash at the end of a line joins it with the next one anywhere but
 * in raw strings, also inside the two characters that open or close a comment. Strings and characters that
 * are not closed end with their line, as compilers recover, so that an apostrophe in skipped text does no
 * harm. */
#include "analyzer/finding/comments.h"

#include <ctype.h>

struct lexer {
	const char *text;
	size_t size, at;
	uint32_t line;
	bool code_on_line;
	bool at_line_start; /* nothing but space and comments since the last newline */
	bool in_include;    /* after #include on this line: <...> is a name */
	struct arena *arena;
	comment_list *out;
	size_t ending_here; /* index of the first comment that ended on this line, or SIZE_MAX */
	char *code; /* a copy of the text, to be left without comments and literals; NULL: none is wanted */
	bool keeps_literals; /* they stay in it, as comments_erase() says */
};

/* Length of the joint (backslash, blanks, newline) at `at`, or 0. */
static size_t joint(const struct lexer *lexer, size_t at)
{
	if (at >= lexer->size || lexer->text[at] != '\\')
		return 0;
	size_t end = at + 1;
	while (end < lexer->size && (lexer->text[end] == ' ' || lexer->text[end] == '\t'))
		end++;
	if (end < lexer->size && lexer->text[end] == '\r')
		return end + 1 < lexer->size && lexer->text[end + 1] == '\n' ? end + 2 - at : end + 1 - at;
	return end < lexer->size && lexer->text[end] == '\n' ? end + 1 - at : 0;
}

static void skip_joints(struct lexer *lexer)
{
	for (size_t length; (length = joint(lexer, lexer->at)) > 0; lexer->line++) {
		lexer->at += length;
		lexer->code_on_line = false;
		lexer->ending_here = SIZE_MAX;
	}
}

/* The next character after joints, or -1 at the end. */
static int peek(struct lexer *lexer)
{
	skip_joints(lexer);
	return lexer->at < lexer->size ? (unsigned char)lexer->text[lexer->at] : -1;
}

/* The one behind it. */
static int peek_second(const struct lexer *lexer)
{
	size_t at = lexer->at + 1;
	for (size_t length; (length = joint(lexer, at)) > 0;)
		at += length;
	return at < lexer->size ? (unsigned char)lexer->text[at] : -1;
}

static bool ends_line(const struct lexer *lexer, size_t at)
{
	char c = lexer->text[at];
	return c == '\n' || (c == '\r' && !(at + 1 < lexer->size && lexer->text[at + 1] == '\n'));
}

/* Passes one byte, a newline included. */
static void pass_byte(struct lexer *lexer)
{
	if (ends_line(lexer, lexer->at))
		lexer->line++;
	lexer->at++;
}

static void end_line(struct lexer *lexer)
{
	lexer->code_on_line = lexer->in_include = false;
	lexer->at_line_start = true;
	lexer->ending_here = SIZE_MAX;
}

/* Something else than space and comments comes at the current position. */
static void note_code(struct lexer *lexer)
{
	lexer->code_on_line = true;
	lexer->at_line_start = false;
	for (size_t i = lexer->ending_here; i < lexer->out->count; i++) {
		if (lexer->out->data[i].end_line == lexer->line)
			lexer->out->data[i].code_after = true;
	}
	lexer->ending_here = SIZE_MAX;
}

/* Leaves nothing of the bytes from `begin` to `end` in the copy but the ends of lines. */
static void blank(const struct lexer *lexer, size_t begin, size_t end)
{
	for (size_t at = begin; lexer->code && at < end && at < lexer->size; at++)
		if (lexer->code[at] != '\n' && lexer->code[at] != '\r')
			lexer->code[at] = ' ';
}

static void blank_literal(const struct lexer *lexer, size_t begin, size_t end)
{
	enum { SHIFT = 8 }; /* from ' ' and '\t' to '\r' to what is no white space */
	if (!lexer->keeps_literals)
		blank(lexer, begin, end);
	for (size_t at = begin; lexer->keeps_literals && at < end; at++)
		if (isspace((unsigned char)lexer->code[at]))
			lexer->code[at] = (char)(lexer->code[at] - SHIFT);
}

static void add_comment(struct lexer *lexer, struct comment comment, size_t start)
{
	if (lexer->keeps_literals)
		memset(lexer->code + start, ' ', lexer->at - start);
	else
		blank(lexer, start, lexer->at);
	comment.offset = (uint32_t)start;
	comment.size = (uint32_t)(lexer->at - start);
	comment.end_line = lexer->line;
	if (comment.end_line != comment.line)
		lexer->code_on_line = false;
	if (lexer->ending_here == SIZE_MAX)
		lexer->ending_here = lexer->out->count;
	vec_push(lexer->arena, lexer->out, comment);
}

static void line_comment(struct lexer *lexer)
{
	struct comment comment = {.line = lexer->line, .is_closed = true, .code_before = lexer->code_on_line};
	size_t start = lexer->at, end = start;
	while (lexer->at < lexer->size) {
		size_t length = joint(lexer, lexer->at);
		if (length) {
			lexer->line++;
			lexer->at += length;
		} else if (ends_line(lexer, lexer->at)) {
			break;
		} else {
			lexer->at++;
		}
	}
	end = lexer->at;
	if (end < lexer->size && lexer->text[end] == '\n' && end > start && lexer->text[end - 1] == '\r')
		lexer->at--;
	add_comment(lexer, comment, start);
	lexer->at = end;
}

static void block_comment(struct lexer *lexer)
{
	struct comment comment = {.line = lexer->line, .is_block = true, .code_before = lexer->code_on_line};
	size_t start = lexer->at;
	pass_byte(lexer);
	skip_joints(lexer);
	pass_byte(lexer);
	while (lexer->at < lexer->size) {
		if (lexer->text[lexer->at] == '*' && peek_second(lexer) == '/') {
			pass_byte(lexer);
			skip_joints(lexer);
			pass_byte(lexer);
			comment.is_closed = true;
			break;
		}
		pass_byte(lexer);
	}
	add_comment(lexer, comment, start);
}

/* A string, character or <header> name up to `close`, or to the end of its line. */
static void quoted(struct lexer *lexer, char close)
{
	pass_byte(lexer);
	size_t begin = lexer->at, end = begin;
	while (peek(lexer) >= 0 && !ends_line(lexer, lexer->at)) {
		char c = lexer->text[lexer->at++];
		if (c == close)
			break;
		if (c == '\\' && close != '>' && peek(lexer) >= 0 && !ends_line(lexer, lexer->at))
			lexer->at++;
		end = lexer->at;
	}
	if (!lexer->in_include)
		blank_literal(lexer, begin, end);
}

/* R"delimiter( ... )delimiter"; nothing is special inside. The position is at the quote. */
static void raw_string(struct lexer *lexer)
{
	size_t delimiter = lexer->at + 1, open = delimiter;
	while (open < lexer->size && open - delimiter <= 16 && lexer->text[open] != '(')
		open++;
	size_t length = open - delimiter;
	if (open >= lexer->size || length > 16) {
		quoted(lexer, '"');
		return;
	}
	while (lexer->at < open + 1)
		pass_byte(lexer);
	for (; lexer->at < lexer->size; pass_byte(lexer)) {
		const char *at = lexer->text + lexer->at;
		if (*at == ')' && lexer->size - lexer->at >= length + 2 && at[length + 1] == '"' &&
			memcmp(at + 1, lexer->text + delimiter, length) == 0) {
			blank_literal(lexer, open + 1, lexer->at);
			lexer->at += length + 2;
			return;
		}
	}
	blank_literal(lexer, open + 1, lexer->size);
}

static bool is_word(int c)
{
	return c >= 0 && (isalnum(c) || c == '_' || c == '$' || c >= 0x80);
}

/* An identifier and the literal that it may be the prefix of. */
static void word(struct lexer *lexer)
{
	char name[16];
	size_t length = 0;
	for (int c; is_word(c = peek(lexer)); lexer->at++) {
		if (length < sizeof name - 1)
			name[length] = (char)c;
		length++;
	}
	name[length < sizeof name ? length : sizeof name - 1] = '\0';
	if (peek(lexer) == '"' && (!strcmp(name, "R") || !strcmp(name, "LR") || !strcmp(name, "uR") ||
					  !strcmp(name, "UR") || !strcmp(name, "u8R")))
		raw_string(lexer);
}

/* A preprocessing number: digits, letters, dots, signs after exponents, and ' between digits. */
static void number(struct lexer *lexer)
{
	for (int previous = 0, c; (c = peek(lexer)) >= 0; previous = c, lexer->at++) {
		bool sign = (c == '+' || c == '-') &&
			    (previous == 'e' || previous == 'E' || previous == 'p' || previous == 'P');
		if (!is_word(c) && c != '.' && !sign && !(c == '\'' && is_word(peek_second(lexer))))
			break;
	}
}

/* A # at the start of a line: is the directive one that takes a <name>? */
static void directive(struct lexer *lexer)
{
	lexer->at++;
	while (peek(lexer) == ' ' || peek(lexer) == '\t')
		lexer->at++;
	static const char *const names[] = {"include", "include_next", "import", "embed"};
	char name[16] = "";
	for (size_t length = 0; is_word(peek(lexer)) && length < sizeof name - 1; lexer->at++)
		name[length++] = lexer->text[lexer->at];
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		lexer->in_include |= !strcmp(name, names[i]);
}

static void token(struct lexer *lexer, int c)
{
	bool first = lexer->at_line_start;
	note_code(lexer);
	if (c == '"' || c == '\'')
		quoted(lexer, (char)c);
	else if (c == '<' && lexer->in_include)
		quoted(lexer, '>');
	else if (isdigit(c) || (c == '.' && isdigit(peek_second(lexer))))
		number(lexer);
	else if (is_word(c))
		word(lexer);
	else if (c == '#' && first)
		directive(lexer);
	else
		lexer->at++;
	/* The token may have looked over a joint, or gone on behind it. */
	lexer->code_on_line = !ends_line(lexer, lexer->at - 1);
}

static void lex(struct arena *arena, const char *text, size_t size, comment_list *out, char *code,
	bool keeps_literals)
{
	if (size >= UINT32_MAX)
		return;
	struct lexer lexer = {.text = text,
		.size = size,
		.line = 1,
		.at_line_start = true,
		.arena = arena,
		.out = out,
		.ending_here = SIZE_MAX,
		.code = code,
		.keeps_literals = keeps_literals};
	for (int c; (c = peek(&lexer)) >= 0;) {
		if (ends_line(&lexer, lexer.at)) {
			pass_byte(&lexer);
			end_line(&lexer);
		} else if (c == ' ' || (c >= '\t' && c <= '\r')) {
			lexer.at++;
		} else if (c == '/' && peek_second(&lexer) == '/') {
			line_comment(&lexer);
		} else if (c == '/' && peek_second(&lexer) == '*') {
			block_comment(&lexer);
		} else {
			token(&lexer, c);
		}
	}
}

void comments_find(struct arena *arena, const char *text, size_t size, comment_list *out)
{
	lex(arena, text, size, out, NULL, false);
}

char *comments_blank(struct arena *arena, const char *text, size_t size)
{
	comment_list comments = {0};
	char *code = arena_strndup(arena, text, size);
	lex(arena, text, size, &comments, code, false);
	return code;
}

char *comments_erase(struct arena *arena, const char *text, size_t size)
{
	comment_list comments = {0};
	char *code = arena_strndup(arena, text, size);
	lex(arena, text, size, &comments, code, true);
	return code;
}
