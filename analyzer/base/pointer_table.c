#include "analyzer/base/pointer_table.h"

static void grow(struct arena *arena, struct pointer_table *table)
{
	struct pointer_table old = *table;
	table->capacity = old.capacity ? old.capacity * 2 : 64;
	table->entries = ARENA_ARRAY(arena, struct pointer_entry, table->capacity);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.entries[i].is_taken)
			*pointer_table_entry(table, old.entries[i].key) = old.entries[i];
}

void **pointer_table_at(struct arena *arena, struct pointer_table *table, const void *key)
{
	if (table->count * 2 >= table->capacity)
		grow(arena, table);
	struct pointer_entry *entry = pointer_table_entry(table, key);
	table->count += !entry->is_taken;
	entry->is_taken = true;
	entry->key = key;
	return &entry->value;
}
