/* Virtual functions that a kernel calls through a pointer that it was handed: the object's table of functions
 * is of the side that made the object. */
#ifndef CUDALINT_RULES_VIRTUALS_H
#define CUDALINT_RULES_VIRTUALS_H

#include "analyzer/rule/rule.h"

/* Whether objects of the type, or elements of an array of them, have virtual functions, as far as the unit
 * shows bodies. */
bool virtuals_has(const struct pass *pass, const struct ir_type *type);

/* The first virtual call, in a kernel or in what it calls, of an object that its parameter points to; NULL:
 * none. Calls by a qualified name aren't virtual. */
const struct ir_expr *virtuals_called(
	const struct pass *pass, const struct ir_function *kernel, size_t param);

#endif
