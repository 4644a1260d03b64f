/* Which rules a run has on.
 *
 * A word is ALL, a set (recommended, strict), a prefix of codes (CU4), a code or a rule's name. As in ruff,
 * words are applied from the general to the special; between equals, ignoring wins. So selecting ALL and
 * CU401 and ignoring CU4 leaves CU401 on. */
#ifndef CUDALINT_CONFIG_SELECT_H
#define CUDALINT_CONFIG_SELECT_H

#include "analyzer/config/document.h"
#include "analyzer/finding/rule.h"

struct select_word {
	const char *word;
	bool is_on;               /* selected; else ignored */
	struct config_place from; /* without a path: a default, or the command line */
};

typedef VEC(struct select_word) select_list;

/* The rule of that code or name, in any case; NULL: none. */
const struct rule *select_find_rule(const struct rule *const *registry, const char *word);

/* Whether `word` means anything; else *problem says what is wrong ("unknown rule 'x' (did you mean 'y'?)").
 */
bool select_is_word(
	struct arena *arena, const struct rule *const *registry, const char *word, const char **problem);

/* Whether the word means the rule: to have it on or, with `is_on` false, off. */
bool select_means(const struct rule *const *registry, const char *word, bool is_on, bool preview,
	const struct rule *rule);

/* Adds a word that outranks those there: of an opposite one that means the same, nothing is left. */
void select_override(
	struct arena *arena, const struct rule *const *registry, struct select_word word, select_list *words);

/* Adds the words of a list as the command line has it, with commas, the same way. */
void select_override_list(struct arena *arena, const struct rule *const *registry, const char *list,
	bool is_on, select_list *words);

/* The rules that are on, in the registry's order; ends with NULL. Words that mean nothing are passed over. */
const struct rule **select_rules(
	struct arena *arena, const struct rule *const *registry, const select_list *words, bool preview);

/* The word that decides about a rule: it is on when that is. NULL: none speaks of it, and it is off. */
const struct select_word *select_decides(
	const struct rule *const *registry, const select_list *words, bool preview, const struct rule *rule);

#endif
