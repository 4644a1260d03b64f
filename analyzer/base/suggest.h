/* "Did you mean": the candidate nearest to a word that was mistyped. */
#ifndef CUDALINT_BASE_SUGGEST_H
#define CUDALINT_BASE_SUGGEST_H

#include <stddef.h>

/* The candidate that `word` most likely meant, or NULL when none is near enough. Near is one slip (a letter
 * too many, missing, wrong, or two swapped) for each three letters, or a word that only began the candidate.
 * Case does not count; the first of several equally near candidates wins. NULL candidates are skipped. */
const char *suggest_nearest(const char *word, const char *const *candidates, size_t n);

#endif
