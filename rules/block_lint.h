/* Lints a block of a rule's page: what its info string says of flags, targets and settings is how. */
#ifndef CUDALINT_RULES_BLOCK_LINT_H
#define CUDALINT_RULES_BLOCK_LINT_H

#include "analyzer/run/run.h"
#include "rules/page.h"

/* Lints `text` (which the result goes on to point into) as the block, with these rules, which end with NULL.
 * Headers that are precompiled are kept in `cache_dir`. Returns 0, or -1 with one line in *error. */
int block_lint(struct arena *arena, const struct block *block, const char *text,
	const struct rule *const *rules, const char *cache_dir, struct unit_result *out, char **error);

#endif
