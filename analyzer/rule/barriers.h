/* Barriers of the block over a whole unit: what each of them orders, in all executions of all kernels and
 * launches together. For rules that say that a barrier is too much. */
#ifndef CUDALINT_RULE_BARRIERS_H
#define CUDALINT_RULE_BARRIERS_H

#include "analyzer/rule/rule.h"

/* What has to stay of a barrier, in rising order. */
enum barrier_use {
	BARRIER_UNUSED,  /* it orders nothing */
	BARRIER_OF_WARP, /* lanes of one warp only */
	BARRIER_OF_BLOCK /* threads of different warps, or it can't be told */
};

struct barrier {
	const struct ir_expr *expr; /* of the first execution */
	const struct ir_function *function;
	enum barrier_use use;
	bool one_warp; /* the block is one */
	struct cost cost;
};
typedef VEC(struct barrier) barrier_list;

/* Call from `execution`: gathers in pass->state, which belongs to this then. */
void pass_add_barriers(struct pass *pass, const struct simt_report *report);

/* Call from `call`: kernels that read clocks may have barriers for their sake. */
void pass_note_clock(struct pass *pass, const struct ir_expr *call);

/* Call from `unit_end`: the barriers that are a kernel's own, in launches that the source tells, of which
 * every execution was followed to its end. */
void pass_barriers(struct pass *pass, barrier_list *out);

#endif
