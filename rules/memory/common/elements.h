/* Whether a number of bytes was meant as a number of elements: CU136 says so at the number, and CU130 and
 * CU135 leave what follows from it to that. */
#ifndef CUDALINT_RULES_ELEMENTS_H
#define CUDALINT_RULES_ELEMENTS_H

#include "analyzer/rule/rule.h"

/* The number of the argument of a call with a role (analyzer/cuda/runtime.h), SIZE_MAX where it has none;
 * and the argument itself, or NULL. */
size_t elements_role(const struct host_op *op, char role);
const struct ir_expr *elements_argument(const struct host_op *op, char role);

/* What the memory that a call allocates holds, by the type of the pointer that receives it; NULL: not known.
 */
const struct ir_type *elements_allocated(const struct host_op *made);

/* An element of so many bytes that a size might count: a number of more than one byte. */
bool elements_are_data(const struct ir_type *type);

/* Whether the text of a size says that it counts bytes. */
bool elements_speak_of_bytes(const struct pass *pass, const struct ir_expr *bytes);

/* Another call about the object that was told `count` times `size`; NULL: none. */
const struct host_op *elements_counted_right(const struct host_trace *trace, const struct host_op *op,
	const struct host_object *object, const struct host_sum *count, int64_t size);

/* Whether an allocation is counted in elements, as another call in the trace shows. */
bool elements_are_counted(
	const struct pass *pass, const struct host_trace *trace, const struct host_object *object);

/* The same where an access up to byte `reach` shows it: all of it would fit if the size were one of elements.
 */
bool elements_would_fit(const struct pass *pass, const struct host_object *object, int64_t reach);

#endif
