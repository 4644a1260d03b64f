/* The list of conflicts: one for each pair of places. */
#ifndef CUDALINT_ORDER_CONFLICT_H
#define CUDALINT_ORDER_CONFLICT_H

#include "analyzer/order/log.h"
#include "analyzer/order/shadow.h"

/* Whether one of two accesses writes and not both are atomic; reads in front of an atomic don't count, they
 * only ask. */
bool sync_conflicting(const struct simt_access *first, const struct simt_access *second);
/* Whether it adds to a sum atomically: what a read finds in between is of no use. A maximum, a flag or a
 * compare-and-swap bears that somebody has looked before. */
bool sync_adds(const struct simt_access *access);
/* Whether one reads plainly what the other one adds to atomically, and they don't conflict: the read comes
 * first, or in a later turn of a loop. */
bool sync_mixes(const struct simt_access *first, const struct simt_access *second);
/* Adds such a pair, as sync_add_conflict does. */
struct sync_conflict *sync_add_mixed(struct sync_log *log, const struct sync_op *first, unsigned first_lane,
	const struct sync_op *second, unsigned second_lane, enum sync_belief belief, bool blocks);
/* Adds a conflict, or makes one of the same places surer; returns it for what else is to be filled in, NULL
 * when nothing is new. */
struct sync_conflict *sync_add_conflict(struct sync_log *log, const struct sync_op *first,
	unsigned first_lane, const struct sync_op *second, unsigned second_lane, enum sync_belief belief,
	bool blocks);

/* The outermost loop around both that has made a turn between the two; NULL: none. */
const struct ir_stmt *sync_carried_by(const struct simt_turn *first, const struct simt_turn *second);

/* Marks conflicts that the repair of another one takes along, surest and widest first. */
void sync_cover_conflicts(struct arena *arena, struct sync_report *report, const struct simt_launch *launch);

#endif
