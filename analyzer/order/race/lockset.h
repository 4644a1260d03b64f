/* Locks, and what threads do while they hold them. */
#ifndef CUDALINT_ORDER_LOCKSET_H
#define CUDALINT_ORDER_LOCKSET_H

#include "analyzer/order/log.h"

/* A lock that is taken once in the run, and given back. */
struct sync_lock {
	const struct ir_expr *taken;
	const struct simt_object *object;
	const struct simt_value *offset; /* bytes from its start; NULL: not known */
	bool varies;                     /* then: it may differ from lane to lane */
	struct simt_mask lanes;          /* threads that take it */
};

/* An operation lies between the taking of a lock and its release. */
struct sync_hold {
	const struct sync_lock *lock;
	const struct sync_hold *next;
	const struct simt_mask *knows; /* who has it, and lanes of their warps that they have met since */
	bool by_block;                 /* the block has met since: all of its threads know that it is held */
};

/* The thread that holds the lock for another one, or is it; false: none does. `blocks`: or for its block. */
bool sync_holder(const struct sync_hold *hold, unsigned lane, bool blocks, unsigned *holder);

/* Tells of each operation which locks are held there, and whether something else may have ordered it: fills
 * in what `struct sync_op` says of locks. */
void sync_find_locks(struct sync_log *log);

/* Two threads of one block. Whether they hold one lock, or may well do so. */
bool sync_share_lock(
	const struct sync_op *first, unsigned first_lane, const struct sync_op *second, unsigned second_lane);

/* The lock that a thread holds (`blocks`: that its block holds), the innermost; NULL: none. */
const struct sync_lock *sync_held(const struct sync_op *op, unsigned lane, bool blocks);

#endif
