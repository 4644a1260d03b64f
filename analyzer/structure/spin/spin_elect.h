/* Conditions that leave one thread of a block, or one lane of each warp, told by their form.
 *
 * The number that is compared may come a long way: through variables, members of objects, results of helpers
 * and parameters. A parameter is the argument of the call by which the function was entered, where that is
 * given, else of every call in the unit. */
#ifndef CUDALINT_STRUCTURE_SPIN_ELECT_H
#define CUDALINT_STRUCTURE_SPIN_ELECT_H

#include "analyzer/structure/spin/spin_state.h"

/* How far a value is one that no two threads share, or a condition one that holds for one thread. */
enum spin_distinct { NOT_DISTINCT, DISTINCT_IN_WARP, DISTINCT_IN_BLOCK };

/* A call by which a function was entered, and the one by which its caller was. */
struct spin_entry {
	const struct ir_expr *call;
	const struct spin_entry *up;
};

/* `entry`: how the function was entered that the condition stands in; NULL: any way. */
enum spin_distinct spin_elects(
	struct ir_spins *spins, const struct spin_entry *entry, const struct ir_expr *condition, bool wanted);

/* The condition that a flag stands for, in the function that was entered so. */
const struct ir_expr *spin_given(const struct spin_entry *entry, const struct ir_expr *condition);

/* Whether a group of cooperative groups is a warp or less. */
bool spin_is_tile(const struct ir_expr *object);

#endif
