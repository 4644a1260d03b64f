/* Memory order: which scope and which order an atomic operation or a fence has, whatever it is written in.
 *
 * libcu++'s scope is an argument of the object's type and its order one of the call; left out they are system
 * and sequentially consistent, also for the operators. CUDA's own atomic functions are relaxed and of device
 * scope unless their name says otherwise, and PTX has qualifiers. Volatile and plain accesses are no atomics.
 */
#ifndef CUDALINT_OPERATION_ORDER_H
#define CUDALINT_OPERATION_ORDER_H

#include "analyzer/ir/walk.h"
#include "analyzer/operation/memory.h"

enum ir_order {
	IR_ORDER_UNKNOWN,
	IR_ORDER_RELAXED,
	IR_ORDER_ACQUIRE, /* consume, too, which compilers take for it */
	IR_ORDER_RELEASE,
	IR_ORDER_ACQ_REL,
	IR_ORDER_SEQ_CST
};

struct ir_atomic {
	struct ir_memory_op op;
	enum ir_dialect dialect;
	enum ir_scope scope;
	enum ir_order order;         /* of a CAS: where it succeeds */
	bool is_default_order;       /* no argument says it */
	bool is_object;              /* libcu++: a member of an object, also as an operator */
	const struct ir_expr *where; /* the object, or the pointer that a function is given; NULL: PTX */
};

struct ir_fence {
	enum ir_dialect dialect;
	enum ir_scope scope;
	enum ir_order order;
	bool is_default_scope;
};

/* Whether an expression is an atomic operation. */
bool ir_atomic_of(const struct ir_expr *expr, struct ir_atomic *out);
bool ir_atomic_asm(const struct ir_stmt *stmt, struct ir_atomic *out);

/* Whether it is a fence of memory. */
bool ir_fence_of(const struct ir_expr *expr, struct ir_fence *out);
bool ir_fence_asm(const struct ir_stmt *stmt, struct ir_fence *out);

/* The scope of a libcu++ type: atomic, atomic_ref, atomic_flag, barrier, latch, semaphore; UNKNOWN for any
 * other type. References and pointers are looked through. */
enum ir_scope ir_type_scope(const struct ir_type *type);

/* An atomic operation where it is written. */
struct ir_atomic_site {
	const struct ir_function *function;
	const struct ir_path *path; /* up from the call or the statement */
	struct ir_atomic atomic;
	bool is_dropped; /* nobody looks at its result */
};

typedef VEC(struct ir_atomic_site *) ir_atomic_sites;

/* All of a unit, host code's too, in source order. */
void ir_find_atomics(struct arena *arena, const struct ir_module *module, ir_atomic_sites *out);

/* Whether an argument is a memory_order of libcu++ or the standard library. */
bool ir_is_memory_order(const struct ir_expr *expr);

/* Whether two operations may be on one object, as far as the types tell. */
bool ir_may_meet(const struct ir_atomic *a, const struct ir_atomic *b);

static inline bool ir_acquires(enum ir_order order)
{
	return order == IR_ORDER_ACQUIRE || order >= IR_ORDER_ACQ_REL;
}

static inline bool ir_releases(enum ir_order order)
{
	return order >= IR_ORDER_RELEASE;
}

#endif
