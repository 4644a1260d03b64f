/* Regular expressions and globs (PCRE2), with limits, in an arena. */
#ifndef CUDALINT_CONFIG_REGEX_H
#define CUDALINT_CONFIG_REGEX_H

#include <stdbool.h>

#include "analyzer/base/arena.h"

struct regex;

enum regex_result { REGEX_NONE, REGEX_FOUND, REGEX_LIMIT };

/* Compiles; NULL with what is wrong as a phrase in *problem. `^` and `$` are ends of lines. Neither \C nor
 * \K is taken; matching works on bytes that needn't be UTF-8. */
struct regex *regex_compile(struct arena *arena, const char *pattern, const char **problem);

/* Whether the pattern can match no character at all. */
bool regex_matches_empty(const struct regex *regex);

/* The first match in `text` from `start` on; REGEX_LIMIT: it would take too long. */
enum regex_result regex_search(
	const struct regex *regex, const char *text, size_t size, size_t start, size_t *begin, size_t *end);

/* A glob of paths: `*` and `?` stop at a slash, a component that is two stars stands for any number of
 * folders, [a-z] for one character. */
struct regex *regex_glob(struct arena *arena, const char *glob, const char **problem);

/* Whether a glob matches a path, both relative to the same folder, or a folder above the path. A glob without
 * a slash matches in every folder. */
bool regex_glob_matches(const struct regex *glob, const char *path);
bool regex_glob_is_name(const struct regex *glob); /* has no slash */

#endif
