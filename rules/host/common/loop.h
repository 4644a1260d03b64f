/* What the rules on things made in loops share (CU711, CU712, CU735). */
#ifndef CUDALINT_RULES_LOOP_H
#define CUDALINT_RULES_LOOP_H

#include "analyzer/rule/rule.h"

/* The same call in the next turn of the same loop; NULL: none. */
const struct host_op *loop_again(
	const struct host_trace *trace, const struct host_op *op, const struct host_turn *turn);

/* Whether the call stands in a branch of an `if` inside of the loop whose condition isn't known to be the
 * same in every turn; `again`: what loop_again() gives. */
bool loop_is_conditional(const struct host_trace *trace, const struct host_op *op,
	const struct host_op *again, const struct host_turn *turn);

/* What ends the object (free, destroy, unregister) within the turn; NULL: nothing. */
const struct host_op *loop_end_of(const struct host_trace *trace, const struct host_op *made,
	const struct host_object *object, const struct host_turn *turn);

/* Whether what a turn has made is lost: its variable gets another in the next turn, and nothing that follows
 * the turn uses or ends it. */
bool loop_loses(const struct host_trace *trace, const struct host_op *made, const struct host_turn *turn);

/* An allocation that a loop repeats though the same turn frees or loses it, as CU712 reports it; the turn, or
 * NULL. *end: what frees it, NULL: it is lost. */
const struct host_turn *loop_repeats_allocation(
	const struct host_trace *trace, const struct host_op *op, const struct host_op **end);

#endif
