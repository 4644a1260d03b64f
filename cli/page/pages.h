/* The rules' pages, embedded at build time. */
#ifndef CUDALINT_CLI_PAGES_H
#define CUDALINT_CLI_PAGES_H

#include <stdbool.h>

#include "analyzer/rule/rule.h"

struct page_data {
	const char *name; /* of the rule; NULL ends the list */
	const char *text; /* Markdown */
};

extern const struct page_data pages_data[];

/* The rule that a code or a name means, in any case; NULL: none. */
const struct rule *pages_find_rule(const char *word);

/* The rule nearest to a word that means none, as its code or its name like the word; NULL: none is near. */
const char *pages_suggest(struct arena *arena, const char *word);

/* The page of a rule, or NULL if it has none. */
const char *pages_text(const struct rule *rule);

/* Whether the rule can offer a fix: its page shows one. */
bool pages_is_fixable(const struct rule *rule);

/* The smallest set that has the rule: "recommended", "strict" or "preview". */
const char *pages_set(const struct rule *rule);

#endif
