/* What the arms of an `if` have in common: the compiler executes it once, before or behind the `if`. */
#ifndef CUDALINT_SITE_EXACT_ARMS_H
#define CUDALINT_SITE_EXACT_ARMS_H

#include "analyzer/ir/ir.h"

/* Tells `shared` of every statement of the arms that the compiler may move out of them. `stmt` is the first
 * `if` of a chain of else-ifs. */
void exact_arms(
	const struct ir_stmt *stmt, void (*shared)(void *context, const struct ir_stmt *stmt), void *context);

#endif
