/* Chains of waiting and footprints.
 *
 * Loads that are issued one after the other without a use between them wait together: a batch. A batch ends
 * where the compiler can't move a load any further up: at a barrier, behind a store to the same kind of
 * memory, when an address depends on what was loaded, and after as many turns of a loop as are usually
 * unrolled. */
#include "analyzer/simt/work.h"

#include <string.h>

#include "analyzer/operation/update.h"
#include "analyzer/simt/exec/exec.h"
#include "model/access.h"

enum { UNROLLED = 4, MAX_BATCH = 64, SET_FIRST = 1 << 9, SET_MOST = 1 << 14 };

struct batch {
	const struct ir_expr *site[MAX_BATCH];
	unsigned turns[MAX_BATCH];
	unsigned count;
	bool stored;
	bool is_first; /* some load in it touches a sector that the block hasn't loaded before */
};

/* The sectors of a request of all warps, from the one that its constant lies in: one for each time that the
 * next lane goes elsewhere. Loops repeat them. */
struct pattern {
	const int64_t *lanes;
	unsigned within;  /* where in its sector the constant lies */
	double requested; /* 0: a free slot */
	struct simt_mask active;
	int64_t *sectors; /* without those that repeat the one before */
	unsigned count;
	/* where they were put into the set last */
	const struct simt_object *object; /* NULL: nowhere yet */
	int64_t first;
};

enum { PATTERNS = 16 };

/* What had been counted where turns begin that count for more. */
struct weighed_work {
	struct weighed_work *outer;
	double waits[SIMT_WAIT_COUNT], atomic_waits;
	VEC(struct simt_touch) touches;
};

struct work_tally {
	struct arena *arena;
	struct simt_work *out;
	struct batch batches[SIMT_WAIT_COUNT];
	double waits[SIMT_WAIT_COUNT], atomic_waits;
	double first_waits, sampled_waits; /* for global memory, while sectors are noted */
	uint64_t *set;                     /* sectors that the first block has loaded; 0: a free slot */
	unsigned set_count, set_size;      /* the size is a power of two, and twice the count or more */
	struct pattern patterns[PATTERNS];
	struct weighed_work *weighed; /* NULL: nothing is */
};

struct work_tally *work_new(struct arena *arena, struct simt_work *out)
{
	struct work_tally *tally = ARENA_NEW(arena, struct work_tally);
	tally->arena = arena;
	tally->out = out;
	return tally;
}

static bool is_sampling(const struct work_tally *tally)
{
	return tally->set_count <= SET_MOST;
}

static void close_batch(struct work_tally *tally, enum simt_wait wait)
{
	struct batch *batch = &tally->batches[wait];
	tally->waits[wait] += batch->count > 0;
	if (wait == SIMT_WAIT_GLOBAL && batch->count > 0 && is_sampling(tally)) {
		tally->sampled_waits++;
		tally->first_waits += batch->is_first;
	}
	batch->count = 0;
	batch->stored = batch->is_first = false;
}

void work_begin(struct work_tally *tally, struct simt *simt)
{
	memset(simt->issued, 0, sizeof simt->issued);
	memset(tally->batches, 0, sizeof tally->batches);
	memset(tally->waits, 0, sizeof tally->waits);
	tally->atomic_waits = tally->first_waits = tally->sampled_waits = 0;
	tally->out->touches.count = 0;
	tally->weighed = NULL;
	tally->set_count = 0;
	for (unsigned i = 0; i < PATTERNS; i++)
		tally->patterns[i].object = NULL;
	if (tally->set)
		memset(tally->set, 0, tally->set_size * sizeof *tally->set);
}

void work_barrier(struct work_tally *tally)
{
	for (int wait = 0; wait < SIMT_WAIT_COUNT; wait++)
		close_batch(tally, (enum simt_wait)wait);
}

static void weigh_more(double *now, double before, double weight)
{
	*now = before + (*now - before) * weight;
}

void work_weigh(struct work_tally *tally, double weight, bool begins)
{
	struct simt_work *out = tally->out;
	work_barrier(tally);
	if (begins) {
		struct weighed_work *weighed = ARENA_NEW(tally->arena, struct weighed_work);
		weighed->outer = tally->weighed;
		memcpy(weighed->waits, tally->waits, sizeof weighed->waits);
		weighed->atomic_waits = tally->atomic_waits;
		for (size_t i = 0; i < out->touches.count; i++)
			vec_push(tally->arena, &weighed->touches, out->touches.data[i]);
		tally->weighed = weighed;
		return;
	}
	const struct weighed_work *weighed = tally->weighed;
	if (!weighed)
		return;
	tally->weighed = weighed->outer;
	for (int wait = 0; wait < SIMT_WAIT_COUNT; wait++)
		weigh_more(&tally->waits[wait], weighed->waits[wait], weight);
	weigh_more(&tally->atomic_waits, weighed->atomic_waits, weight);
	for (size_t i = 0; i < out->touches.count; i++) {
		bool is_new = i >= weighed->touches.count;
		struct simt_touch *now = &out->touches.data[i];
		weigh_more(&now->requested, is_new ? 0 : weighed->touches.data[i].requested, weight);
		weigh_more(&now->distinct, is_new ? 0 : weighed->touches.data[i].distinct, weight);
	}
}

static bool depends_on_load(const struct simt *simt, const struct simt_access *access)
{
	if (!access->offset)
		return access->why && strstr(access->why, "memory");
	for (uint32_t i = 0; i < access->offset->term_count; i++)
		if (simt_symbol(simt, access->offset->terms[i].symbol)->kind == SYMBOL_LOADED)
			return true;
	return false;
}

static void add_load(
	struct work_tally *tally, struct simt *simt, const struct simt_access *access, enum simt_wait wait)
{
	struct batch *batch = &tally->batches[wait];
	unsigned at = 0;
	if (batch->stored || depends_on_load(simt, access))
		close_batch(tally, wait);
	while (at < batch->count && batch->site[at] != access->site)
		at++;
	if (at == MAX_BATCH || (at < batch->count && batch->turns[at] >= UNROLLED)) {
		close_batch(tally, wait);
		at = 0;
	}
	if (at == batch->count) {
		batch->site[at] = access->site;
		batch->turns[at] = 0;
		batch->count++;
	}
	batch->turns[at]++;
}

static struct simt_touch *touch_of(struct work_tally *tally, const struct simt_object *object)
{
	struct simt_work *out = tally->out;
	for (size_t i = 0; i < out->touches.count; i++)
		if (out->touches.data[i].object == object)
			return &out->touches.data[i];
	struct simt_touch touch = {.object = object};
	vec_push(tally->arena, &out->touches, touch);
	return &out->touches.data[out->touches.count - 1];
}

/* Whether the key is new. */
static bool insert_key(struct work_tally *tally, uint64_t key)
{
	unsigned mask = tally->set_size - 1;
	for (unsigned at = (unsigned)(key >> 32) & mask;; at = (at + 1) & mask) {
		if (tally->set[at] == key)
			return false;
		if (!tally->set[at]) {
			tally->set[at] = key;
			tally->set_count++;
			return true;
		}
	}
}

static void grow_set(struct work_tally *tally)
{
	const uint64_t *old = tally->set;
	unsigned old_size = tally->set_size;
	tally->set_size = old ? old_size * 4 : SET_FIRST;
	tally->set = ARENA_ARRAY(tally->arena, uint64_t, tally->set_size);
	tally->set_count = 0;
	for (unsigned i = 0; i < old_size; i++)
		if (old[i])
			insert_key(tally, old[i]);
}

/* Whether the sector is new. */
static bool insert(struct work_tally *tally, const struct simt_object *object, int64_t sector)
{
	uint64_t key = ((uint64_t)(uintptr_t)object * 0x9E3779B97F4A7C15u) ^ (uint64_t)sector * 2;
	key = (key | 1) * 0xC2B2AE3D27D4EB4Fu; /* odd times odd: never 0 */
	if (tally->set_count * 2 >= tally->set_size)
		grow_set(tally);
	return insert_key(tally, key);
}

static struct pattern *pattern_of(
	struct work_tally *tally, const struct simt *simt, const struct simt_access *access)
{
	const struct simt_value *offset = access->offset;
	const unsigned mask = MODEL_SECTOR_BYTES - 1;
	/* lanes that are whole sectors apart go to the same ones from anywhere in a sector */
	unsigned within = lanes_bits(offset->lanes) & mask ? (unsigned)offset->constant & mask : 0;
	uint64_t hash = ((uint64_t)(uintptr_t)offset->lanes >> 4) * 31 + within;
	struct pattern *pattern = &tally->patterns[hash * 0x9E3779B97F4A7C15u >> 60];
	if (pattern->requested > 0 && pattern->lanes == offset->lanes && pattern->within == within &&
		mask_equal(&pattern->active, &access->active.may))
		return pattern;
	if (!pattern->sectors)
		pattern->sectors = ARENA_ARRAY(tally->arena, int64_t, SIMT_MAX_LANES);
	pattern->lanes = offset->lanes;
	pattern->within = within;
	pattern->active = access->active.may;
	pattern->requested = 0;
	pattern->count = 0;
	pattern->object = NULL;
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++) {
		int64_t last = INT64_MIN;
		for (uint32_t rest = access->active.may.warp[warp]; rest; rest &= rest - 1) {
			unsigned lane = warp * SIMT_WARP + (unsigned)__builtin_ctz(rest);
			int64_t sector = ((offset->lanes ? offset->lanes[lane] : 0) + within) >> 5;
			if (sector == last)
				continue;
			last = sector;
			pattern->requested++;
			if (!pattern->count || pattern->sectors[pattern->count - 1] != sector)
				pattern->sectors[pattern->count++] = sector;
		}
	}
	return pattern;
}

/* Notes the sectors of one block's loads, without what the whole block shares of their addresses. */
static void sample(struct work_tally *tally, struct simt *simt, const struct simt_access *access)
{
	if (!access->offset || !access->object || !is_sampling(tally))
		return;
	struct simt_touch *touch = touch_of(tally, access->object);
	struct pattern *pattern = pattern_of(tally, simt, access);
	int64_t first = access->offset->constant >> 5;
	touch->requested += pattern->requested;
	if (pattern->object == access->object && pattern->first == first)
		return; /* they are there */
	pattern->object = access->object;
	pattern->first = first;
	const double before = touch->distinct;
	for (unsigned i = 0; i < pattern->count && is_sampling(tally); i++)
		touch->distinct += insert(tally, access->object, first + pattern->sectors[i]);
	tally->batches[SIMT_WAIT_GLOBAL].is_first |= touch->distinct > before;
}

static enum simt_wait wait_of(enum simt_space space)
{
	switch (space) {
	case SIMT_SHARED: return SIMT_WAIT_SHARED;
	case SIMT_LOCAL: return SIMT_WAIT_LOCAL;
	case SIMT_CONSTANT: return SIMT_WAIT_CONSTANT;
	default: return SIMT_WAIT_GLOBAL;
	}
}

void work_access(struct work_tally *tally, struct simt *simt, const struct simt_access *access)
{
	enum simt_wait wait = wait_of(access->space);
	simt_count(simt, SIMT_OP_MEMORY, 1);
	if (access->space == SIMT_GLOBAL || access->space == SIMT_GENERIC)
		simt_count(simt, SIMT_OP_INT, 1); /* the 64-bit address */
	switch (access->kind) {
	case SIMT_LOAD:
		add_load(tally, simt, access, wait);
		if (wait == SIMT_WAIT_GLOBAL)
			sample(tally, simt, access);
		break;
	case SIMT_STORE: tally->batches[wait].stored = true; break;
	default:
		tally->batches[wait].stored = true;
		if (access->result_used && wait == SIMT_WAIT_SHARED)
			tally->waits[wait]++;
		else if (access->result_used)
			tally->atomic_waits++;
		break;
	}
}

void work_end(struct work_tally *tally, struct simt *simt, double blocks, bool kept)
{
	struct simt_work *out = tally->out;
	unsigned busiest = 0;
	if (!kept)
		return;
	work_barrier(tally);
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		if (simt->issued[SIMT_OP_STEP][warp] > simt->issued[SIMT_OP_STEP][busiest])
			busiest = warp;
	for (int op = 0; op < SIMT_OP_COUNT; op++) {
		for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
			out->issued[op] += blocks * simt->issued[op][warp];
		if (simt->issued[op][busiest] > out->chain[op])
			out->chain[op] = simt->issued[op][busiest];
	}
	if (tally->waits[SIMT_WAIT_GLOBAL] > out->waits[SIMT_WAIT_GLOBAL] && tally->sampled_waits > 0)
		out->first_share = tally->first_waits / tally->sampled_waits;
	for (int wait = 0; wait < SIMT_WAIT_COUNT; wait++)
		if (tally->waits[wait] > out->waits[wait])
			out->waits[wait] = tally->waits[wait];
	if (tally->atomic_waits > out->atomic_waits)
		out->atomic_waits = tally->atomic_waits;
}

/* Whether ptxas does it once per warp. */
static bool is_aggregated(const struct simt_access *access, uint32_t active)
{
	struct ir_update update;
	if (!ir_update_of(access->site, &update))
		return false;
	const struct model_atomic atomic = {
		.is_add = update.kind == IR_UPDATE_ADD || update.kind == IR_UPDATE_SUB,
		.is_reduced = update.kind >= IR_UPDATE_MIN && update.kind <= IR_UPDATE_XOR,
		.is_integer = update.element->kind == IR_TYPE_INT,
		.size = access->size,
		.uniform_address = value_is_uniform(access->offset),
		.uniform_amount = access->uniform_amount,
		.result_used = access->result_used,
		.full_warp = active == UINT32_MAX};
	return (access->size == 4 || access->size == 8) && model_atomic_aggregated(&atomic);
}

double work_atomic_passes(const struct simt_access *access, const uint64_t offset[SIMT_WARP], uint32_t active)
{
	struct model_atomic_request asked;
	if (access->space != SIMT_GLOBAL && access->space != SIMT_GENERIC)
		return 0;
	model_atomic_request(&asked, offset, active, access->size, is_aggregated(access, active));
	return asked.passes;
}
