/* Attributes of launches as they are set, for CU616: a member of `val` that the `id` doesn't take, and values
 * out of the range that is documented for them. */
#ifndef CUDALINT_RULES_LAUNCH_ATTRIBUTE_SETTINGS_H
#define CUDALINT_RULES_LAUNCH_ATTRIBUTE_SETTINGS_H

#include "analyzer/rule.h"

/* Hooks: initialisers and assignments; the id and the members that a function sets, in its order. */
void attribute_settings_expr(struct pass *pass, const struct ir_expr *expr);
void attribute_settings_function(struct pass *pass, const struct ir_function *function);

/* attribute_range.c: `target = value`, where target is a member of an attribute's value. */
void attribute_range_assign(struct pass *pass, const struct ir_expr *target, const struct ir_expr *value);

/* A hook: calls that set an attribute of a function. */
void attribute_range_call(struct pass *pass, const struct ir_expr *call);

/* What launches were seen to be given: values that are out of range by the way they took. */
void attribute_range_host(struct pass *pass, const struct host_trace *trace);

#endif
