/* Values of attributes that are out of the range that is documented for them, for CU616. */
#ifndef CUDALINT_RULES_ATTRIBUTE_RANGE_H
#define CUDALINT_RULES_ATTRIBUTE_RANGE_H

#include "analyzer/rule/rule.h"

/* `target = value`, where target is a member of an attribute's value. */
void attribute_range_assign(struct pass *pass, const struct ir_expr *target, const struct ir_expr *value);

/* A hook: calls that set an attribute of a function. */
void attribute_range_call(struct pass *pass, const struct ir_expr *call);

/* What launches were seen to be given: values that are out of range by the way they took. */
void attribute_range_host(struct pass *pass, const struct host_trace *trace);

#endif
