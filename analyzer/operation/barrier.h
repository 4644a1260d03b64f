/* Barriers other than the block's own: what an expression or an asm statement does to one.
 *
 * Barrier objects are known in all their dresses: cuda::barrier and cuda::std::barrier, awbarrier,
 * `__mbarrier_*`, cuda::ptx::mbarrier_*, cuda::device::barrier_*, the copies that complete on a barrier, and
 * `mbarrier.*` and `cp.async.bulk` as inline PTX. So are named barriers (`bar.sync 1, 128`) and those of a
 * cluster. */
#ifndef CUDALINT_OPERATION_BARRIER_H
#define CUDALINT_OPERATION_BARRIER_H

#include "analyzer/ir/ir.h"
#include "analyzer/ir/walk.h"

/* A number in an operation: an expression, or one that the text gives. */
struct ir_barrier_number {
	const struct ir_expr *expr; /* NULL: number */
	int64_t number;
	bool is_given;
};

struct ir_barrier_op {
	enum ir_barrier_action action;
	const char *name;             /* for people: "arrive_and_wait", "mbarrier.init" */
	struct ir_range range;        /* of the call or the statement */
	const struct ir_expr *object; /* the barrier or its address; NULL: not an operand */
	bool is_address;
	int64_t offset; /* bytes behind the address */
	struct ir_barrier_number count, bytes, id;
	struct ir_barrier_number parity; /* of a wait that names the phase so */
	const struct ir_expr *token;     /* of a wait that names it by what arrive returned */
	bool is_tried;                   /* the wait may come back before */
	bool is_conditional;             /* predicated or jumped over in the text of the asm */
	bool is_remote;                  /* the barrier may be another block's of the cluster */
	bool is_late;                    /* the arrival comes when something asynchronous is done */
};

typedef VEC(struct ir_barrier_op) ir_barrier_ops;

/* Whether an expression (a call, a placement new) is an operation on a barrier. */
bool ir_barrier_op(const struct ir_expr *expr, struct ir_barrier_op *out);

/* The operations in an asm statement, in order. False when the text wasn't understood as a whole. */
bool ir_barrier_asm(struct arena *arena, const struct ir_stmt *stmt, ir_barrier_ops *out);

/* Every operation in a function, in source order, with the way up to the body: what guards it is on the way.
 */
struct ir_barrier_visitor {
	struct arena *arena;
	void (*op)(void *context, const struct ir_barrier_op *op, const struct ir_path *path);
	void *context;
};
void ir_barrier_walk(const struct ir_function *function, struct ir_barrier_visitor *visitor);

/* The variable that holds the barrier and the index of the element in it (NULL: none), through addresses,
 * casts to shared addresses, native handles, members, and pointers and references that are set once. NULL
 * when it can't be told. */
const struct ir_var *ir_barrier_root(const struct ir_barrier_op *op, const struct ir_expr **index);

/* Whether a type is a class of barrier objects. */
bool ir_is_barrier_type(const struct ir_type *type);

/* A size without the cuda::aligned_size_t that it is wrapped in. */
const struct ir_expr *ir_plain_size(const struct ir_expr *expr);

/* N of a cuda::aligned_size_t<N>; 0: it is none. */
int64_t ir_promised_alignment(const struct ir_type *type);

#endif
