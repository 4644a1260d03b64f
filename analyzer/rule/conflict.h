/* Conflicts between threads in words, for the rules that report them. */
#ifndef CUDALINT_RULE_CONFLICT_H
#define CUDALINT_RULE_CONFLICT_H

#include "analyzer/rule/rule.h"

/* Reports at the second access, with the first as related location and the confidence that the conflict
 * leaves. `advice` follows behind a semicolon. */
struct finding *pass_conflict(struct pass *pass, const struct simt_report *report,
	const struct sync_conflict *conflict, const char *advice);

/* The advice where a barrier of the block would help: there is none, or not all threads come to it. */
const char *pass_barrier_advice(struct pass *pass, const struct sync_conflict *conflict);

/* The advice where data may pick one element for several threads. */
const char *pass_picked_advice(const struct sync_conflict *conflict);

/* Whether lanes of one warp plainly store to one address, by two stores: nothing is exchanged. */
bool pass_is_store_of_lanes(const struct sync_conflict *conflict);

/* `tile[3][4]`, or the name alone where the element isn't known. */
const char *pass_element(
	struct pass *pass, const struct simt_object *object, int64_t offset, bool has_offset);

/* How sure a finding is that is believed so far. */
enum confidence confidence_of_belief(enum sync_belief belief);

/* "thread (3,1)" of the launch's block, in the arena. */
const char *pass_thread(struct pass *pass, const struct simt_report *report, unsigned lane);

#endif
