/* What the rules on bounds share: which thread gets to an end of what is accessed, and whether it does so
 * whatever the launch. */
#ifndef CUDALINT_RULES_REACH_H
#define CUDALINT_RULES_REACH_H

#include "analyzer/rule/rule.h"

/* "thread 5", "thread (1, 2)" */
const char *reach_thread_name(struct pass *pass, const struct simt_launch *launch, unsigned lane);

/* ... with " of block 3", where the grid has several. */
const char *reach_thread_of_block(
	struct pass *pass, const struct simt_launch *launch, unsigned lane, const int64_t block[3]);

/* Whether what happened holds for blocks of any size: the first thread did it, and nobody asks for the size.
 */
bool reach_holds_for_any_block(const struct simt_report *report, const struct simt_site *site, unsigned lane);

/* Bytes of one element of an array, however many dimensions it has, or of what isn't an array. */
int64_t reach_element_size(const struct ir_type *type);

/* The number of the element that a byte lies in; negative before the start. */
int64_t reach_element_at(int64_t byte, int64_t size);

#endif
