/* Three spellings, each changed in place without moving anything around it:
 *
 *     k << <grid, block >> > (x)          chevrons with a space inside, as some formatters leave them
 *     __shared__ alignas(16) float x[4]   alignas behind other specifiers of the declaration: goes before
 *     asm("..." :: "r"(a) "r"(b))         operands with nothing but a blank between: gets a comma */
#include "analyzer/frontend/respell.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* How far the ends of a launch's brackets, of an alignas and of an asm are looked for: hostile text has none.
 */
enum { LAUNCH_LIMIT = 4000, ALIGNAS_LIMIT = 400, ASM_LIMIT = 20000 };

/* The text and the copy that is made when there is something to change. Reading is from the original. */
struct respelling {
	struct arena *arena;
	const char *text;
	size_t size;
	char *copy;
};

static bool has(const struct respelling *respelling, size_t at, const char *word)
{
	size_t length = strlen(word);
	return respelling->size - at >= length && memcmp(respelling->text + at, word, length) == 0;
}

static char *copy_of(struct respelling *respelling)
{
	if (!respelling->copy)
		respelling->copy = arena_strndup(respelling->arena, respelling->text, respelling->size);
	return respelling->copy;
}

static void replace(struct respelling *respelling, size_t at, const char *text)
{
	memcpy(copy_of(respelling) + at, text, strlen(text));
}

/* ---- what is no code ------------------------------------------------------------------------- */

/* Behind a comment or a literal that begins at `at`; `at` itself where none does. */
static size_t skip_opaque(const struct respelling *respelling, size_t at)
{
	const char *text = respelling->text, quote = text[at];
	size_t size = respelling->size;
	if (has(respelling, at, "//")) {
		const char *end = memchr(text + at, '\n', size - at);
		return end ? (size_t)(end - text) : size;
	}
	if (has(respelling, at, "/*")) {
		for (at += 2; at < size; at++)
			if (has(respelling, at, "*/"))
				return at + 2;
		return size;
	}
	bool is_digit_separator = quote == '\'' && at && isalnum((unsigned char)text[at - 1]);
	if ((quote != '"' && quote != '\'') || is_digit_separator)
		return at;
	for (size_t end = at + 1; end < size && text[end] != '\n'; end++) {
		if (text[end] == quote)
			return end + 1;
		end += text[end] == '\\';
	}
	return at + 1;
}

/* ---- chevrons -------------------------------------------------------------------------------- */

/* `at` is behind the opening chevrons. Where a launch ends with a space inside, that is moved behind. */
static void close_launch(struct respelling *respelling, size_t at)
{
	size_t depth = 0, limit = at + LAUNCH_LIMIT;
	while (at < respelling->size && at < limit) {
		size_t next = skip_opaque(respelling, at);
		if (next > at) {
			at = next;
			continue;
		}
		char c = respelling->text[at];
		if (c == '(' || c == '[' || c == '{')
			depth++;
		else if (c == ')' || c == ']' || c == '}' || c == ';')
			if (c == ';' || !depth--)
				return;
		if (!depth && has(respelling, at, ">>>"))
			return;
		if (!depth && has(respelling, at, ">> >")) {
			replace(respelling, at, ">>> ");
			return;
		}
		at++;
	}
}

/* ---- alignas --------------------------------------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Where a parenthesis that opens at `at` is closed, or 0. */
static size_t closing(const struct respelling *respelling, size_t at)
{
	size_t depth = 0, limit = at + ALIGNAS_LIMIT;
	for (; at < respelling->size && at < limit && respelling->text[at] != ';'; at++) {
		if (respelling->text[at] == '(')
			depth++;
		else if (respelling->text[at] == ')' && --depth == 0)
			return at;
	}
	return 0;
}

/* The start of the specifiers that end right before `at`, with blanks between; `at` where there are none. */
static size_t specifiers_before(const struct respelling *respelling, size_t at)
{
	static const char *const words[] = {"__shared__", "extern", "static", "volatile", "const",
		"__device__", "__constant__", "__managed__", "inline", "constexpr"};
	size_t start = at;
	for (;;) {
		size_t end = start;
		while (end && (respelling->text[end - 1] == ' ' || respelling->text[end - 1] == '\t'))
			end--;
		size_t begin = end;
		while (begin && is_word(respelling->text[begin - 1]))
			begin--;
		bool known = false;
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			known |= strlen(words[i]) == end - begin && has(respelling, begin, words[i]);
		if (!known)
			return start;
		start = begin;
	}
}

static void move_alignas(struct respelling *respelling, size_t at)
{
	size_t open = at + strlen("alignas");
	while (open < respelling->size && respelling->text[open] == ' ')
		open++;
	size_t start = specifiers_before(respelling, at);
	size_t close = start < at && open < respelling->size && respelling->text[open] == '('
			       ? closing(respelling, open)
			       : 0;
	if (!close || memchr(respelling->text + start, '\n', close - start))
		return;
	size_t moved = close + 1 - at;
	char *copy = copy_of(respelling);
	memcpy(copy + start, respelling->text + at, moved);
	copy[start + moved] = ' ';
	memcpy(copy + start + moved + 1, respelling->text + start, at - start - 1);
}

/* ---- asm ------------------------------------------------------------------------------------- */

static bool is_asm(const struct respelling *respelling, size_t at)
{
	static const char *const words[] = {"asm", "__asm__", "__asm"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t end = at + strlen(words[i]);
		if (has(respelling, at, words[i]) &&
			(end == respelling->size || !is_word(respelling->text[end])))
			return true;
	}
	return false;
}

/* `at` is the word asm. A constraint that follows the operand before it without a comma gets one. Returns
 * where it stopped. */
static size_t separate_operands(struct respelling *respelling, size_t at)
{
	const char *text = respelling->text;
	size_t size = respelling->size, limit = at + ASM_LIMIT, depth = 0, closed = 0;
	while (at < size && at < limit && (is_word(text[at]) || isspace((unsigned char)text[at])))
		at++;
	for (bool in_operands = false; at < size && at < limit && (depth || text[at] == '('); at++) {
		bool follows = closed && (text[closed + 1] == ' ' || text[closed + 1] == '\t');
		if (text[at] == '"' && depth == 1 && in_operands && follows)
			replace(respelling, closed + 1, ",");
		size_t next = skip_opaque(respelling, at);
		if (next > at) {
			at = next - 1;
			closed = 0;
			continue;
		}
		depth += text[at] == '(';
		depth -= text[at] == ')';
		if (text[at] == ')')
			closed = depth == 1 ? at : 0;
		else if (!isspace((unsigned char)text[at]))
			closed = 0;
		in_operands |= depth == 1 && text[at] == ':';
	}
	return at;
}

/* `operator<< <T>` is as C++ wants it. */
static bool behind_operator(const struct respelling *respelling, size_t at)
{
	static const char word[] = "operator";
	size_t length = sizeof word - 1;
	while (at && respelling->text[at - 1] == ' ')
		at--;
	return at >= length && has(respelling, at - length, word);
}

/* ---- the text -------------------------------------------------------------------------------- */

static bool contains(const char *text, size_t size, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; at && (size_t)(text + size - at) >= length; at++) {
		at = memchr(at, word[0], (size_t)(text + size - at) - length + 1);
		if (!at)
			return false;
		if (memcmp(at, word, length) == 0)
			return true;
	}
	return false;
}

char *respell(struct arena *arena, const char *text, size_t size)
{
	struct respelling respelling = {.arena = arena, .text = text, .size = size};
	if (!contains(text, size, "<< <") && !contains(text, size, ">> >") &&
		!contains(text, size, "alignas") && !contains(text, size, "asm"))
		return NULL;
	for (size_t at = 0; at < size;) {
		size_t next = skip_opaque(&respelling, at);
		if (next > at) {
			at = next;
			continue;
		}
		bool is_start = at == 0 || !is_word(text[at - 1]);
		if (has(&respelling, at, "<<") && behind_operator(&respelling, at)) {
			at += 2;
		} else if (has(&respelling, at, "<< <")) {
			replace(&respelling, at, "<<< ");
			close_launch(&respelling, at += 4);
		} else if (has(&respelling, at, "<<<")) {
			close_launch(&respelling, at += 3);
		} else if (is_start && has(&respelling, at, "alignas") &&
			   (at + 7 == size || !is_word(text[at + 7]))) {
			move_alignas(&respelling, at);
			at += 7;
		} else {
			at = is_start && is_asm(&respelling, at) ? separate_operands(&respelling, at)
								 : at + 1;
		}
	}
	return respelling.copy;
}
