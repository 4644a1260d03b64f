/* Small calls over libclang's C API. The only file that disposes of CXStrings. */
#include "analyzer/frontend/lower/cx.h"
#include "analyzer/base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

char *cx_take(struct arena *arena, CXString string)
{
	const char *text = clang_getCString(string);
	char *copy = arena_strdup(arena, text ? text : "");
	clang_disposeString(string);
	return copy;
}

static void *grow(void *data, size_t bytes)
{
	void *grown = realloc(data, bytes);
	if (!grown)
		memory_is_gone();
	return grown;
}

static enum CXChildVisitResult push_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct cx_stack *stack = data;
	if (stack->count == stack->capacity) {
		stack->capacity = stack->capacity ? stack->capacity * 2 : 256;
		stack->data = grow(stack->data, stack->capacity * sizeof *stack->data);
	}
	stack->data[stack->count++] = cursor;
	return CXChildVisit_Continue;
}

size_t cx_push_children(struct cx_stack *stack, CXCursor parent)
{
	size_t before = stack->count;
	clang_visitChildren(parent, push_child, stack);
	return stack->count - before;
}

void cx_stack_free(struct cx_stack *stack)
{
	free(stack->data);
	*stack = (struct cx_stack){0};
}

static size_t hash_of(const struct cx_entry *key)
{
	uintptr_t type = (uintptr_t)key->type.data[0];
	size_t hash =
		type ? (size_t)(type >> 4) ^ (size_t)(type << 3) ^ (type & 7) : clang_hashCursor(key->cursor);
	return hash * 0x9E3779B97F4A7C15u;
}

static bool same_key(const struct cx_entry *a, const struct cx_entry *b)
{
	if (a->type.data[0] || b->type.data[0])
		return clang_equalTypes(a->type, b->type);
	return clang_equalCursors(a->cursor, b->cursor);
}

static struct cx_entry *find(struct cx_map *map, const struct cx_entry *key, bool *found)
{
	size_t mask = map->capacity - 1;
	for (size_t i = (hash_of(key) >> 7) & mask;; i = (i + 1) & mask) {
		struct cx_entry *entry = &map->entries[i];
		*found = entry->value != NULL;
		if (!*found || same_key(entry, key))
			return entry;
	}
}

static void rehash(struct cx_map *map)
{
	struct cx_map larger = {0};
	larger.capacity = map->capacity ? map->capacity * 2 : 256;
	larger.entries = grow(NULL, larger.capacity * sizeof *larger.entries);
	for (size_t i = 0; i < larger.capacity; i++)
		larger.entries[i].value = NULL;
	for (size_t i = 0; i < map->capacity; i++) {
		bool found;
		if (map->entries[i].value)
			*find(&larger, &map->entries[i], &found) = map->entries[i];
	}
	larger.count = map->count;
	free(map->entries);
	*map = larger;
}

static void **slot_of(struct cx_map *map, const struct cx_entry *key)
{
	if (map->count * 2 >= map->capacity)
		rehash(map);
	bool found;
	struct cx_entry *entry = find(map, key, &found);
	if (!found) {
		*entry = *key;
		map->count++;
	}
	return &entry->value;
}

void **cx_map_cursor(struct cx_map *map, CXCursor cursor)
{
	return slot_of(map, &(struct cx_entry){.cursor = cursor});
}

void **cx_map_type(struct cx_map *map, CXType type)
{
	return slot_of(map, &(struct cx_entry){.cursor = clang_getNullCursor(), .type = type});
}

void cx_map_free(struct cx_map *map)
{
	free(map->entries);
	*map = (struct cx_map){0};
}
