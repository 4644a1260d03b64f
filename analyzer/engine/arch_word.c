#include "analyzer/engine/arch_word.h"

#include <ctype.h>
#include <string.h>

bool arch_in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

const char *arch_skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

const char *arch_line_end(const char *at, const char *end)
{
	for (; at < end; at++) {
		if (*at != '\n')
			continue;
		const char *last = at;
		if (last[-1] == '\r')
			last--;
		if (last[-1] != '\\')
			break;
	}
	return at;
}

bool arch_next_word(const char **at, const char *end, struct arch_word *out)
{
	while (*at < end) {
		const char *start = *at;
		while (*at < end && arch_in_word(**at))
			++*at;
		*out = (struct arch_word){start, (size_t)(*at - start)};
		if (out->length && !isdigit((unsigned char)*start)) /* no letters of a number: 0x1f */
			return true;
		if (!out->length)
			++*at;
	}
	return false;
}

bool arch_word_is(struct arch_word word, const char *text)
{
	return strlen(text) == word.length && !memcmp(word.text, text, word.length);
}

bool arch_word_same(struct arch_word a, struct arch_word b)
{
	return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

bool arch_word_among(struct arch_word word, const char *const *texts)
{
	while (*texts && !arch_word_is(word, *texts))
		texts++;
	return *texts != NULL;
}

bool arch_word_is_arch(struct arch_word word)
{
	static const char prefix[] = "__CUDA_ARCH";
	return word.length >= sizeof prefix - 1 && !memcmp(word.text, prefix, sizeof prefix - 1);
}
