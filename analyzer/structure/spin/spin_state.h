/* What the files of the search for waits share: spin_loop.c recognises loops, spin_lift.c carries waits and
 * writes to the calls that lead to them, spin_crowd.c tells who comes there, spin_elect.c which conditions
 * let one thread pass, spin.c puts it together. */
#ifndef CUDALINT_STRUCTURE_SPIN_STATE_H
#define CUDALINT_STRUCTURE_SPIN_STATE_H

#include "analyzer/structure/flow.h"
#include "analyzer/structure/spin/spin.h"
#include "analyzer/structure/uniform/uniform_state.h"

struct ir_spins {
	struct arena *arena;
	const struct ir_module *module;
	struct ir_uniformity *uniformity;
	struct ir_flow *flow; /* NULL: not asked for yet */
	VEC(struct ir_spin *) spins;
	VEC(struct ir_spin_write *) writes;
};

/* Adds the waits that are written in a function. All writes have been added before. */
void spin_find_loops(struct ir_spins *spins, const struct ir_function *function);

/* Adds the writes that are written in a function. */
void spin_find_writes(struct ir_spins *spins, const struct ir_function *function);

/* Adds what calls in the unit lead to. */
void spin_lift_writes(struct ir_spins *spins);
void spin_lift_waits(struct ir_spins *spins);

/* `inner`, in the function that the call at the end of `path` calls, as the caller sees it: with arguments
 * for parameters. False when the caller can't tell. */
bool spin_substitute(const struct ir_path *path, const struct ir_memory *inner, struct ir_memory *out);

/* The argument for a parameter of the function that `call` calls; NULL: it is none. */
const struct ir_expr *spin_argument(const struct ir_expr *call, const struct ir_var *param);

/* A condition on the way to a point, and the value that leads there. */
struct spin_guard {
	const struct ir_expr *condition;
	bool wanted;
};

typedef VEC(struct spin_guard) spin_guard_list;

/* The conditions around a node and those of departures before it. */
void spin_guards(struct arena *arena, spin_guard_list *guards, const struct ir_path *path);

bool spin_is_inside(const struct ir_path *path, const struct ir_stmt *stmt);

#endif
