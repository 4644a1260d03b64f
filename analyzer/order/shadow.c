/* A hash table with open addressing, whose slots say where the cells are: those lie side by side in the order
 * in which they came, so that a table costs what its cells do and neighbouring words are neighbours in
 * memory. All of it is the arena's. */
#include "analyzer/order/shadow.h"

enum { FIRST_SLOTS = 1024, MAX_CELLS = 1 << 17, CHUNK = 256 };

struct shadow_slot {
	uint32_t hash, cell; /* its number plus one; 0: free */
};

static uint64_t mix(uint64_t hash)
{
	hash ^= hash >> 32;
	hash *= 0x9E3779B97F4A7C15u;
	return hash ^ hash >> 29;
}

struct shadow *shadow_new(struct arena *arena)
{
	struct shadow *shadow = ARENA_NEW(arena, struct shadow);
	shadow->arena = arena;
	shadow->capacity = FIRST_SLOTS;
	shadow->slots = ARENA_ARRAY(arena, struct shadow_slot, shadow->capacity);
	return shadow;
}

static struct shadow_cell *cell_at(const struct shadow *shadow, size_t index)
{
	return &shadow->chunks.data[index / CHUNK][index % CHUNK];
}

/* The slots are twice as many and more as the cells: there is a free one. */
static struct shadow_slot *free_slot(struct shadow_slot *slots, size_t capacity, uint32_t hash)
{
	size_t i = hash & (capacity - 1);
	while (slots[i].cell)
		i = (i + 1) & (capacity - 1);
	return &slots[i];
}

static void grow(struct shadow *shadow)
{
	size_t capacity = shadow->capacity * 4;
	struct shadow_slot *slots = ARENA_ARRAY(shadow->arena, struct shadow_slot, capacity);
	for (size_t i = 0; i < shadow->capacity; i++)
		if (shadow->slots[i].cell)
			*free_slot(slots, capacity, shadow->slots[i].hash) = shadow->slots[i];
	shadow->slots = slots;
	shadow->capacity = capacity;
}

static struct shadow_cell *add_cell(struct shadow *shadow, uint32_t hash)
{
	if (shadow->used + shadow->spared >= MAX_CELLS)
		return NULL;
	if (shadow->used * 2 >= shadow->capacity)
		grow(shadow);
	size_t index = shadow->used++;
	if (index / CHUNK == shadow->chunks.count)
		vec_push(shadow->arena, &shadow->chunks,
			ARENA_ARRAY(shadow->arena, struct shadow_cell, CHUNK));
	*free_slot(shadow->slots, shadow->capacity, hash) = (struct shadow_slot){hash, (uint32_t)index + 1};
	return cell_at(shadow, index);
}

static bool is_of(
	const struct shadow_cell *cell, const struct simt_object *object, uint64_t form, int64_t word)
{
	return cell->object == object && cell->word == word && cell->form == form;
}

static struct shadow_cell *find_or_add(
	struct shadow *shadow, const struct simt_object *object, uint64_t form, int64_t word)
{
	uint32_t hash =
		(uint32_t)mix((uint64_t)(uintptr_t)object + form * 31 + (uint64_t)word * 0xD6E8FEB86659FD93u);
	size_t i = hash & (shadow->capacity - 1);
	for (; shadow->slots[i].cell; i = (i + 1) & (shadow->capacity - 1)) {
		if (shadow->slots[i].hash != hash)
			continue;
		struct shadow_cell *cell = cell_at(shadow, shadow->slots[i].cell - 1);
		if (is_of(cell, object, form, word)) {
			shadow->next = shadow->slots[i].cell;
			return cell;
		}
	}
	struct shadow_cell *cell = add_cell(shadow, hash);
	if (cell) {
		cell->object = object;
		cell->form = form;
		cell->word = word;
		shadow->next = shadow->used;
	}
	return cell;
}

struct shadow_cell *shadow_at(
	struct shadow *shadow, const struct simt_object *object, uint64_t form, int64_t word)
{
	struct shadow_cell *next = shadow->next < shadow->used ? cell_at(shadow, shadow->next) : NULL;
	if (!next || !is_of(next, object, form, word))
		return find_or_add(shadow, object, form, word);
	shadow->next++;
	return next;
}

static uint8_t bytes_of(int64_t word, int64_t offset, int64_t end)
{
	uint8_t bytes = 0;
	for (int64_t byte = 0; byte < SHADOW_WORD; byte++)
		if (word * SHADOW_WORD + byte >= offset && word * SHADOW_WORD + byte < end)
			bytes |= (uint8_t)(1u << byte);
	return bytes;
}

struct stretch {
	uint64_t form;
	int64_t offset, size;
};

static bool walk_words(struct shadow *shadow, const struct simt_access *access, struct shadow_entry now,
	struct stretch stretch, shadow_visit *visit, void *context)
{
	int64_t offset = stretch.offset, end = offset + stretch.size;
	for (int64_t word = offset >> 2; word * SHADOW_WORD < end; word++) {
		struct shadow_cell *cell = shadow_at(shadow, access->object, stretch.form, word);
		if (!cell)
			return false;
		now.bytes = bytes_of(word, offset, end);
		visit(context, cell, &now);
	}
	return true;
}

/* A tile that the lanes of a warp move together, line by line. */
static bool walk_tile(struct shadow *shadow, const struct simt_access *access, struct shadow_entry now,
	shadow_visit *visit, void *context)
{
	struct stretch stretch = {shadow_form(access->offset, now.lane, NULL),
		value_lane(access->offset, now.lane), access->tile->line_bytes};
	for (int64_t i = 0; i < access->tile->lines; i++, stretch.offset += access->tile->pitch)
		if (!walk_words(shadow, access, now, stretch, visit, context))
			return false;
	return true;
}

bool shadow_walk(struct shadow *shadow, const struct simt_access *access, uint32_t op, shadow_visit *visit,
	void *context)
{
	bool shared = shadow_form_is_shared(access->offset);
	uint64_t form = shadow_form(access->offset, 0, NULL);
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		for (uint32_t rest = access->active.may.warp[warp]; rest; rest &= rest - 1) {
			unsigned lane = warp * SIMT_WARP + (unsigned)__builtin_ctz(rest);
			struct shadow_entry now = {op, (uint16_t)lane, 0, (uint8_t)access->kind};
			if (access->tile) {
				if (!walk_tile(shadow, access, now, visit, context))
					return false;
				break;
			}
			struct stretch stretch = {shared ? form : shadow_form(access->offset, lane, NULL),
				value_lane(access->offset, lane), access->size};
			if (!walk_words(shadow, access, now, stretch, visit, context))
				return false;
		}
	return true;
}

bool shadow_count(struct shadow *shadow, const struct simt_access *access)
{
	uint64_t form = shadow_form(access->offset, 0, NULL);
	int64_t offset = access->offset->constant, end = offset + access->size;
	for (int64_t word = offset >> 2; word * SHADOW_WORD < end; word++) {
		struct shadow_cell *cell = shadow_at(shadow, access->object, form, word);
		if (!cell)
			return false;
		if (cell->count)
			continue;
		cell->count = 1;
		shadow->spared += mask_count(&access->active.may) - 1;
		if (shadow->used + shadow->spared > MAX_CELLS)
			return false;
	}
	return true;
}

bool shadow_meets(const struct shadow_entry *old, const struct shadow_entry *now)
{
	bool reads = old->kind == SIMT_LOAD && now->kind == SIMT_LOAD;
	return old->lane != now->lane && !reads && (old->bytes & now->bytes);
}

/* Of the kind that most entries have, the oldest: what is rare says most. */
static unsigned least(const struct shadow_cell *cell)
{
	unsigned best = 0, count[SIMT_CAS + 1] = {0};
	for (unsigned i = 0; i < cell->count; i++)
		count[cell->entries[i].kind]++;
	for (unsigned i = 1; i < cell->count; i++) {
		const struct shadow_entry *entry = &cell->entries[i], *old = &cell->entries[best];
		if (count[entry->kind] > count[old->kind] ||
			(count[entry->kind] == count[old->kind] && entry->op < old->op))
			best = i;
	}
	return best;
}

/* Of one op, two lanes of the first warp and one of the last one are enough: whoever comes later finds a lane
 * that it isn't, and a warp that it isn't in. */
static bool crowds(const struct shadow_cell *cell, unsigned index, const struct shadow_entry *entry)
{
	const struct shadow_entry *old = &cell->entries[index];
	unsigned before = 0;
	for (unsigned i = 0; i < index; i++)
		before += cell->entries[i].op == entry->op && cell->entries[i].bytes == entry->bytes;
	return old->op == entry->op && old->bytes == entry->bytes && before == 2;
}

void shadow_add(struct shadow_cell *cell, struct shadow_entry entry, uint32_t stale)
{
	unsigned kept = 0;
	for (unsigned i = 0; i < cell->count; i++) {
		struct shadow_entry old = cell->entries[i];
		bool replaced = old.lane == entry.lane && old.kind == entry.kind && old.bytes == entry.bytes;
		if (old.op >= stale && !replaced && !crowds(cell, i, &entry))
			cell->entries[kept++] = old;
	}
	cell->count = kept;
	if (kept < SHADOW_ENTRIES) {
		cell->entries[cell->count++] = entry;
		return;
	}
	struct shadow_entry *old = &cell->entries[least(cell)];
	cell->lost = old->op + 1 > cell->lost ? old->op + 1 : cell->lost;
	*old = entry;
}

bool shadow_form_is_shared(const struct simt_value *offset)
{
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (offset->terms[i].lanes)
			return false;
	return true;
}

uint64_t shadow_form(const struct simt_value *offset, unsigned lane, const uint32_t *skip)
{
	uint64_t form = 0;
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_term *term = &offset->terms[i];
		int64_t coefficient = term->lanes ? term->lanes[lane] : term->coefficient;
		bool skipped = coefficient == 0;
		for (const uint32_t *at = skip; at && *at != UINT32_MAX; at++)
			skipped |= *at == term->symbol;
		if (!skipped)
			form = mix(form + term->symbol * 0xA24BAED4963EE407u + (uint64_t)coefficient);
	}
	return form;
}
