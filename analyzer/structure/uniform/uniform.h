/* What depends on the thread: which values are the same for all lanes of a warp, and which points of the
 * program whole warps reach together.
 *
 * The analysis is structural, over all device code of a unit at once. A value is thread-dependent when it
 * comes from threadIdx, a lane id, an atomic, inline assembly or a load through a thread-dependent address,
 * or when it was assigned under a thread-dependent condition; parameters of helpers are joined over all calls
 * in the unit. Kernel parameters, blockIdx, constants, loop counters between uniform bounds, votes and loads
 * through uniform addresses are not. A helper that nothing in the unit calls is taken to have
 * thread-dependent parameters. */
#ifndef CUDALINT_STRUCTURE_UNIFORM_H
#define CUDALINT_STRUCTURE_UNIFORM_H

#include "analyzer/ir/ir.h"
#include "analyzer/ir/walk.h"

/* How a value differs between the threads of a block, from best to worst. */
enum ir_variance {
	IR_VARIANCE_NONE, /* no value was seen */
	IR_UNIFORM,       /* one value for the block */
	IR_WARP_UNIFORM,  /* one value for each warp: threadIdx.x / 32 */
	IR_LANE_LINEAR, /* a multiple of the warp size plus the lane: threadIdx.x, where rows are whole warps
			 */
	IR_VARYING
};

/* Why a point may be reached by a part of a warp only. */
enum ir_divergence_kind {
	IR_DIVERGENT_BRANCH, /* stmt: the if or switch around it; expr: the ?:, && or || */
	IR_DIVERGENT_LOOP,   /* stmt: a loop around it that lanes leave at different times */
	IR_DIVERGENT_EXIT, /* stmt: the branch or loop before it in which some lanes return, continue or break
			    */
	IR_DIVERGENT_CALLER, /* the function is called, or may be called, where only a part of a warp arrives
			      */
	IR_DIVERGENT_UNKNOWN /* a goto */
};

struct ir_divergence {
	enum ir_divergence_kind kind;
	const struct ir_stmt *stmt;
	const struct ir_expr *expr;
	bool in_else; /* of IR_DIVERGENT_BRANCH: on the side taken when the condition is false */
};

struct ir_uniformity;

/* Analyses the whole unit; everything lies in the arena. Costs a few walks over the device functions. */
struct ir_uniformity *ir_uniformity_new(struct arena *arena, const struct ir_module *module);

enum ir_variance ir_variance(struct ir_uniformity *uniformity, const struct ir_expr *expr);

/* The reasons, innermost first, why not all lanes of the warps that are in `function` reach the node at the
 * end of `path` together; at most `limit` are stored, their whole number is returned. 0: the warp is
 * converged there. */
size_t ir_divergences(struct ir_uniformity *uniformity, const struct ir_function *function,
	const struct ir_path *path, struct ir_divergence *out, size_t limit);

#endif
