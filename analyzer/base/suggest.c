/* Nearest word by Damerau-Levenshtein distance (optimal string alignment): the number of single-letter
 * insertions, removals, replacements and swaps of neighbours that turn one word into the other. */
#include "analyzer/base/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

/* Options and rule names are shorter; longer words get no suggestion. */
#define WORD_MAX 64

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static int letter(const char *word, size_t index)
{
	return tolower((unsigned char)word[index]);
}

/* Row by row over the letters of `a`; three rows are enough, as a swap looks back by two. */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	unsigned rows[3][WORD_MAX + 1];
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3];
		const unsigned *two_above = rows[(i + 1) % 3];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= b_length; j++) {
			unsigned replaced = above[j - 1] + (letter(a, i - 1) != letter(b, j - 1));
			row[j] = least(replaced, least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && letter(a, i - 1) == letter(b, j - 2) &&
				letter(a, i - 2) == letter(b, j - 1))
				row[j] = least(row[j], two_above[j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

const char *suggest_nearest(const char *word, const char *const *candidates, size_t n)
{
	size_t length = strlen(word);
	if (length == 0 || length > WORD_MAX)
		return NULL;
	unsigned allowed = length < 6 ? 1 : (unsigned)(length / 3);
	unsigned best_distance = allowed + 1;
	const char *best = NULL, *begun = NULL;
	for (size_t i = 0; i < n; i++) {
		const char *candidate = candidates[i];
		size_t candidate_length = candidate ? strlen(candidate) : 0;
		if (candidate_length == 0 || candidate_length > WORD_MAX)
			continue;
		unsigned found = distance(word, length, candidate, candidate_length);
		if (found < best_distance) {
			best_distance = found;
			best = candidate;
		}
		if (!begun && length >= 2 && strncasecmp(word, candidate, length) == 0)
			begun = candidate;
	}
	return begun && best_distance > 0 ? begun : best;
}
