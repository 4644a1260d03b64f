/* Most memory that threads write is theirs alone: element i of an array, row i of a matrix. Where all that a
 * run does to an object has one pattern of lanes, moved by a constant each time, a lane's part is a range;
 * and where the ranges of any two lanes don't overlap, there is nothing to compare, word by word. */
#include "analyzer/order/race/apart.h"

#include <stdlib.h>

/* An object, or that part of it whose addresses have the same unknown part. */
struct part {
	const struct simt_object *object; /* NULL: a free slot */
	uint64_t form;
	const int64_t *lanes;
	const struct simt_mask *active;
	int64_t low, high; /* of the constants, size included */
	bool apart;
};

struct apart {
	struct part *parts; /* a hash table with open addressing */
	size_t count, capacity;
	/* the least distance that was looked for last */
	const int64_t *lanes;
	const struct simt_mask *active;
	int64_t least;
};

enum { FIRST_PARTS = 64 };

static struct part *slot_of(
	struct part *parts, size_t capacity, const struct simt_object *object, uint64_t form)
{
	uint64_t hash = ((uint64_t)(uintptr_t)object >> 4 ^ form) * 0x9E3779B97F4A7C15u;
	for (size_t i = (size_t)(hash >> 24);; i++) {
		struct part *part = &parts[i & (capacity - 1)];
		if (!part->object || (part->object == object && part->form == form))
			return part;
	}
}

static void grow(struct apart *apart, struct arena *arena)
{
	size_t capacity = apart->capacity ? apart->capacity * 4 : FIRST_PARTS;
	struct part *parts = ARENA_ARRAY(arena, struct part, capacity);
	for (size_t i = 0; i < apart->capacity; i++)
		if (apart->parts[i].object)
			*slot_of(parts, capacity, apart->parts[i].object, apart->parts[i].form) =
				apart->parts[i];
	apart->parts = parts;
	apart->capacity = capacity;
}

static bool is_whole_words(const struct simt_access *access)
{
	uint64_t bits = (uint64_t)access->offset->constant | lanes_bits(access->offset->lanes) | access->size;
	return bits % SHADOW_WORD == 0;
}

static void add(struct apart *apart, struct arena *arena, const struct simt_access *access)
{
	const struct simt_value *offset = access->offset;
	if (apart->count * 2 >= apart->capacity)
		grow(apart, arena);
	uint64_t form = shadow_form(offset, 0, NULL);
	struct part *part = slot_of(apart->parts, apart->capacity, access->object, form);
	int64_t end = (int64_t)((uint64_t)offset->constant + access->size);
	if (!part->object) {
		apart->count++;
		*part = (struct part){.object = access->object,
			.form = form,
			.lanes = offset->lanes,
			.active = &access->active.may,
			.low = offset->constant,
			.high = end,
			.apart = true};
	}
	part->apart = part->apart && !access->tile && is_whole_words(access) &&
		      shadow_form_is_shared(offset) && offset->lanes == part->lanes &&
		      mask_equal(&access->active.may, part->active);
	part->low = offset->constant < part->low ? offset->constant : part->low;
	part->high = end > part->high ? end : part->high;
}

/* Lanes whose factors differ make a form of their own each: any part of the object may meet them. */
static void give_up(struct apart *apart, const struct simt_object *object)
{
	for (size_t i = 0; i < apart->capacity; i++)
		if (apart->parts[i].object == object)
			apart->parts[i].apart = false;
}

static int by_number(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
	return (a > b) - (a < b);
}

/* The least distance of two active lanes. */
static int64_t least_distance(const int64_t *lanes, const struct simt_mask *active)
{
	int64_t numbers[SIMT_MAX_LANES];
	size_t count = 0;
	bool sorted = true;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		for (uint32_t rest = active->warp[warp]; rest; rest &= rest - 1) {
			int64_t at = lanes ? lanes[warp * SIMT_WARP + (unsigned)__builtin_ctz(rest)] : 0;
			sorted &= !count || at >= numbers[count - 1];
			numbers[count++] = at;
		}
	if (!sorted)
		qsort(numbers, count, sizeof *numbers, by_number);
	int64_t least = INT64_MAX;
	for (size_t i = 1; i < count; i++)
		least = numbers[i] - numbers[i - 1] < least ? numbers[i] - numbers[i - 1] : least;
	return least;
}

static bool is_apart(struct apart *apart, const struct part *part)
{
	const int64_t far = (int64_t)1 << 60;
	int64_t low = 0, high = 0;
	if (part->lanes)
		lanes_bounds(part->lanes, &low, &high);
	if (part->low < -far || part->high > far || low < -far || high > far)
		return false;
	if (!apart->active || part->lanes != apart->lanes || !mask_equal(part->active, apart->active)) {
		apart->lanes = part->lanes;
		apart->active = part->active;
		apart->least = least_distance(part->lanes, part->active);
	}
	return apart->least >= part->high - part->low;
}

struct apart *apart_new(const struct sync_log *log)
{
	struct apart *apart = ARENA_NEW(log->arena, struct apart);
	VEC(const struct simt_object *) mixed = {0};
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_access *access = log->ops.data[i].access;
		if (!access || !access->object || !access->offset || !sync_is_written(log, access->object))
			continue;
		add(apart, log->arena, access);
		size_t known = 0;
		while (known < mixed.count && mixed.data[known] != access->object)
			known++;
		if (known == mixed.count && !shadow_form_is_shared(access->offset))
			vec_push(log->arena, &mixed, access->object);
	}
	for (size_t i = 0; i < mixed.count; i++)
		give_up(apart, mixed.data[i]);
	for (size_t i = 0; i < apart->capacity; i++) {
		struct part *part = &apart->parts[i];
		part->apart = part->object && part->apart && is_apart(apart, part);
	}
	return apart;
}

bool apart_walk(const struct apart *apart, struct shadow *shadow, const struct simt_access *access,
	uint32_t op, shadow_visit *visit, void *context)
{
	uint64_t form = shadow_form(access->offset, 0, NULL);
	const struct part *part = slot_of(apart->parts, apart->capacity, access->object, form);
	return part->apart ? shadow_count(shadow, access) : shadow_walk(shadow, access, op, visit, context);
}
