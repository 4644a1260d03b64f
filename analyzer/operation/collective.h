/* Warp intrinsics whose first argument is a lane mask: what each of them does. */
#ifndef CUDALINT_OPERATION_COLLECTIVE_H
#define CUDALINT_OPERATION_COLLECTIVE_H

#include "analyzer/ir/ir.h"
#include "analyzer/ir/ptx.h"

/* What the call is; a function of the project that has such a name is none. */
enum ir_collective ir_collective_of(const struct ir_expr *expr);

/* Inline assembly that works on registers alone, and by which lanes of a warp meet: `shfl.sync` and the like
 * among instructions that compute. */
struct ir_collective_asm {
	struct ptx_code code;
	/* one for each instruction: as the call of the intrinsic that does the same, with the statement's
	 * range; operands that are registers of the assembly are IR_UNKNOWN_EXPR. NULL: another instruction
	 */
	const struct ir_expr **calls;
};

/* False: it does more, or isn't understood, or holds no collective. */
bool ir_collective_asm(struct arena *arena, const struct ir_stmt *stmt, struct ir_collective_asm *out);

/* The call that does what inline assembly does that is one barrier and nothing else, of all the block
 * (`bar.sync 0`) or of lanes of a warp (`bar.warp.sync mask`): __syncthreads() or __syncwarp(mask). NULL: it
 * isn't that. */
const struct ir_expr *ir_barrier_call_asm(struct arena *arena, const struct ir_stmt *stmt);

#endif
