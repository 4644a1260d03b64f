/* Rewriting one argument of a call by its text: flags are macros, which can't be replaced by their range. */
#ifndef CUDALINT_RULES_ARGUMENT_H
#define CUDALINT_RULES_ARGUMENT_H

#include "analyzer/rule/rule.h"

/* The text of an argument; NULL: not found. */
const char *argument_text(const struct pass *pass, const struct ir_expr *call, size_t index);

/* Replaces it; false when it can't be found. */
bool argument_replace(
	struct pass *pass, struct fix *fix, const struct ir_expr *call, size_t index, const char *text);

#endif
