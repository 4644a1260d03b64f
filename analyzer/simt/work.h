/* What an execution asks of the machine besides memory's sectors: instructions by kind, how long the chain of
 * waiting is, what one block touches. Estimates: the compiler decides in the end. */
#ifndef CUDALINT_SIMT_WORK_H
#define CUDALINT_SIMT_WORK_H

#include "analyzer/simt/simt.h"

/* Kinds of instructions of a warp. */
enum simt_op {
	SIMT_OP_INT,
	SIMT_OP_FP32,
	SIMT_OP_FP64,
	SIMT_OP_SFU, /* special functions and conversions, which share a unit */
	SIMT_OP_SHUFFLE,
	SIMT_OP_CONTROL, /* branches, votes, barriers */
	SIMT_OP_MEMORY,
	SIMT_OP_STEP, /* no instruction: an expression or a statement evaluated */
	SIMT_OP_COUNT
};

/* Where a warp waits for memory. */
enum simt_wait { SIMT_WAIT_GLOBAL, SIMT_WAIT_SHARED, SIMT_WAIT_LOCAL, SIMT_WAIT_CONSTANT, SIMT_WAIT_COUNT };

/* What one block touches of an object, in sectors. */
struct simt_touch {
	const struct simt_object *object;
	double requested, distinct; /* by loads */
};

struct simt_work {
	double issued[SIMT_OP_COUNT];  /* by all warps of the launch; of one block when the grid is unknown */
	double chain[SIMT_OP_COUNT];   /* by the busiest warp */
	double waits[SIMT_WAIT_COUNT]; /* loads that wait for the one before, of a block */
	double first_share;  /* of those for global memory: for what the block hasn't loaded before */
	double atomic_waits; /* atomics whose result is used */
	VEC(struct simt_touch) touches;
};

struct work_tally;

struct work_tally *work_new(struct arena *arena, struct simt_work *out);
void work_begin(struct work_tally *tally, struct simt *simt);
void work_access(struct work_tally *tally, struct simt *simt, const struct simt_access *access);
void work_barrier(struct work_tally *tally);
/* From here on, or (not begins) up to here, what happens counts so many times. */
void work_weigh(struct work_tally *tally, double weight, bool begins);
/* A run of one box is over; it stands for so many blocks. Not kept: its parts follow. */
void work_end(struct work_tally *tally, struct simt *simt, double blocks, bool kept);

/* What L2 does one after the other for a warp's global atomic. */
double work_atomic_passes(
	const struct simt_access *access, const uint64_t offset[SIMT_WARP], uint32_t active);

/* Counts an evaluated expression's instructions (exec_expr.c calls it). */
void work_expr(struct simt *simt, const struct ir_expr *expr, const struct simt_value *value);

#endif
