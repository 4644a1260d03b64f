/* Looking up rules and their pages. */
#include "cli/page/pages.h"
#include "analyzer/suppress/suppress.h"
#include "rules/registry.h"

#include <string.h>
#include <strings.h>

const struct rule *pages_find_rule(const char *word)
{
	if (strncmp(word, "cudalint-", 9) == 0)
		word += 9;
	for (const struct rule *const *rule = rules_registry; *rule; rule++) {
		if (strcasecmp((*rule)->code, word) == 0 || strcasecmp((*rule)->name, word) == 0)
			return *rule;
	}
	return NULL;
}

const char *pages_suggest(struct arena *arena, const char *word)
{
	return suppress_nearest_rule(arena, rules_registry, word);
}

const char *pages_text(const struct rule *rule)
{
	for (const struct page_data *page = pages_data; page->name; page++) {
		if (strcmp(page->name, rule->name) == 0)
			return page->text;
	}
	return NULL;
}

bool pages_is_fixable(const struct rule *rule)
{
	const char *text = pages_text(rule);
	return text && strstr(text, "cuda fixed") != NULL;
}

const char *pages_set(const struct rule *rule)
{
	if (rule->preview)
		return "preview";
	return rule->strict_only ? "strict" : "recommended";
}
