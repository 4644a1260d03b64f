/* Atomic read-modify-writes: CUDA's functions and the members and operators of libcu++'s atomics alike. */
#ifndef CUDALINT_OPERATION_UPDATE_H
#define CUDALINT_OPERATION_UPDATE_H

#include "analyzer/ir/ir.h"

struct ir_update {
	enum ir_update_kind kind;
	const struct ir_type *element; /* of what is updated */
	const struct ir_expr *amount;  /* added, stored, or what a compare-and-swap stores; NULL: one */
	const struct ir_expr
		*first; /* behind the object or the pointer: of a compare-and-swap, what it expects */
	bool is_member; /* of a libcu++ object */
};

bool ir_update_of(const struct ir_expr *expr, struct ir_update *out);

#endif
