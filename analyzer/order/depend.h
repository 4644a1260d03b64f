/* What depends on the value of one expression: variables and members that get it, functions that return it.
 */
#ifndef CUDALINT_ORDER_DEPEND_H
#define CUDALINT_ORDER_DEPEND_H

#include "analyzer/ir/ir.h"
#include "analyzer/simt/simt.h"

struct depend {
	struct arena *arena;
	const struct ir_expr *source;
	VEC(const struct ir_var *) vars;
	VEC(const struct ir_field *) fields; /* of any object of their class */
	VEC(const struct ir_function *) functions;
	bool changed; /* since the last round */
};

/* Follows `source` through the unit's device functions, whatever the order of statements. */
struct depend *depend_on(struct arena *arena, const struct ir_module *module, const struct ir_expr *source);
bool depends(const struct depend *depend, const struct ir_expr *expr);
/* Whether something happens under a condition that depends on it. */
bool depend_guards(const struct depend *depend, const struct simt_path *path);

#endif
