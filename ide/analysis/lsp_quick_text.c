/* Comparing texts; see lsp_quick_text.h. */
#include "ide/analysis/lsp_quick_text.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/finding/comments.h"

struct lsp_edit lsp_edit_between(const char *old, size_t old_size, const char *new, size_t new_size)
{
	size_t shorter = new_size < old_size ? new_size : old_size, start = 0, tail = 0;
	while (start < shorter && new[start] == old[start])
		start++;
	while (tail < shorter - start && new[new_size - 1 - tail] == old[old_size - 1 - tail])
		tail++;
	return (struct lsp_edit){start, old_size - tail, new_size - tail};
}

size_t lsp_edit_move(const struct lsp_edit *edit, size_t at)
{
	return at < edit->old_end ? at : at - edit->old_end + edit->new_end;
}

static bool contains(const char *text, size_t start, size_t end, const char *word)
{
	size_t length = strlen(word);
	for (size_t at = start; at + length <= end; at++)
		if (text[at] == *word && memcmp(text + at, word, length) == 0)
			return true;
	return false;
}

static bool speaks_to_us(const char *text, size_t start, size_t end)
{
	return contains(text, start, end, "cudalint") || contains(text, start, end, "NOLINT");
}

/* The lines of [*start, *end), one more before and one behind. */
static void widen(const char *text, size_t size, size_t *start, size_t *end)
{
	enum { LINES = 2 };
	for (int line = 0; line < LINES; line++) {
		*start -= *start > 0 && line > 0;
		while (*start && text[*start - 1] != '\n')
			--*start;
		*end += *end < size && line > 0;
		while (*end < size && text[*end] != '\n')
			++*end;
	}
}

bool lsp_text_speaks_to_us(const char *text, size_t size, size_t start, size_t end)
{
	widen(text, size, &start, &end);
	return speaks_to_us(text, start, end);
}

/* A line that a number sign begins, or a backslash ends. */
bool lsp_text_is_directive(const char *text, size_t size, size_t start, size_t end)
{
	widen(text, size, &start, &end);
	bool is_line_start = true;
	char last = '\n';
	for (size_t at = start; at < end; at++) {
		if ((text[at] == '#' && is_line_start) || (text[at] == '\n' && last == '\\'))
			return true;
		is_line_start = text[at] == '\n' || (is_line_start && (text[at] == ' ' || text[at] == '\t'));
		last = text[at] == '\r' ? last : text[at];
	}
	return last == '\\';
}

/* ---- the code alone -------------------------------------------------------------------------- */

/* A text, and what is left of it without comments and space. */
struct skeleton {
	const char *at, *end;
	char *out;
	size_t size;
	bool in_directive, had_space;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

/* Whether two characters are two tokens, with space between them or without. */
static bool are_apart(char a, char b)
{
	return is_word(a) != is_word(b) && !strchr(".\"'", is_word(a) ? b : a);
}

static void put(struct skeleton *skeleton, char c)
{
	char last = skeleton->size ? skeleton->out[skeleton->size - 1] : '\n';
	if (skeleton->had_space && last != '\n' && (skeleton->in_directive || !are_apart(last, c)))
		skeleton->out[skeleton->size++] = ' ';
	skeleton->had_space = false;
	skeleton->out[skeleton->size++] = c;
}

/* The end of a line counts behind a directive. */
static void take_space(struct skeleton *skeleton)
{
	if (*skeleton->at == '\n' && skeleton->in_directive) {
		skeleton->out[skeleton->size++] = '\n';
		skeleton->in_directive = false;
	}
	skeleton->had_space = true;
	skeleton->at++;
}

/* Length of a backslash and the line's end behind it, or 0. */
static size_t joint(const struct skeleton *skeleton)
{
	size_t left = (size_t)(skeleton->end - skeleton->at);
	if (left >= 2 && memcmp(skeleton->at, "\\\n", 2) == 0)
		return 2;
	return left >= 3 && memcmp(skeleton->at, "\\\r\n", 3) == 0 ? 3 : 0;
}

static size_t make_skeleton(struct arena *scratch, const char *text, size_t size, char *out)
{
	const char *code = comments_erase(scratch, text, size);
	struct skeleton skeleton = {.at = code, .end = code + size, .out = out};
	while (skeleton.at < skeleton.end) {
		size_t length = joint(&skeleton);
		bool begins = *skeleton.at == '#';
		if (length) {
			skeleton.at += length;
			skeleton.had_space = true;
		} else if (isspace((unsigned char)*skeleton.at)) {
			take_space(&skeleton);
		} else {
			put(&skeleton, *skeleton.at++);
			skeleton.in_directive |= begins;
		}
	}
	return skeleton.size;
}

bool lsp_text_same_code(
	struct arena *scratch, const char *old, size_t old_size, const char *new, size_t new_size)
{
	/* each character with a space before it */
	char *left = arena_alloc(scratch, 2 * old_size + 1), *right = arena_alloc(scratch, 2 * new_size + 1);
	size_t left_size = make_skeleton(scratch, old, old_size, left);
	size_t right_size = make_skeleton(scratch, new, new_size, right);
	return left_size == right_size && memcmp(left, right, left_size) == 0;
}

/* ---- leaving out ----------------------------------------------------------------------------- */

/* What a directive does to the number of open conditions; false: it is one of another kind. */
static bool follow_directive(const char *at, const char *end, int *depth)
{
	char word[16] = "";
	size_t length = 0;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	while (at < end && isalpha((unsigned char)*at) && length < sizeof word - 1)
		word[length++] = *at++;
	if (strncmp(word, "if", 2) == 0)
		++*depth;
	else if (strcmp(word, "endif") == 0)
		--*depth;
	else if (strncmp(word, "el", 2) == 0)
		return *depth > 0;
	else
		return strcmp(word, "pragma") == 0;
	return *depth >= 0;
}

bool lsp_text_can_blank(const char *text, size_t size, size_t begin, size_t end)
{
	int depth = 0;
	bool is_line_start = false;
	if (end > size || end < begin + 2 || text[begin] != '{' || text[end - 1] != '}' ||
		speaks_to_us(text, begin, end))
		return false;
	for (size_t at = begin; at < end; at++) {
		if (text[at] == '#' && is_line_start && !follow_directive(text + at + 1, text + end, &depth))
			return false;
		is_line_start = text[at] == '\n' || (is_line_start && (text[at] == ' ' || text[at] == '\t'));
	}
	return depth == 0;
}

void lsp_text_blank(char *text, size_t begin, size_t end)
{
	for (size_t at = begin + 1; at + 1 < end; at++)
		if (text[at] != '\n' && text[at] != '\r')
			text[at] = ' ';
}
