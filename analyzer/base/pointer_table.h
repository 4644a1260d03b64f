/* Something for each of many pointers: `struct node **at = pointer_table_at(arena, &table, function)`.
 *
 * Memory is the arena's, as in vec.h; what was returned before a new key comes is stale after it. */
#ifndef CUDALINT_BASE_POINTER_TABLE_H
#define CUDALINT_BASE_POINTER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"

struct pointer_entry {
	const void *key;
	void *value;
	bool is_taken;
};

/* Open addressing; capacity is a power of two, at least twice the count. Zeroed, it is empty. */
struct pointer_table {
	struct pointer_entry *entries;
	size_t count, capacity;
};

static inline struct pointer_entry *pointer_table_entry(const struct pointer_table *table, const void *key)
{
	uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
	size_t mask = table->capacity - 1, slot = (size_t)(hash >> 32) & mask;
	while (table->entries[slot].is_taken && table->entries[slot].key != key)
		slot = (slot + 1) & mask;
	return &table->entries[slot];
}

/* NULL: the key isn't there. NULL is a key as any other. */
static inline void *pointer_table_find(const struct pointer_table *table, const void *key)
{
	return table->count ? pointer_table_entry(table, key)->value : NULL;
}

/* Where the value of a key is, which is there afterwards; it is NULL when the key is new. */
void **pointer_table_at(struct arena *arena, struct pointer_table *table, const void *key);

#endif
