/* Small calls over libclang's C API: strings with an owner, children as an array, maps keyed by cursor or
 * type. */
#ifndef CUDALINT_FRONTEND_CX_H
#define CUDALINT_FRONTEND_CX_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "analyzer/base/arena.h"

/* Copies a CXString into the arena and disposes of it; "" for a null one. */
char *cx_take(struct arena *arena, CXString string);

/* A stack of cursors: the children of the node at hand lie on top and are popped when it is done. One buffer
 * serves a whole unit, so that lowering a node costs no allocation. */
struct cx_stack {
	CXCursor *data;
	size_t count, capacity;
};

/* Pushes the direct children of `parent`; returns how many. They are stack->data[stack->count - n ...]. */
size_t cx_push_children(struct cx_stack *stack, CXCursor parent);
void cx_stack_free(struct cx_stack *stack);

/* Cursor or type to pointer. */
struct cx_entry {
	CXCursor cursor;
	CXType type;
	void *value;
};
struct cx_map {
	struct cx_entry *entries;
	size_t count, capacity;
};

/* The slot of a cursor; *slot is NULL when it is new. Valid until the next call on the map. */
void **cx_map_cursor(struct cx_map *map, CXCursor cursor);
void **cx_map_type(struct cx_map *map, CXType type);
void cx_map_free(struct cx_map *map);

#endif
