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

/* Where the rule's page can be read, as a URI without anything that could be misread; NULL: nowhere, or it is
 * no rule of ours. CUDALINT_RULES_URL, in the environment or else from the build, is the folder of a site
 * that has a page CU201.html for CU201 (./dev site makes one); without it, it is the page that was installed,
 * or lies in the source tree. */
const char *pages_address(struct arena *arena, const char *code);

/* The same where others are to read it, who have no file of ours; NULL: no site was named. */
const char *pages_site_address(struct arena *arena, const char *code);

/* Whether the rule can offer a fix: its page shows one. */
bool pages_is_fixable(const struct rule *rule);

/* The smallest set that has the rule: "recommended", "strict" or "preview". */
const char *pages_set(const struct rule *rule);

#endif
