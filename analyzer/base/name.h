/* What names say: words in them, whatever their case. */
#ifndef CUDALINT_BASE_NAME_H
#define CUDALINT_BASE_NAME_H

#include <stdbool.h>

/* Whether a word, given in lower case, stands somewhere in a name: "warp" in `numWarps`. */
bool name_has(const char *name, const char *word);

/* The same for any of several words; NULL ends them. */
bool name_has_any(const char *name, const char *const *words);

#endif
