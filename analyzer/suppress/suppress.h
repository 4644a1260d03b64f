/* Comments that silence findings: `cudalint: ignore[CU201]` and its relatives, and clang-tidy's NOLINT
 * family.
 *
 * One object per unit gathers the suppressions of each file that may hold findings, then is applied once to
 * all the unit's findings, before any of them is filtered by confidence or severity (else a suppression could
 * look unused).
 *
 *     struct suppressions *set = suppress_new(arena, registry, enabled);
 *     suppress_add_file(set, path, text, size, is_main);     for every file that isn't a system header
 *     suppress_apply(set, &findings, complete);
 *
 * A finding is silenced when the line where its span starts, or where its macro is used, is covered. A
 * suppression on any line of a macro's definition covers the whole definition, and so every use. */
#ifndef CUDALINT_SUPPRESS_SUPPRESS_H
#define CUDALINT_SUPPRESS_SUPPRESS_H

#include "analyzer/finding/finding.h"
#include "analyzer/finding/rule.h"
#include "analyzer/ir/ir.h"

struct suppressions;

/* `registry`: every rule there is; `enabled`: those of this run; both end with NULL and outlive the object.
 */
struct suppressions *suppress_new(
	struct arena *arena, const struct rule *const *registry, const struct rule *const *enabled);

/* Reads the suppressions of one file. `path` is as in the findings' spans, `text` has to outlive the object.
 * Unused ones are reported only in a unit's main file: a header's may serve another unit. */
void suppress_add_file(
	struct suppressions *set, const char *path, const char *text, size_t size, bool is_main);

/* The unit that the files belong to, when nothing of it was lost: launches in comments of its main file have
 * to name one of its kernels. */
void suppress_set_module(struct suppressions *set, const struct ir_module *module);

/* Suppressions without a reason are reported, too (CU003). */
void suppress_require_reasons(struct suppressions *set);

/* What may be meant by a word that is no rule's code or name; NULL: nothing near. A code is taken for one of
 * its own family (the first digit) alone. */
const char *suppress_nearest_rule(struct arena *arena, const struct rule *const *registry, const char *word);

/* Marks the silenced findings (`suppressed`, `suppressor`) and appends CU003 for suppressions that are wrong
 * and, when the unit is `complete` (nothing of it was lost to parse errors or limits), CU002 for those that
 * silence nothing; each only if enabled. Returns how many findings are silenced. */
size_t suppress_apply(struct suppressions *set, finding_list *findings, bool complete);

/* For the findings of several units together, suppressed ones still among them: drops each CU002 whose
 * suppression silenced something in another unit. */
void suppress_drop_used(finding_list *findings);

#endif
