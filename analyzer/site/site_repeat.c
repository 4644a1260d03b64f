/* A loop repeats an access with addresses that differ by whole lines, or by a few words in the same way again
 * and again: sectors, lines and banks follow from the address modulo 128 bytes and the distances of the
 * lanes. */
#include "analyzer/site/site_repeat.h"

#include "analyzer/simt/exec/exec.h"

enum { SLOTS = 32, LINE = 128 };

struct repeat {
	const struct simt_value *offset; /* NULL: nothing yet */
	const struct simt_object *object;
	struct simt_mask active;
	int64_t blocks;
	double weight;
	struct simt_counts counts;
};

struct site_repeats {
	unsigned times;
	struct repeat *slots;
};

struct repeats {
	struct arena *arena;
	VEC(struct site_repeats) sites; /* by the site's order */
};

struct repeats *repeats_new(struct arena *arena)
{
	struct repeats *repeats = ARENA_NEW(arena, struct repeats);
	repeats->arena = arena;
	return repeats;
}

void repeats_forget(struct repeats *repeats)
{
	repeats->sites.count = 0;
}

/* Where an access is remembered; NULL for sites that may never come again. */
static struct repeat *slot_of(
	struct repeats *repeats, const struct simt_access *access, const struct simt_site *site)
{
	while (repeats->sites.count <= site->order)
		vec_push(repeats->arena, &repeats->sites, (struct site_repeats){0});
	struct site_repeats *of_site = &repeats->sites.data[site->order];
	bool is_atomic = access->kind == SIMT_ATOMIC || access->kind == SIMT_CAS;
	if (is_atomic || of_site->times < 2)
		return NULL;
	if (!of_site->slots)
		of_site->slots = ARENA_ARRAY(repeats->arena, struct repeat, SLOTS);
	return &of_site->slots[(uint64_t)access->offset->constant / 4 % SLOTS];
}

static bool same_pattern(const struct repeat *repeat, const struct simt_access *access, double weight)
{
	return repeat->offset && repeat->object == access->object && repeat->blocks == access->blocks &&
	       !(repeat->weight < weight) && !(repeat->weight > weight) &&
	       (uint64_t)(repeat->offset->constant ^ access->offset->constant) % LINE == 0 &&
	       mask_equal(&repeat->active, &access->active.may) &&
	       value_same_form(access->offset, repeat->offset);
}

static void add(struct simt_counts *to, const struct simt_counts *by, double sign)
{
	to->requests += sign * by->requests;
	to->lanes += sign * by->lanes;
	to->sectors += sign * by->sectors;
	to->ideal_sectors += sign * by->ideal_sectors;
	to->lines += sign * by->lines;
	to->whole_ideal += sign * by->whole_ideal;
	to->wavefronts += sign * by->wavefronts;
	to->ideal_wavefronts += sign * by->ideal_wavefronts;
	to->constant_requests += sign * by->constant_requests;
	to->local_sectors += sign * by->local_sectors;
	to->l1_wavefronts += sign * by->l1_wavefronts;
	to->atomic_passes += sign * by->atomic_passes;
	to->unknown += sign * by->unknown;
}

bool repeats_add(
	struct repeats *repeats, const struct simt_access *access, double weight, struct simt_site *site)
{
	const struct repeat *repeat = slot_of(repeats, access, site);
	repeats->sites.data[site->order].times++;
	if (!repeat || !same_pattern(repeat, access, weight))
		return false;
	add(&site->pending, &repeat->counts, 1);
	return true;
}

void repeats_note(struct repeats *repeats, const struct simt_access *access, double weight,
	const struct simt_site *site, const struct simt_counts *before)
{
	struct repeat *repeat = slot_of(repeats, access, site);
	if (!repeat)
		return;
	*repeat = (struct repeat){.offset = access->offset,
		.object = access->object,
		.active = access->active.may,
		.blocks = access->blocks,
		.weight = weight,
		.counts = site->pending};
	add(&repeat->counts, before, -1);
}
