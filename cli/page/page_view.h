/* What of a rule's page is shown. */
#ifndef CUDALINT_CLI_PAGE_VIEW_H
#define CUDALINT_CLI_PAGE_VIEW_H

#include "analyzer/rule/rule.h"

/* The page with a section on the rule's options, which its declaration lists, before the references. */
const char *page_with_options(struct arena *arena, const struct rule *rule, const char *page);

/* The page without the marks that make it a test; unless all_examples, with the first example alone and how
 * to see the others. */
const char *page_for_reading(struct arena *arena, const char *page, const char *code, bool all_examples);

#endif
