/* Between the files that know the C++ library. */
#ifndef CUDALINT_HOST_LIBRARY_H
#define CUDALINT_HOST_LIBRARY_H

#include "analyzer/host/walk.h"

/* Whether it is this class of the C++ library. */
bool library_is(const struct ir_type *type, const char *name);

/* The first template argument as a type; of an array its elements'. NULL: none. */
const struct ir_type *library_argument(const struct ir_type *type);

const struct host_value *cell_get(struct walk *walk, struct place place);
void cell_set(struct walk *walk, struct place place, struct host_value value);
struct place cell_second(struct walk *walk, struct place place);

void vector_default(struct walk *walk, struct place vector, const struct ir_type *type);
bool vector_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
struct host_object *vector_elements(struct walk *walk, struct place vector, const struct ir_type *type);
const struct host_sum *vector_size(struct walk *walk, struct place vector);
int64_t vector_element_size(const struct ir_type *type);
struct place vector_element(
	struct walk *walk, struct place vector, const struct ir_type *type, const struct host_sum *index);
bool vector_method(struct walk *walk, const struct ir_expr *expr, struct place vector,
	const struct ir_type *type, struct host_value *result, bool *is_place);

/* Whether it is an atomic, an atomic_ref or an atomic_flag. */
bool library_is_atomic(const struct ir_type *type);
bool atomic_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
bool atomic_method(struct walk *walk, const struct ir_expr *expr, struct place place,
	const struct ir_type *type, struct host_value *result);

bool tuple_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
bool tuple_call(struct walk *walk, const struct ir_expr *expr, struct host_value *result, bool *is_place);

#endif
