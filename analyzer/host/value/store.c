/* Cells: what memory holds, by object and offset. A journal keeps what each change replaced, so that the walk
 * can go back to a fork and take the other way. */
#include "analyzer/host/walk.h"

#include <stdlib.h>

struct cell {
	struct cell_key key;
	bool is_set;
	struct host_value value;
	uint32_t next_of_object; /* + 1; 0: the last */
	size_t seen;             /* by store_diff_since */
};

struct undo {
	uint32_t cell;
	bool was_set;
	struct host_value value;
};

struct store {
	struct arena *arena;
	VEC(struct cell) cells;
	VEC(uint32_t) first_of_object; /* cell + 1 */
	VEC(bool) is_symbolic;         /* by object: some cell's offset is no number */
	VEC(struct undo) journal;
	uint32_t *slots; /* cell + 1 */
	size_t slot_count;
	size_t diffs;
};

struct store *store_new(struct arena *arena)
{
	struct store *store = ARENA_NEW(arena, struct store);
	store->arena = arena;
	store->slot_count = 256;
	store->slots = ARENA_ARRAY(arena, uint32_t, store->slot_count);
	return store;
}

static size_t slot_of(const struct store *store, uint32_t object, const struct host_sum *offset)
{
	uint64_t hash =
		(uint64_t)object * 0x9E3779B97F4A7C15u ^ (offset ? offset->id + 1u : 0) * 0xC2B2AE3D27D4EB4Fu;
	hash ^= hash >> 29;
	for (size_t slot = hash & (store->slot_count - 1);; slot = (slot + 1) & (store->slot_count - 1)) {
		uint32_t index = store->slots[slot];
		if (!index)
			return slot;
		const struct cell_key *key = &store->cells.data[index - 1].key;
		if (key->object == object && key->offset == offset)
			return slot;
	}
}

static void grow(struct store *store)
{
	store->slot_count *= 2;
	store->slots = ARENA_ARRAY(store->arena, uint32_t, store->slot_count);
	for (uint32_t i = 0; i < store->cells.count; i++) {
		const struct cell_key *key = &store->cells.data[i].key;
		store->slots[slot_of(store, key->object, key->offset)] = i + 1;
	}
}

static uint32_t cell_of(struct store *store, uint32_t object, const struct host_sum *offset)
{
	size_t slot = slot_of(store, object, offset);
	if (store->slots[slot])
		return store->slots[slot] - 1;
	if (store->cells.count * 2 >= store->slot_count) {
		grow(store);
		slot = slot_of(store, object, offset);
	}
	while (store->first_of_object.count <= object) {
		vec_push(store->arena, &store->first_of_object, 0);
		vec_push(store->arena, &store->is_symbolic, false);
	}
	if (offset && !host_sum_is_number(offset, NULL))
		store->is_symbolic.data[object] = true;
	struct cell cell = {.key = {object, offset}, .next_of_object = store->first_of_object.data[object]};
	vec_push(store->arena, &store->cells, cell);
	uint32_t index = (uint32_t)store->cells.count;
	store->first_of_object.data[object] = index;
	store->slots[slot] = index;
	return index - 1;
}

const struct host_value *store_get(const struct store *store, uint32_t object, const struct host_sum *offset)
{
	uint32_t index = store->slots[slot_of(store, object, offset)];
	return index ? store_cell(store, index - 1) : NULL;
}

const struct host_value *store_cell(const struct store *store, uint32_t cell)
{
	return store->cells.data[cell].is_set ? &store->cells.data[cell].value : NULL;
}

const struct cell_key *store_key(const struct store *store, uint32_t cell)
{
	return &store->cells.data[cell].key;
}

static void change(struct store *store, uint32_t index, bool is_set, const struct host_value *value)
{
	struct cell *cell = &store->cells.data[index];
	struct undo undo = {index, cell->is_set, cell->value};
	vec_push(store->arena, &store->journal, undo);
	cell->is_set = is_set;
	if (is_set)
		cell->value = *value;
}

void store_set(
	struct store *store, uint32_t object, const struct host_sum *offset, const struct host_value *value)
{
	change(store, cell_of(store, object, offset), value != NULL, value);
}

void store_each(struct store *store, uint32_t object, store_visit *visit, void *context)
{
	if (object >= store->first_of_object.count)
		return;
	for (uint32_t next = store->first_of_object.data[object]; next;) {
		struct cell cell = store->cells.data[next - 1]; /* a copy: the visit may grow the array */
		next = cell.next_of_object;
		if (cell.is_set)
			visit(context, cell.key.offset, &cell.value);
	}
}

bool store_is_symbolic(const struct store *store, uint32_t object)
{
	return object < store->is_symbolic.count && store->is_symbolic.data[object];
}

size_t store_mark(const struct store *store)
{
	return store->journal.count;
}

static int by_cell(const void *left, const void *right)
{
	const struct cell_change *a = left, *b = right;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

const struct cell_change *store_diff_find(const struct store_diff *diff, uint32_t cell)
{
	const struct cell_change key = {.cell = cell};
	return diff->count ? bsearch(&key, diff->changes, diff->count, sizeof key, by_cell) : NULL;
}

struct store_diff store_diff_since(struct store *store, size_t mark)
{
	struct store_diff diff = {0};
	size_t changes = store->journal.count - mark;
	if (!changes)
		return diff;
	diff.changes = ARENA_ARRAY(store->arena, struct cell_change, changes);
	store->diffs++;
	for (size_t i = mark; i < store->journal.count; i++) {
		struct cell *cell = &store->cells.data[store->journal.data[i].cell];
		if (cell->seen == store->diffs)
			continue;
		cell->seen = store->diffs;
		diff.changes[diff.count++] =
			(struct cell_change){store->journal.data[i].cell, cell->is_set, cell->value};
	}
	qsort(diff.changes, diff.count, sizeof *diff.changes, by_cell);
	return diff;
}

void store_undo(struct store *store, size_t mark)
{
	while (store->journal.count > mark) {
		const struct undo *undo = &store->journal.data[--store->journal.count];
		struct cell *cell = &store->cells.data[undo->cell];
		cell->is_set = undo->was_set;
		cell->value = undo->value;
	}
}

void store_apply(struct store *store, const struct store_diff *diff)
{
	for (size_t i = 0; i < diff->count; i++)
		change(store, diff->changes[i].cell, diff->changes[i].is_set, &diff->changes[i].value);
}
