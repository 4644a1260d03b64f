/* Products and differences of 32 bits that the walk of the host saw to wrap, and that sizes come from. */
#ifndef CUDALINT_RULES_WRAPPED_SIZE_H
#define CUDALINT_RULES_WRAPPED_SIZE_H

#include "analyzer/ir/ir.h"
#include "analyzer/host/trace.h"

/* Whether an expression of an operation's source takes its value from where the wrap is: through variables
 * and members, parameters and the arguments they were given, and functions that return it. */
bool wrapped_size_comes_from(
	const struct host_op *op, const struct ir_expr *expr, const struct host_wrap *wrap);

#endif
