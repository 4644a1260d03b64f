/* Following the conditions of a loop back to what they depend on: shared by spin_search.c and spin_loop.c. */
#ifndef CUDALINT_STRUCTURE_SPIN_SEARCH_H
#define CUDALINT_STRUCTURE_SPIN_SEARCH_H

#include "analyzer/structure/spin/spin_state.h"

/* A local variable that is set in the region. */
struct spin_setting {
	const struct ir_var *var;
	const struct ir_expr *value;    /* NULL: not a plain value */
	const struct ir_stmt *assembly; /* or the asm that sets it */
	enum ir_op op;                  /* of a compound assignment */
	const struct ir_path *path;
};

struct spin_search {
	struct ir_spins *spins;
	const struct ir_function *function;
	const struct ir_stmt *region; /* the loop, or the body of a helper that is called in its condition */
	VEC(struct spin_setting) settings;
	VEC(const struct ir_var *) visiting;
	struct ir_memory_op poll; /* the strongest so far */
	unsigned polls;
	bool progress;
	unsigned depth;
};

/* Gathers what the region sets; before anything is searched. */
void spin_find_settings(struct spin_search *search);

/* Adds what a value depends on: polls, or progress. */
void spin_search_value(struct spin_search *search, const struct ir_expr *expr);

bool spin_acquires(const struct ir_memory_op *op);

/* The local variable or parameter that an expression is; NULL: it is none. */
const struct ir_var *spin_local_of(const struct ir_expr *expr);

#endif
