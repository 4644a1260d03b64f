/* Preprocessor conditionals around a place: what has to be defined for its code to be there. */
#ifndef CUDALINT_IR_CONDITIONAL_H
#define CUDALINT_IR_CONDITIONAL_H

#include "analyzer/ir/ir.h"

/* Called for each conditional around the place, outermost first, with the text of the branch's condition:
 * `NDEBUG` of `#ifndef NDEBUG`, `A && B` of `#if A && B`. `holds`: whether the place is where that is defined
 * or true; not behind #ifndef, nor in the #else of the others. */
typedef void ir_conditional_visit(void *context, const char *condition, size_t length, bool holds);

/* For a range in a macro, around where the outermost macro is used. */
void ir_conditionals_at(
	const struct ir_module *module, struct ir_range range, ir_conditional_visit *visit, void *context);

#endif
