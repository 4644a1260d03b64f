/* Ways around a barrier: what a run is like where the block as a whole goes past one. */
#ifndef CUDALINT_ORDER_UNTAKEN_H
#define CUDALINT_ORDER_UNTAKEN_H

#include "analyzer/order/log.h"

struct untaken_names;

/* A condition that all threads of the block share, on the side that leads around a barrier. */
struct untaken {
	const struct simt_condition *condition;
	bool side;
	const struct ir_expr *barrier; /* that it leads around */
	bool ends_loop; /* the loop around the barrier makes no turn, or ends in its first one */
	const struct sync_op
		*leave; /* where it leaves a turn, or the loop: what follows there isn't; or NULL */
	const struct simt_path *around;             /* the conditions around it, which it was asked under */
	const struct untaken_names *names, *bounds; /* bounds: those that a loop's end may hang on */
	struct arena *arena;
	uint8_t *answers; /* what is known of the two sides of other conditions, by number */
};

typedef VEC(const struct untaken *) untaken_list;

/* Those of a run, one of each branch; false: there are more. */
bool untaken_find(const struct sync_log *log, untaken_list *out);
/* Whether an operation happens there. Accesses about which that can't be told are left out, barriers aren't:
 * what nobody knows orders. */
bool untaken_has(const struct untaken *untaken, const struct sync_op *op);
/* Whether a condition asks nothing but numbers in memory that this run doesn't write: from turn to turn of a
 * loop they may be anything. */
bool untaken_by_input(const struct sync_log *log, const struct simt_condition *condition);
/* Whether it asks for parameters of the kernel and constants alone: the answer is one for the whole launch.
 */
bool untaken_is_fixed(const struct simt_condition *condition);

#endif
