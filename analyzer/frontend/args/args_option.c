/* Looking a word up in the option tables. A table has some 150 rows and a command some 50 words: a linear
 * search costs microseconds. */
#include "analyzer/frontend/args/args_option.h"

#include <string.h>

/* How well `word` matches one spelling of an option. */
enum fit {
	FIT_NONE,
	FIT_GLUED, /* the name and, directly behind it, the operand */
	FIT_WHOLE  /* the name alone, or the name and "=" */
};

static enum fit fit_spelling(const char *spelling, unsigned operand, const char *word, const char **value)
{
	size_t length = spelling ? strlen(spelling) : 0;
	if (!length || strncmp(word, spelling, length) != 0)
		return FIT_NONE;
	const char *rest = word + length;
	*value = NULL;
	/* A family (-W, -f) has no member without a name: bare -f is nobody's. An option with "=" only may
	 * stand bare too: -fopenmp. */
	if (!*rest)
		return operand == GLUED ? FIT_NONE : FIT_WHOLE;
	*value = *rest == '=' ? rest + 1 : rest;
	if (*rest == '=' && operand & EQUALS)
		return FIT_WHOLE;
	*value = rest;
	return operand & GLUED ? FIT_GLUED : FIT_NONE;
}

/* The best row for `word` at `wanted` fit; among glued ones the longest name. */
static struct option_match find_in(const struct option *table, const char *word, enum fit wanted)
{
	struct option_match best = {0};
	size_t best_length = 0;
	for (const struct option *row = table; row && row->name; row++) {
		const char *spellings[2] = {row->name, row->alias};
		for (int i = 0; i < 2; i++) {
			const char *value = NULL;
			if (fit_spelling(spellings[i], row->operand, word, &value) != wanted)
				continue;
			if (wanted == FIT_WHOLE)
				return (struct option_match){row, value};
			if (strlen(spellings[i]) > best_length) {
				best_length = strlen(spellings[i]);
				best = (struct option_match){row, value};
			}
		}
	}
	return best;
}

/* `-gencode arch=...` and `-I dir` quoted into one word, as build files and --extra-arg often have it. */
static struct option_match find_pair_in_word(
	struct arena *arena, const struct option *first, const struct option *second, const char *word)
{
	size_t head_length = strcspn(word, " \t");
	const char *rest = word + head_length + strspn(word + head_length, " \t");
	if (!*rest)
		return (struct option_match){0};
	const char *head = arena_strndup(arena, word, head_length);
	struct option_match match = find_in(first, head, FIT_WHOLE);
	if (!match.option)
		match = find_in(second, head, FIT_WHOLE);
	if (!match.option || match.value || !(match.option->operand & NEXT))
		return (struct option_match){0};
	match.value = rest;
	return match;
}

/* nvcc wants two dashes before a long name and one before a short one (older releases don't mind); so do we
 * not. */
static struct option_match find_other_dashes(
	struct arena *arena, const struct option *first, const struct option *second, const char *word)
{
	if (strncmp(word, "-", 1) != 0 || strlen(word) < 4)
		return (struct option_match){0};
	const char *other = word[1] == '-' ? word + 1 : arena_printf(arena, "-%s", word);
	struct option_match match = find_in(first, other, FIT_WHOLE);
	return match.option ? match : find_in(second, other, FIT_WHOLE);
}

struct option_match option_find(
	struct arena *arena, const struct option *first, const struct option *second, const char *word)
{
	struct option_match match = find_in(first, word, FIT_WHOLE);
	if (!match.option)
		match = find_in(second, word, FIT_WHOLE);
	if (!match.option)
		match = find_pair_in_word(arena, first, second, word);
	if (!match.option)
		match = find_other_dashes(arena, first, second, word);
	if (!match.option)
		match = find_in(first, word, FIT_GLUED);
	if (!match.option)
		match = find_in(second, word, FIT_GLUED);
	return match;
}
