/* Asynchronous copies to shared memory, in all their dresses: what an expression or an asm statement starts,
 * gathers into a batch, or waits for.
 *
 * Known are `__pipeline_*`, cooperative_groups::memcpy_async, wait and wait_prior, cuda::memcpy_async with a
 * pipeline or a barrier, cuda::pipeline, the bulk copies, and `cp.async` as inline PTX. What arrives on a
 * barrier is barrier.h's. */
#ifndef CUDALINT_OPERATION_ASYNC_H
#define CUDALINT_OPERATION_ASYNC_H

#include "analyzer/operation/barrier.h"

struct ir_async_op {
	enum ir_async_action action;
	const char *name; /* for people: "memcpy_async", "cp.async.wait_group" */
	struct ir_range range;
	const struct ir_expr *to; /* address that is copied to, or read; NULL: not known */
	int64_t offset;           /* bytes behind it */
	struct ir_barrier_number bytes;
	int64_t unit;                   /* bytes that `bytes` counts */
	const struct ir_expr *group;    /* whose threads copy a part each; NULL: the thread copies alone */
	const struct ir_expr *pipeline; /* an object; NULL: none */
	const struct ir_expr *barrier;  /* that the copy completes on, or its address; NULL: none */
	int64_t barrier_offset;         /* bytes behind that address */
	struct ir_barrier_number prior;
	bool commits;        /* the copy is a batch of its own */
	bool is_whole;       /* the wait is also for what isn't committed */
	bool is_conditional; /* predicated or jumped over in the text of the asm */
};

typedef VEC(struct ir_async_op) ir_async_ops;

/* Whether a call is such an operation. */
bool ir_async_op(const struct ir_expr *expr, struct ir_async_op *out);

/* The operations in an asm statement, in order. False when it does something else to memory, too, or wasn't
 * understood as a whole. */
bool ir_async_asm(struct arena *arena, const struct ir_stmt *stmt, ir_async_ops *out);

/* Whether a type is cuda::pipeline of one thread, or of more. */
bool ir_is_pipeline_type(const struct ir_type *type);
bool ir_is_thread_pipeline(const struct ir_type *type);

#endif
