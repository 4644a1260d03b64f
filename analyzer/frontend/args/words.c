/* Splitting of command lines; see words.h. The list rules were read off `nvcc --dryrun`. */
#include "analyzer/frontend/args/words.h"

#include <stdbool.h>

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* True when a backslash that stands under `quote` (0: none) before `next` escapes it. */
static bool escapes(enum words_style style, char quote, char next)
{
	if (!next)
		return false;
	if (style != WORDS_SHELL)
		return true;
	if (quote == '"')
		return next == '"' || next == '\\' || next == '$' || next == '`' || next == '\n';
	return quote == 0;
}

/* Reads one word from `*text` into `out`, which has room for it, and moves `*text` behind it. */
static void read_word(const char **text, enum words_style style, char *out)
{
	const char *p = *text;
	char quote = 0;
	for (; *p && (quote || !is_space(*p)); p++) {
		if (*p == '\\' && escapes(style, quote, p[1])) {
			p++;
			if (*p != '\n' || style != WORDS_SHELL)
				*out++ = *p;
		} else if (quote) {
			if (*p == quote)
				quote = 0;
			else
				*out++ = *p;
		} else if (*p == '"' || (*p == '\'' && style != WORDS_NVCC)) {
			quote = *p;
		} else {
			*out++ = *p;
		}
	}
	*out = '\0';
	*text = p;
}

void words_split(struct arena *arena, const char *text, enum words_style style, struct words *out)
{
	/* No word is longer than its source, so one block takes them all. */
	char *room = arena_alloc(arena, strlen(text) + 1);
	for (;;) {
		while (is_space(*text))
			text++;
		if (!*text)
			return;
		const char *start = text;
		read_word(&text, style, room);
		vec_push(arena, out, room);
		/* The source has a separator (or the end) where the copy has its terminator. */
		room += text - start + 1;
	}
}

void words_split_list(struct arena *arena, const char *text, struct words *out)
{
	char *room = arena_alloc(arena, strlen(text) + 2);
	while (*text) {
		char *item = room;
		bool quoted = false;
		while (is_space(*text))
			text++;
		for (; *text && (quoted || *text != ','); text++) {
			if (*text == '"')
				quoted = !quoted;
			if (*text == '\\' && text[1])
				text++;
			*room++ = *text;
		}
		*room++ = '\0';
		if (*item)
			vec_push(arena, out, item);
		text += *text == ',';
	}
}

char *words_unquote(struct arena *arena, const char *text)
{
	char *plain = arena_alloc(arena, strlen(text) + 1);
	char *out = plain;
	for (; *text; text++)
		if (*text != '"')
			*out++ = *text;
	*out = '\0';
	return plain;
}
