/* Growable arrays in an arena: `VEC(int) numbers = {0}; vec_push(arena, &numbers, 7);`.
 *
 * A vector is three words and owns nothing: its memory is the arena's. Growing leaves the old storage behind
 * in the arena, so a pointer to an element stays readable but stale after a push. */
#ifndef CUDALINT_BASE_VEC_H
#define CUDALINT_BASE_VEC_H

#include <string.h>

#include "analyzer/base/arena.h"

#define VEC(type)                                                                                            \
	struct {                                                                                             \
		type *data;                                                                                  \
		size_t count, capacity;                                                                      \
	}

#define vec_push(arena, vec, ...)                                                                            \
	((vec)->data = vec_reserve(                                                                          \
		 (arena), (vec)->data, (vec)->count, &(vec)->capacity, sizeof *(vec)->data),                 \
		(vec)->data[(vec)->count++] = (__VA_ARGS__))

/* Copies the elements of another vector of the type to the end. */
#define vec_append(arena, vec, other)                                                                        \
	do {                                                                                                 \
		for (size_t vec_i = 0; vec_i < (other)->count; vec_i++)                                      \
			vec_push((arena), (vec), (other)->data[vec_i]);                                      \
	} while (0)

/* Room for one more element; returns the (perhaps moved) storage. */
static inline void *vec_reserve(struct arena *arena, void *data, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return data;
	*capacity = *capacity ? *capacity * 2 : 4;
	void *grown = arena_alloc(arena, *capacity * size);
	if (count)
		memcpy(grown, data, count * size);
	return grown;
}

#endif
