/* What memory an expression names, and what an operation does to it: loads, stores, the atomic functions,
 * libcu++'s atomic objects and inline PTX look alike here. */
#ifndef CUDALINT_OPERATION_MEMORY_H
#define CUDALINT_OPERATION_MEMORY_H

#include "analyzer/ir/ir.h"

/* Memory by where its address starts. Two places with one variable and one field are taken for the same
 * object; the index tells which element. */
struct ir_memory {
	const struct ir_var
		*var;      /* object or pointer that the address starts from; NULL: `this`, or unknown */
	bool is_this;      /* it starts from `this` */
	const char *field; /* innermost member that is named on the way, or NULL */
	const struct ir_expr *index;  /* innermost subscript or offset, or NULL */
	const struct ir_expr *source; /* the expression that names it */
	bool is_shared_with_others;   /* other threads can get at it */
};

struct ir_memory_op {
	enum ir_memory_effect effect; /* ADD: every update that depends on the old value */
	struct ir_memory memory;
	const struct ir_expr *expr;     /* NULL: inline assembly */
	const struct ir_expr *access;   /* of a wait: the access in a helper that is called; NULL: expr */
	const struct ir_stmt *assembly; /* or NULL */
	const struct ir_expr *value;    /* stored, added or exchanged; NULL: unknown */
	const struct ir_expr *expected; /* of a CAS, or of wait(old); NULL: unknown */
	bool is_plain;                  /* a load or store that the compiler may move */
	bool expected_is_updated;       /* CAS that stores what it found into `expected` */
	bool is_wait; /* returns only once the value has changed, or the semaphore was free */
};

/* The memory that an lvalue or a pointer leads to. False when it can't be told where it starts. */
bool ir_memory_of(const struct ir_expr *expr, struct ir_memory *out);

bool ir_same_memory(const struct ir_memory *a, const struct ir_memory *b);

/* What an expression does itself, its operands aside. A plain load is an lvalue in visible memory: whether it
 * is really read depends on where it stands. False: nothing to memory that others see. */
bool ir_memory_op(const struct ir_expr *expr, struct ir_memory_op *out);

/* What a call of a function without a body does to memory, wherever that is: `memory` isn't set, *target is
 * the pointer or object that the call is given. Loads of what nobody writes (__ldg) aren't looked at. */
bool ir_memory_call(const struct ir_expr *expr, struct ir_memory_op *out, const struct ir_expr **target);

/* As ir_memory_op for inline PTX: ld, st, atom, red. */
bool ir_memory_op_asm(const struct ir_stmt *stmt, struct ir_memory_op *out);

#endif
