/* The uniformity analysis, inside: what its files share. uniform.c runs it and knows convergence;
 * uniform_value.c tells how an expression varies; uniform_flow.c carries values through statements. */
#ifndef CUDALINT_STRUCTURE_UNIFORM_STATE_H
#define CUDALINT_STRUCTURE_UNIFORM_STATE_H

#include "analyzer/base/pointer_table.h"
#include "analyzer/structure/uniform/uniform.h"

/* What is known of a variable (its value) or of a function (its result). */
struct uniform_fact {
	const void *key;
	enum ir_variance variance;
	size_t depth; /* of a variable: how many conditions its declaration is under */
};

/* A call of a function, with the way down to it. */
struct uniform_site {
	const struct ir_function *callee, *caller;
	const struct ir_path *path;
};

struct ir_uniformity {
	struct arena *arena;
	const struct ir_module *module;
	struct pointer_table facts; /* struct uniform_fact for what it is about */
	VEC(struct uniform_site) sites;
	VEC(const struct ir_function *) escaping; /* functions whose address is taken */
	VEC(const struct ir_function *) entering; /* whose callers are being looked at */

	/* What the unit's launches say of the shape of blocks. */
	bool lanes_along_x;  /* lanes of a warp have consecutive threadIdx.x */
	bool rows_are_warps; /* threadIdx.y and z are the same for a warp */
	bool whole_warps;    /* no block is known to have an x that is not a multiple of the warp size */

	/* While statements are walked. */
	VEC(enum ir_variance) controls; /* conditions around the current statement, outermost first */
	const struct ir_function *function;
	bool changed;
};

enum { UNIFORM_WARP_SIZE = 32 };

/* The fact of a variable or function, made on first use. */
struct uniform_fact *uniform_fact(struct ir_uniformity *uniformity, const void *key);

enum ir_variance uniform_join(enum ir_variance a, enum ir_variance b);
enum ir_variance uniform_value(struct ir_uniformity *uniformity, const struct ir_expr *expr);
enum ir_variance uniform_binary(struct ir_uniformity *uniformity, enum ir_op op, const struct ir_expr *left,
	const struct ir_expr *right);

/* Whether something in the unit calls the function and nothing can call it unseen. */
bool uniform_is_called(const struct ir_uniformity *uniformity, const struct ir_function *function);

/* A condition as control: only NONE, UNIFORM, WARP_UNIFORM and VARYING. */
enum ir_variance uniform_control(struct ir_uniformity *uniformity, const struct ir_expr *condition);

/* How the lanes of a warp differ in when they leave a loop; with `with_continue` also in what they skip of a
 * turn. */
enum ir_variance uniform_loop(
	struct ir_uniformity *uniformity, const struct ir_stmt *loop, bool with_continue);

/* Walks a function's body once and raises what its statements make thread-dependent. */
void uniform_flow(struct ir_uniformity *uniformity, const struct ir_function *function);

#endif
