/* Two blocks, each of them known.
 *
 * A run takes blocks together that behave alike; those of different runs, and some of one run, are looked at
 * one by one here, with blockIdx put in for its symbol. All that they touch goes into one table of the words
 * of global memory, and whoever finds another block's access there is compared with it.
 *
 * Two accesses are unordered if they lie between the same barriers of the grid, and neither block has looked
 * before at what another one tells: an atomic's result, a volatile flag, a lock. What isn't known, a fence
 * included, may have looked. */
#include "analyzer/order/race/block_pair.h"

#include <string.h>

#include "analyzer/order/conflict.h"
#include "analyzer/order/judge.h"
#include "analyzer/order/race/block_item.h"
#include "analyzer/order/race/lockset.h"
#include "analyzer/order/race/narrow_scope.h"

enum { MOST_BLOCKS = 12, MOST_VISITS = 300000 };
/* Of two items, in different lanes and blocks; and of those beyond, of all items. */
enum { MOST_PAIRS = 48, MOST_COMPARED = 100000 };

/* ---- two accesses ---------------------------------------------------------------------------- */

/* Both store one number, or one of them stores what nobody can tell from the other's. */
static bool store_alike(
	const struct block_touch *a, unsigned a_lane, const struct block_touch *b, unsigned b_lane)
{
	const struct simt_value *one = a->item->op.access->value, *other = b->item->op.access->value;
	struct block_view left = block_view_of(a), right = block_view_of(b);
	struct block_number p, q;
	if (!one || !other)
		return false;
	if (one->kind == SIMT_REAL || other->kind == SIMT_REAL)
		return one->kind == other->kind && !(one->real < other->real || one->real > other->real);
	return block_number_of(&left, one, a_lane, &p) && block_number_of(&right, other, b_lane, &q) &&
	       p.known == q.known && p.form == q.form;
}

bool block_has_index(
	const struct block_run *run, const struct simt_value *value, bool computed, unsigned nesting)
{
	for (uint32_t i = 0; value && nesting < 8 && i < value->term_count; i++) {
		const struct simt_symbol *symbol = &run->view.symbols[value->terms[i].symbol];
		if (symbol->kind == SYMBOL_BLOCK && (!computed || nesting))
			return true;
		if (symbol->kind == SYMBOL_COMPUTED &&
			(block_has_index(run, symbol->left, computed, nesting + 1) ||
				block_has_index(run, symbol->right, computed, nesting + 1)))
			return true;
	}
	return false;
}

/* Whether it isn't told that what they store differs: one number that was read from memory, perhaps. */
static bool may_store_alike(
	const struct block_touch *a, unsigned a_lane, const struct block_touch *b, unsigned b_lane)
{
	const struct simt_value *one = a->item->op.access->value, *other = b->item->op.access->value;
	struct block_view left = block_view_of(a), right = block_view_of(b);
	struct block_number p, q;
	if (a->item->op.access->site != b->item->op.access->site ||
		block_has_index(a->run, a->item->op.access->offset, false, 0))
		return false;
	if (!one || !other || one->kind == SIMT_REAL || other->kind == SIMT_REAL)
		return !one && !other;
	return !block_number_of(&left, one, a_lane, &p) || !block_number_of(&right, other, b_lane, &q);
}

static int64_t blocks_of(const struct block_run *run)
{
	int64_t blocks = 1;
	for (unsigned dim = 0; dim < 3; dim++)
		if (__builtin_mul_overflow(blocks, run->box.high[dim] - run->box.low[dim] + 1, &blocks))
			return INT64_MAX;
	return blocks;
}

/* The other one is reported: what reads, else what fewer blocks do, plainly. */
static bool comes_first(const struct block_touch *a, const struct block_touch *b)
{
	const struct simt_access *one = a->item->op.access, *other = b->item->op.access;
	if ((one->kind == SIMT_LOAD) != (other->kind == SIMT_LOAD))
		return other->kind == SIMT_LOAD;
	if (one->is_atomic != other->is_atomic)
		return one->is_atomic;
	return blocks_of(a->run) >= blocks_of(b->run);
}

/* Apart from what each of them is: within a grid that isn't known, several blocks are a guess. */
enum sync_belief block_belief_of(const struct block_pairs *pairs, const struct block_touch *a,
	enum block_reach one, enum block_reach other, bool locked)
{
	const struct simt_launch *launch = pairs->log->simt->request->launch;
	/* nobody takes a lock where nobody else goes */
	if (one == BLOCK_MAYBE && other == BLOCK_MAYBE && !locked)
		return SYNC_POSSIBLE;
	return launch->grid_known || pairs->runs.count > 1 || a->run->items.count == 0 ? SYNC_LIKELY
										       : SYNC_POSSIBLE;
}

static void add_narrow(struct block_pairs *pairs, const struct block_touch *touch, enum block_reach one,
	enum block_reach other)
{
	struct sync_report *report = pairs->log->report;
	for (size_t i = 0; i < report->narrow.count; i++)
		if (report->narrow.data[i].expr == touch->item->expr)
			return;
	const struct simt_launch *launch = pairs->log->simt->request->launch;
	bool sure = one == BLOCK_SURE && other == BLOCK_SURE && launch->grid_known;
	struct sync_narrow_scope narrow = {touch->item->expr, touch->item->op.access->function,
		touch->item->op.access->object, sure ? SYNC_PROVEN : SYNC_LIKELY};
	vec_push(pairs->arena, &report->narrow, narrow);
}

/* Whether it is told already of two threads of one block, or with the two the other way round. */
static bool is_told(const struct block_pairs *pairs, const struct simt_access *one,
	const struct simt_access *other, enum sync_belief belief)
{
	const sync_conflict_list *conflicts = &pairs->log->report->conflicts;
	for (size_t i = 0; i < conflicts->count; i++) {
		const struct sync_conflict *told = conflicts->data[i];
		bool same = told->first.expr == one->site && told->second.expr == other->site;
		bool turned = told->first.expr == other->site && told->second.expr == one->site &&
			      told->first.is_store == (other->kind != SIMT_LOAD);
		if (told->belief >= belief && (turned || (same && !told->blocks)))
			return true;
	}
	return false;
}

void block_add_conflict(struct block_pairs *pairs, const struct block_touch *a, unsigned a_lane,
	const struct block_touch *b, unsigned b_lane, enum sync_belief belief)
{
	const struct simt_access *one = a->item->op.access, *other = b->item->op.access;
	bool mixes =
		(one->kind == SIMT_LOAD && sync_adds(other)) || (other->kind == SIMT_LOAD && sync_adds(one));
	if (!mixes && is_told(pairs, one, other, belief))
		return;
	struct sync_conflict *conflict =
		mixes ? sync_add_mixed(pairs->log, &a->item->op, a_lane, &b->item->op, b_lane, belief, true)
		      : sync_add_conflict(
				pairs->log, &a->item->op, a_lane, &b->item->op, b_lane, belief, true);
	if (!conflict)
		return;
	conflict->loop = NULL;
	for (unsigned dim = 3; dim-- > 0;)
		if (a->block[dim] != b->block[dim]) {
			conflict->block_gap = b->block[dim] - a->block[dim];
			conflict->dim = dim;
		}
}

/* Whether the two blocks hold one lock, or may well do so. */
static bool is_same_lock(const struct block_touch *a, const struct sync_lock *one, unsigned a_lane,
	const struct block_touch *b, const struct sync_lock *other, unsigned b_lane)
{
	struct block_view left = block_view_of(a), right = block_view_of(b);
	struct block_number p, q;
	if (!block_same_object(one->object, other->object))
		return false;
	if (!one->offset || !other->offset || !block_number_of(&left, one->offset, a_lane, &p) ||
		!block_number_of(&right, other->offset, b_lane, &q))
		return true;
	return p.form != q.form || p.known == q.known;
}

static bool share_lock(
	const struct block_touch *a, unsigned a_lane, const struct block_touch *b, unsigned b_lane)
{
	unsigned p_lane, q_lane;
	for (const struct sync_hold *p = a->item->op.held; p; p = p->next)
		for (const struct sync_hold *q = b->item->op.held; q; q = q->next)
			if (sync_holder(p, a_lane, true, &p_lane) && sync_holder(q, b_lane, true, &q_lane) &&
				is_same_lock(a, p->lock, p_lane, b, q->lock, q_lane))
				return true;
	return false;
}

static size_t slot_of(const struct block_item *a, const struct block_item *b)
{
	return ((uintptr_t)a / sizeof *a * 31 + (uintptr_t)b / sizeof *b) % BLOCK_PAIR_SLOTS;
}

/* Whether two items are in order, or needn't be, whoever executes them. */
static bool are_in_order(const struct block_item *a, const struct block_item *b)
{
	const struct simt_access *one = a->op.access, *other = b->op.access;
	bool plain_load = (one->kind == SIMT_LOAD && !sync_adds(other) && other->is_atomic) ||
			  (other->kind == SIMT_LOAD && !sync_adds(one) && one->is_atomic);
	return plain_load || a->is_ordered || b->is_ordered || (one->is_atomic && other->is_atomic);
}

static bool are_futile(const struct block_item *a, const struct block_item *b)
{
	bool loads = a->op.access->kind == SIMT_LOAD && b->op.access->kind == SIMT_LOAD;
	return loads || a->interval != b->interval || (!a->is_narrow && !b->is_narrow && are_in_order(a, b));
}

/* Whether two items were compared often enough; others may have taken their slot. */
static bool is_well_known(struct block_pairs *pairs, const struct block_item *a, const struct block_item *b)
{
	size_t slot = slot_of(a, b);
	if (pairs->compared[slot].a != a || pairs->compared[slot].b != b) {
		pairs->compared[slot].a = a;
		pairs->compared[slot].b = b;
		pairs->compared[slot].times = 0;
		pairs->compared[slot].is_told = false;
	}
	if (pairs->compared[slot].is_told)
		return true;
	if (pairs->compared[slot].times++ < MOST_PAIRS)
		return false;
	bool enough = pairs->more++ >= MOST_COMPARED;
	if (enough)
		pairs->log->report->cuts |= SYNC_CUT_BLOCKS;
	return enough;
}

static void compare(struct block_pairs *pairs, const struct block_touch *a, unsigned a_lane,
	const struct block_touch *b, unsigned b_lane)
{
	const struct simt_access *one = a->item->op.access, *other = b->item->op.access;
	if (are_futile(a->item, b->item) || memcmp(a->block, b->block, sizeof a->block) == 0 ||
		is_well_known(pairs, a->item, b->item) || block_excludes(a, a_lane, b, b_lane))
		return;
	struct block_view left = block_view_of(a), right = block_view_of(b);
	enum block_reach p = block_reach_of(&left, one->where.path, a_lane),
			 q = block_reach_of(&right, other->where.path, b_lane);
	if (a->item->is_narrow)
		add_narrow(pairs, a, p, q);
	if (b->item->is_narrow)
		add_narrow(pairs, b, p, q);
	if (are_in_order(a->item, b->item) || share_lock(a, a_lane, b, b_lane) ||
		store_alike(a, a_lane, b, b_lane))
		return;
	enum sync_belief belief = block_belief_of(pairs, a, p, q,
		sync_held(&a->item->op, a_lane, true) && sync_held(&b->item->op, b_lane, true));
	bool both_store = one->kind == SIMT_STORE && other->kind == SIMT_STORE;
	if (both_store && may_store_alike(a, a_lane, b, b_lane))
		belief = SYNC_POSSIBLE;
	if (belief == SYNC_POSSIBLE && !pairs->log->simt->request->launch->grid_known)
		return;
	pairs->compared[slot_of(a->item, b->item)].is_told = belief >= SYNC_LIKELY;
	if (comes_first(a, b))
		block_add_conflict(pairs, a, a_lane, b, b_lane, belief);
	else
		block_add_conflict(pairs, b, b_lane, a, a_lane, belief);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Of one item, two blocks are enough for whoever comes later; and where there is no room, another execution
 * of the same place. */
static void add_entry(struct block_pairs *pairs, struct shadow_cell *cell, const struct shadow_entry *entry)
{
	const struct block_item *item = pairs->touches.data[entry->op].item;
	unsigned same = 0;
	bool is_met = false;
	for (unsigned i = 0; i < cell->count; i++) {
		const struct block_item *other = pairs->touches.data[cell->entries[i].op].item;
		same += other == item;
		is_met |= other->expr == item->expr && other->op.access->kind == item->op.access->kind;
	}
	if (same < 2 && cell->count < SHADOW_ENTRIES)
		cell->entries[cell->count++] = *entry;
	else if (same < 2 && !is_met)
		pairs->log->report->cuts |= SYNC_CUT_BLOCKS;
}

static void visit(struct block_pairs *pairs, uint32_t index, unsigned lane)
{
	const struct block_touch *touch = &pairs->touches.data[index];
	const struct simt_access *access = touch->item->op.access;
	struct block_view view = block_view_of(touch);
	struct block_number at;
	pairs->visits++;
	if (!block_number_of(&view, access->offset, lane, &at) ||
		block_reach_of(&view, access->where.path, lane) == BLOCK_NEVER)
		return;
	struct shadow_cell *cell = shadow_at(pairs->shadow, touch->item->rep, at.form, at.known);
	if (!cell) {
		pairs->full = true;
		return;
	}
	for (unsigned i = 0; i < cell->count; i++)
		compare(pairs, &pairs->touches.data[cell->entries[i].op], cell->entries[i].lane, touch, lane);
	struct shadow_entry entry = {index, (uint16_t)lane, 1, (uint8_t)access->kind};
	add_entry(pairs, cell, &entry);
}

static void touch_block(struct block_pairs *pairs, const struct block_run *run, const int64_t block[3],
	const struct simt_object *object)
{
	for (size_t i = 0; i < run->items.count && !pairs->full; i++) {
		const struct block_item *item = &run->items.data[i];
		if (item->rep != object)
			continue;
		struct block_touch touch = {run, item, {block[0], block[1], block[2]}};
		uint32_t index = (uint32_t)pairs->touches.count;
		vec_push(pairs->arena, &pairs->touches, touch);
		for (unsigned lane = 0; lane < pairs->log->simt->lanes && !pairs->full; lane++)
			if (mask_has(&item->op.access->active.may, lane))
				visit(pairs, index, lane);
		pairs->full |= pairs->visits > MOST_VISITS;
	}
}

/* Some blocks of a box: the first ones, then in doubling steps, and the last. */
static void touch_box(struct block_pairs *pairs, const struct block_run *run,
	const struct simt_object *object, unsigned most)
{
	static const int64_t steps[MOST_BLOCKS] = {0, 1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512};
	const struct simt_launch *launch = pairs->log->simt->request->launch;
	for (unsigned dim = 0; dim < 3; dim++) {
		/* of a grid that isn't known, nobody has to have blocks that the kernel doesn't ask for */
		if (dim && !launch->grid_known && !pairs->uses[dim])
			continue;
		int64_t extent = run->box.high[dim] - run->box.low[dim], block[3];
		bool counts = launch->grid_known || pairs->uses[dim];
		for (unsigned i = dim ? 1 : 0; i < (counts ? most : 1) && steps[i] <= extent; i++) {
			memcpy(block, run->box.low, sizeof block);
			block[dim] += steps[i];
			touch_block(pairs, run, block, object);
		}
		bool last = launch->grid_known && extent > 4 && (extent & (extent - 1));
		if (!last)
			continue;
		memcpy(block, run->box.low, sizeof block);
		block[dim] = run->box.high[dim];
		touch_block(pairs, run, block, object);
	}
}

/* Whether different blocks may come to one element of it in a way that block_race.c doesn't see: it is
 * written, and in different runs, under a lock, or at addresses of which some don't depend on the block, or
 * not on it alone. */
static bool is_asked(const struct block_pairs *pairs, const struct simt_object *object)
{
	bool written = false, strange = false;
	const struct block_run *user = NULL;
	for (size_t i = 0; i < pairs->runs.count; i++)
		for (size_t k = 0; k < pairs->runs.data[i]->items.count; k++) {
			const struct block_run *run = pairs->runs.data[i];
			const struct simt_access *access = run->items.data[k].op.access;
			if (run->items.data[k].rep != object)
				continue;
			written |= access->kind != SIMT_LOAD;
			strange |= (user && user != run) || run->items.data[k].op.held ||
				   !block_has_index(run, access->offset, false, 0) ||
				   block_has_index(run, access->offset, true, 0);
			user = run;
		}
	return written && strange;
}

/* How many blocks of a row of them are looked at: fewer where each does much. */
static unsigned blocks_for(const struct block_pairs *pairs, const struct simt_object *object)
{
	enum { FEW_BLOCKS = 6, MANY = 60000 };
	size_t lanes = 0;
	for (size_t i = 0; i < pairs->runs.count; i++)
		for (size_t k = 0; k < pairs->runs.data[i]->items.count; k++) {
			const struct block_item *item = &pairs->runs.data[i]->items.data[k];
			lanes += item->rep == object ? mask_count(&item->op.access->active.may) : 0;
		}
	return lanes * MOST_BLOCKS * 3 > MANY ? FEW_BLOCKS : MOST_BLOCKS;
}

static bool is_dropped(const struct block_pairs *pairs, const struct simt_object *object)
{
	for (size_t i = 0; i < pairs->dropped.count; i++)
		if (pairs->dropped.data[i] == object)
			return true;
	return false;
}

void block_pairs_compare(struct sync_log *log)
{
	struct block_pairs *pairs = log->pairs;
	pairs->log = log;
	if (!pairs->runs.count || log->report->truncated)
		return;
	if (pairs->runs.count == 1 && blocks_of(pairs->runs.data[0]) == 1)
		return;
	for (size_t i = 0; i < pairs->objects.count && !pairs->full; i++) {
		if (!is_asked(pairs, pairs->objects.data[i]))
			continue;
		if (is_dropped(pairs, pairs->objects.data[i]))
			log->report->cuts |= SYNC_CUT_BLOCKS;
		const struct simt_object *object = pairs->objects.data[i];
		unsigned most = blocks_for(pairs, object);
		pairs->shadow = shadow_new(pairs->arena);
		for (size_t k = 0; k < pairs->runs.count && !pairs->full; k++)
			touch_box(pairs, pairs->runs.data[k], object, most);
	}
	if (pairs->full)
		log->report->cuts |= SYNC_CUT_BLOCKS;
	block_picked_compare(pairs);
}
