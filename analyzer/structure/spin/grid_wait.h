/* Waits of a block for other blocks: grid barriers made by hand, and blocks that wait for blocks of higher
 * index. Both end only if the blocks that are waited for run while this one waits. */
#ifndef CUDALINT_STRUCTURE_GRID_WAIT_H
#define CUDALINT_STRUCTURE_GRID_WAIT_H

#include "analyzer/structure/spin/spin.h"

enum ir_grid_wait_kind {
	IR_GRID_WAIT_NONE,
	IR_GRID_WAIT_ALL,    /* every block waits until all have come */
	IR_GRID_WAIT_HIGHER, /* blocks wait for a block of higher index */
};

struct ir_grid_wait {
	enum ir_grid_wait_kind kind;
	/* The number of blocks is seen in the condition, or the wait is seen to be for the chain of all
	 * blocks above. Otherwise some blocks may get by without the others. */
	bool is_certain;
	const struct ir_spin_write *arrival; /* what blocks do to be counted, or to be waited for */
};

/* Whether a wait (at the top: in a kernel, or in a function that nothing calls) is one. Locks, tickets, waits
 * for blocks of lower index, for one block's work, or inside a block are none. */
enum ir_grid_wait_kind ir_grid_wait(
	struct ir_spins *spins, const struct ir_spin *spin, struct ir_grid_wait *out);

#endif
