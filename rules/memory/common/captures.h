/* What a lambda that runs on the device has of the host by reference: locals of the function that it is
 * written in, and the object whose method this is. */
#ifndef CUDALINT_RULES_CAPTURES_H
#define CUDALINT_RULES_CAPTURES_H

#include "analyzer/rule/rule.h"

/* Reports every variable that an IR_LAMBDA in host code captures by reference and uses, and `this` where it
 * uses members of the object through it. What was given on the stack of a caller may lie anywhere: references
 * are left alone, and so are classes whose objects are allocated by an operator of their own. */
void captures_check(struct pass *pass, const struct ir_expr *lambda);

/* The expression in which the lambda with that call operator is written; NULL: not found. */
const struct ir_expr *captures_lambda(const struct ir_function *call_operator);

#endif
