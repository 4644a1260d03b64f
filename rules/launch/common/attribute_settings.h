/* Attributes of launches as they are set, for CU616: a member of `val` that the `id` doesn't take, and (by
 * attribute_range.h) values out of their range. */
#ifndef CUDALINT_RULES_ATTRIBUTE_SETTINGS_H
#define CUDALINT_RULES_ATTRIBUTE_SETTINGS_H

#include "analyzer/rule/rule.h"

/* Hooks: initialisers and assignments; the id and the members that a function sets, in its order. */
void attribute_settings_expr(struct pass *pass, const struct ir_expr *expr);
void attribute_settings_function(struct pass *pass, const struct ir_function *function);

#endif
