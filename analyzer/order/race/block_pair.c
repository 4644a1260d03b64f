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
#include "analyzer/order/race/block_number.h"
#include "analyzer/order/race/lockset.h"
#include "analyzer/order/race/narrow_scope.h"
#include "analyzer/order/relation.h"

enum { MOST_TIMES = 16, MOST_BLOCKS = 12, MOST_VISITS = 300000, MOST_BOXES = 24 };
/* Of two items, in different lanes and blocks; and of those beyond, of all items. */
enum { MOST_PAIRS = 48, PAIR_SLOTS = 1024, MOST_COMPARED = 100000 };

/* One access of a run. */
struct item {
	struct sync_op op;             /* its access; of an atomic object, one made of its event */
	const struct simt_object *rep; /* the object, the same in all runs */
	uint32_t interval;             /* barriers of the grid before it */
	bool is_ordered;               /* its block may have looked before at what others tell */
	bool is_narrow;                /* an atomic of block scope */
	const struct ir_expr *expr;    /* then: what to report */
};

struct run {
	struct simt_box box;
	struct block_view view;
	VEC(struct item) items;
};

/* One block's execution of an item. */
struct touch {
	const struct run *run;
	const struct item *item;
	int64_t block[3];
};

struct block_pairs {
	struct arena *arena;
	VEC(struct run *) runs;
	VEC(const struct simt_object *) objects, dropped; /* dropped: of which not all accesses are kept */
	VEC(struct touch) touches;
	struct shadow *shadow;
	struct sync_log *log;
	size_t visits, more; /* more: comparisons of items that were compared often */
	bool uses[3];        /* blockIdx in a dimension is in some address or condition */
	struct {
		const struct item *a, *b;
		unsigned times;
		bool is_told;
	} compared[PAIR_SLOTS];
	bool full;
};

struct block_pairs *block_pairs_new(struct arena *arena)
{
	struct block_pairs *pairs = ARENA_NEW(arena, struct block_pairs);
	pairs->arena = arena;
	return pairs;
}

/* ---- keeping --------------------------------------------------------------------------------- */

static bool is_one_object(const struct simt_object *a, const struct simt_object *b)
{
	if (a == b)
		return true;
	if (a->allocation || b->allocation)
		return a->allocation == b->allocation;
	if (a->var || b->var)
		return a->var == b->var;
	return a->param && a->param == b->param && strcmp(a->name, b->name) == 0;
}

/* What stands for an object in all runs; NULL: it can't be told which it is. */
static const struct simt_object *rep_of(struct block_pairs *pairs, const struct simt_object *object)
{
	bool told = object->allocation || object->var || object->param;
	if (!told || object->may_alias || object->is_loaded || object->either[0])
		return NULL;
	for (size_t i = 0; i < pairs->objects.count; i++)
		if (is_one_object(pairs->objects.data[i], object))
			return pairs->objects.data[i];
	vec_push(pairs->arena, &pairs->objects, object);
	return object;
}

/* A load in the condition of a loop that nobody counts: it waits. */
static bool polls(const struct simt_access *access)
{
	const struct simt_turn *turn = access->where.turn;
	const struct ir_expr *condition = turn && turn->stands_for_all ? turn->loop->expr : NULL;
	return condition && access->site->range.begin >= condition->range.begin &&
	       access->site->range.end <= condition->range.end && turn->loop->kind != IR_FOR;
}

/* Whether it may tell its block what another one has done. */
static bool looks(const struct sync_op *op)
{
	if (op->event)
		return !sync_is_blind_update(op->event) && op->event->kind != SIMT_BLOCK_BARRIER &&
		       op->event->kind != SIMT_WARP_BARRIER && op->event->kind != SIMT_COLLECTIVE &&
		       op->event->kind != SIMT_SCRATCH && op->event->kind != SIMT_GRID_BARRIER &&
		       !sync_is_way_out(op->event);
	const struct simt_access *access = op->access;
	if (access->space == SIMT_SHARED)
		return false;
	if (access->kind == SIMT_LOAD)
		return access->is_volatile || access->is_atomic || polls(access);
	return access->kind == SIMT_CAS || (access->kind == SIMT_ATOMIC && access->result_used);
}

static bool stores_alike(const struct simt_access *a, const struct simt_access *b)
{
	if (!a->value || !b->value)
		return a->value == b->value;
	return value_same(a->value, b->value) ||
	       (a->value->kind == SIMT_UNKNOWN && b->value->kind == SIMT_UNKNOWN);
}

/* Whether one of a run's items does the same, or there are so many of one place that more aren't kept. */
static bool is_enough(struct sync_log *log, const struct run *run, const struct item *item)
{
	const struct simt_access *now = item->op.access;
	unsigned times = 0;
	for (size_t i = 0; i < run->items.count; i++) {
		const struct item *old = &run->items.data[i];
		const struct simt_access *access = old->op.access;
		if (access->site != now->site || access->kind != now->kind ||
			old->interval != item->interval || old->is_narrow != item->is_narrow)
			continue;
		bool same_lanes =
			value_is_uniform(now->offset) || mask_equal(&access->active.may, &now->active.may);
		if (same_lanes && stores_alike(access, now) && value_same(access->offset, now->offset) &&
			access->where.path == now->where.path)
			return true;
		times++;
	}
	if (times >= MOST_TIMES)
		vec_push(log->arena, &log->pairs->dropped, item->rep);
	return times >= MOST_TIMES;
}

static void note_dims(
	struct block_pairs *pairs, const struct run *run, const struct simt_value *value, unsigned nesting)
{
	for (uint32_t i = 0; value && nesting < 8 && i < value->term_count; i++) {
		uint32_t index = value->terms[i].symbol;
		const struct simt_symbol *symbol = &run->view.symbols[index];
		for (unsigned dim = 0; dim < 3; dim++)
			pairs->uses[dim] |= run->view.block_symbol[dim] == index;
		if (symbol->kind == SYMBOL_COMPUTED) {
			note_dims(pairs, run, symbol->left, nesting + 1);
			note_dims(pairs, run, symbol->right, nesting + 1);
		}
	}
}

static void keep_item(struct sync_log *log, struct run *run, struct item item)
{
	struct block_pairs *pairs = log->pairs;
	const struct simt_access *access = item.op.access;
	if (access->space != SIMT_GLOBAL || !access->object || !access->offset || access->tile ||
		sync_is_input(access) || (item.is_ordered && !item.is_narrow))
		return;
	item.rep = rep_of(pairs, access->object);
	if (!item.rep || is_enough(log, run, &item))
		return;
	vec_push(pairs->arena, &run->items, item);
	note_dims(pairs, run, access->offset, 0);
	for (const struct simt_path *path = access->where.path; path; path = path->up)
		for (unsigned i = 0; i < path->condition->relation_count; i++)
			note_dims(pairs, run, path->condition->relations[i].difference, 0);
}

/* The access that a member of an atomic object of block scope makes. */
static const struct simt_access *access_of_event(struct arena *arena, const struct simt_event *event)
{
	struct simt_access *access = ARENA_NEW(arena, struct simt_access);
	bool reads = ir_cuda(event->site)->effect == IR_MEMORY_READ;
	*access = (struct simt_access){.site = event->site,
		.function = event->function,
		.kind = reads ? SIMT_LOAD : SIMT_ATOMIC,
		.space = event->object->space,
		.object = event->object,
		.offset = event->offset,
		.size = 4,
		.active = event->active,
		.where = event->where,
		.is_atomic = true};
	return access;
}

static void keep_op(struct sync_log *log, struct run *run, const struct sync_op *op, struct item item)
{
	if (op->access) {
		item.op = *op;
		item.is_narrow = sync_is_narrow(op);
		item.expr = op->access->site;
		keep_item(log, run, item);
	} else if (sync_is_narrow(op) && op->event->object && op->event->offset) {
		item.op = (struct sync_op){.access = access_of_event(log->arena, op->event)};
		item.is_narrow = true;
		item.expr = op->event->site;
		keep_item(log, run, item);
	}
}

void block_pairs_keep(struct sync_log *log)
{
	struct block_pairs *pairs = log->pairs;
	if (pairs->runs.count >= MOST_BOXES)
		log->report->cuts |= SYNC_CUT_BLOCKS;
	if (log->truncated || pairs->runs.count >= MOST_BOXES)
		return;
	struct run *run = ARENA_NEW(pairs->arena, struct run);
	run->box = log->simt->box;
	block_view_start(pairs->arena, &run->view, log->simt);
	vec_push(pairs->arena, &pairs->runs, run);
	struct item item = {0};
	bool waited = false;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		bool of_section = op->is_lock || (op->held && op->event && op->event->kind == SIMT_FENCE);
		waited |= looks(op) && !op->of_object && !of_section;
		item.is_ordered = waited || op->is_ordered || op->block_learns;
		keep_op(log, run, op, item);
		if (op->event && op->event->kind == SIMT_GRID_BARRIER) {
			item.interval++;
			waited = false;
		}
	}
}

/* ---- conditions ------------------------------------------------------------------------------ */

enum reach { NEVER, MAYBE, SURE };

static bool decide(enum ir_op op, int64_t known)
{
	switch (op) {
	case IR_OP_LT: return known < 0;
	case IR_OP_LE: return known <= 0;
	case IR_OP_GT: return known > 0;
	case IR_OP_GE: return known >= 0;
	case IR_OP_EQ: return known == 0;
	default: return known != 0;
	}
}

/* Whether a lane of a block gets there: MAYBE where data decides, or a number is singled out. */
static enum reach reach_of(const struct block_view *view, const struct simt_path *path, unsigned lane)
{
	enum reach reach = SURE;
	for (; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		bool told = condition->relation_count > 0;
		for (unsigned i = 0; i < condition->relation_count; i++) {
			struct simt_relation relation;
			struct block_number number;
			if (!relation_holds(path, lane, i, &relation) ||
				!block_number_of(view, relation.difference, lane, &number)) {
				told = false;
				continue;
			}
			if (!number.form && !decide(relation.op, number.known))
				return NEVER;
			told &= !number.form || relation.op != IR_OP_EQ;
		}
		bool open = !mask_has(&condition->open, lane) || condition->is_loop || condition->ends_loop;
		if (!told && !open)
			reach = MAYBE;
	}
	return reach;
}

/* Whether what two blocks need of the launch's numbers can't be had together. */
static bool excludes(const struct block_view *one, const struct simt_path *a, unsigned a_lane,
	const struct block_view *other, const struct simt_path *b, unsigned b_lane)
{
	for (unsigned i = 0; i < SIMT_MAX_RELATIONS; i++) {
		struct simt_relation left, right;
		struct block_number p, q;
		if (!relation_holds(a, a_lane, i, &left) ||
			!block_number_of(one, left.difference, a_lane, &p) || !p.form)
			continue;
		for (unsigned k = 0; k < SIMT_MAX_RELATIONS; k++)
			if (relation_holds(b, b_lane, k, &right) &&
				block_number_of(other, right.difference, b_lane, &q) && p.form == q.form &&
				!relation_meet(relation_interval(left.op, p.known),
					relation_interval(right.op, q.known)))
				return true;
	}
	return false;
}

static struct block_view view_of(const struct touch *touch)
{
	struct block_view view = touch->run->view;
	memcpy(view.block, touch->block, sizeof view.block);
	return view;
}

static bool are_excluded(const struct touch *a, unsigned a_lane, const struct touch *b, unsigned b_lane)
{
	struct block_view one = view_of(a), other = view_of(b);
	for (const struct simt_path *p = a->item->op.access->where.path; p; p = p->up)
		for (const struct simt_path *q = b->item->op.access->where.path; q; q = q->up)
			if (excludes(&one, p, a_lane, &other, q, b_lane))
				return true;
	return false;
}

/* ---- two accesses ---------------------------------------------------------------------------- */

/* Both store one number, or one of them stores what nobody can tell from the other's. */
static bool store_alike(const struct touch *a, unsigned a_lane, const struct touch *b, unsigned b_lane)
{
	const struct simt_value *one = a->item->op.access->value, *other = b->item->op.access->value;
	struct block_view left = view_of(a), right = view_of(b);
	struct block_number p, q;
	if (!one || !other)
		return false;
	if (one->kind == SIMT_REAL || other->kind == SIMT_REAL)
		return one->kind == other->kind && !(one->real < other->real || one->real > other->real);
	return block_number_of(&left, one, a_lane, &p) && block_number_of(&right, other, b_lane, &q) &&
	       p.known == q.known && p.form == q.form;
}

/* Whether blockIdx is in a number; `computed`: other than multiplied by known ones. */
static bool has_block(const struct run *run, const struct simt_value *value, bool computed, unsigned nesting)
{
	for (uint32_t i = 0; value && nesting < 8 && i < value->term_count; i++) {
		const struct simt_symbol *symbol = &run->view.symbols[value->terms[i].symbol];
		if (symbol->kind == SYMBOL_BLOCK && (!computed || nesting))
			return true;
		if (symbol->kind == SYMBOL_COMPUTED &&
			(has_block(run, symbol->left, computed, nesting + 1) ||
				has_block(run, symbol->right, computed, nesting + 1)))
			return true;
	}
	return false;
}

/* Whether it isn't told that what they store differs: one number that was read from memory, perhaps. */
static bool may_store_alike(const struct touch *a, unsigned a_lane, const struct touch *b, unsigned b_lane)
{
	const struct simt_value *one = a->item->op.access->value, *other = b->item->op.access->value;
	struct block_view left = view_of(a), right = view_of(b);
	struct block_number p, q;
	if (a->item->op.access->site != b->item->op.access->site ||
		has_block(a->run, a->item->op.access->offset, false, 0))
		return false;
	if (!one || !other || one->kind == SIMT_REAL || other->kind == SIMT_REAL)
		return !one && !other;
	return !block_number_of(&left, one, a_lane, &p) || !block_number_of(&right, other, b_lane, &q);
}

static int64_t blocks_of(const struct run *run)
{
	int64_t blocks = 1;
	for (unsigned dim = 0; dim < 3; dim++)
		if (__builtin_mul_overflow(blocks, run->box.high[dim] - run->box.low[dim] + 1, &blocks))
			return INT64_MAX;
	return blocks;
}

/* The other one is reported: what reads, else what fewer blocks do, plainly. */
static bool comes_first(const struct touch *a, const struct touch *b)
{
	const struct simt_access *one = a->item->op.access, *other = b->item->op.access;
	if ((one->kind == SIMT_LOAD) != (other->kind == SIMT_LOAD))
		return other->kind == SIMT_LOAD;
	if (one->is_atomic != other->is_atomic)
		return one->is_atomic;
	return blocks_of(a->run) >= blocks_of(b->run);
}

/* Apart from what each of them is: within a grid that isn't known, several blocks are a guess. */
static enum sync_belief belief_of(
	const struct block_pairs *pairs, const struct touch *a, enum reach one, enum reach other, bool locked)
{
	const struct simt_launch *launch = pairs->log->simt->request->launch;
	/* nobody takes a lock where nobody else goes */
	if (one == MAYBE && other == MAYBE && !locked)
		return SYNC_POSSIBLE;
	return launch->grid_known || pairs->runs.count > 1 || a->run->items.count == 0 ? SYNC_LIKELY
										       : SYNC_POSSIBLE;
}

static void add_narrow(struct block_pairs *pairs, const struct touch *touch, enum reach one, enum reach other)
{
	struct sync_report *report = pairs->log->report;
	for (size_t i = 0; i < report->narrow.count; i++)
		if (report->narrow.data[i].expr == touch->item->expr)
			return;
	const struct simt_launch *launch = pairs->log->simt->request->launch;
	bool sure = one == SURE && other == SURE && launch->grid_known;
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

static void add_conflict(struct block_pairs *pairs, const struct touch *a, unsigned a_lane,
	const struct touch *b, unsigned b_lane, enum sync_belief belief)
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
static bool is_same_lock(const struct touch *a, const struct sync_lock *one, unsigned a_lane,
	const struct touch *b, const struct sync_lock *other, unsigned b_lane)
{
	struct block_view left = view_of(a), right = view_of(b);
	struct block_number p, q;
	if (!is_one_object(one->object, other->object))
		return false;
	if (!one->offset || !other->offset || !block_number_of(&left, one->offset, a_lane, &p) ||
		!block_number_of(&right, other->offset, b_lane, &q))
		return true;
	return p.form != q.form || p.known == q.known;
}

static bool share_lock(const struct touch *a, unsigned a_lane, const struct touch *b, unsigned b_lane)
{
	unsigned p_lane, q_lane;
	for (const struct sync_hold *p = a->item->op.held; p; p = p->next)
		for (const struct sync_hold *q = b->item->op.held; q; q = q->next)
			if (sync_holder(p, a_lane, true, &p_lane) && sync_holder(q, b_lane, true, &q_lane) &&
				is_same_lock(a, p->lock, p_lane, b, q->lock, q_lane))
				return true;
	return false;
}

static size_t slot_of(const struct item *a, const struct item *b)
{
	return ((uintptr_t)a / sizeof *a * 31 + (uintptr_t)b / sizeof *b) % PAIR_SLOTS;
}

/* Whether two items are in order, or needn't be, whoever executes them. */
static bool are_in_order(const struct item *a, const struct item *b)
{
	const struct simt_access *one = a->op.access, *other = b->op.access;
	bool plain_load = (one->kind == SIMT_LOAD && !sync_adds(other) && other->is_atomic) ||
			  (other->kind == SIMT_LOAD && !sync_adds(one) && one->is_atomic);
	return plain_load || a->is_ordered || b->is_ordered || (one->is_atomic && other->is_atomic);
}

static bool are_futile(const struct item *a, const struct item *b)
{
	bool loads = a->op.access->kind == SIMT_LOAD && b->op.access->kind == SIMT_LOAD;
	return loads || a->interval != b->interval || (!a->is_narrow && !b->is_narrow && are_in_order(a, b));
}

/* Whether two items were compared often enough; others may have taken their slot. */
static bool is_well_known(struct block_pairs *pairs, const struct item *a, const struct item *b)
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

static void compare(struct block_pairs *pairs, const struct touch *a, unsigned a_lane, const struct touch *b,
	unsigned b_lane)
{
	const struct simt_access *one = a->item->op.access, *other = b->item->op.access;
	if (are_futile(a->item, b->item) || memcmp(a->block, b->block, sizeof a->block) == 0 ||
		is_well_known(pairs, a->item, b->item) || are_excluded(a, a_lane, b, b_lane))
		return;
	struct block_view left = view_of(a), right = view_of(b);
	enum reach p = reach_of(&left, one->where.path, a_lane),
		   q = reach_of(&right, other->where.path, b_lane);
	if (a->item->is_narrow)
		add_narrow(pairs, a, p, q);
	if (b->item->is_narrow)
		add_narrow(pairs, b, p, q);
	if (are_in_order(a->item, b->item) || share_lock(a, a_lane, b, b_lane) ||
		store_alike(a, a_lane, b, b_lane))
		return;
	enum sync_belief belief = belief_of(pairs, a, p, q,
		sync_held(&a->item->op, a_lane, true) && sync_held(&b->item->op, b_lane, true));
	bool both_store = one->kind == SIMT_STORE && other->kind == SIMT_STORE;
	if (both_store && may_store_alike(a, a_lane, b, b_lane))
		belief = SYNC_POSSIBLE;
	if (belief == SYNC_POSSIBLE && !pairs->log->simt->request->launch->grid_known)
		return;
	pairs->compared[slot_of(a->item, b->item)].is_told = belief >= SYNC_LIKELY;
	if (comes_first(a, b))
		add_conflict(pairs, a, a_lane, b, b_lane, belief);
	else
		add_conflict(pairs, b, b_lane, a, a_lane, belief);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Of one item, two blocks are enough for whoever comes later. */
static void add_entry(struct block_pairs *pairs, struct shadow_cell *cell, const struct shadow_entry *entry)
{
	unsigned same = 0;
	for (unsigned i = 0; i < cell->count; i++)
		same += pairs->touches.data[cell->entries[i].op].item == pairs->touches.data[entry->op].item;
	if (same < 2 && cell->count < SHADOW_ENTRIES)
		cell->entries[cell->count++] = *entry;
	else if (same < 2)
		pairs->log->report->cuts |= SYNC_CUT_BLOCKS;
}

static void visit(struct block_pairs *pairs, uint32_t index, unsigned lane)
{
	const struct touch *touch = &pairs->touches.data[index];
	const struct simt_access *access = touch->item->op.access;
	struct block_view view = view_of(touch);
	struct block_number at;
	pairs->visits++;
	if (!block_number_of(&view, access->offset, lane, &at) ||
		reach_of(&view, access->where.path, lane) == NEVER)
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

static void touch_block(struct block_pairs *pairs, const struct run *run, const int64_t block[3],
	const struct simt_object *object)
{
	for (size_t i = 0; i < run->items.count && !pairs->full; i++) {
		const struct item *item = &run->items.data[i];
		if (item->rep != object)
			continue;
		struct touch touch = {run, item, {block[0], block[1], block[2]}};
		uint32_t index = (uint32_t)pairs->touches.count;
		vec_push(pairs->arena, &pairs->touches, touch);
		for (unsigned lane = 0; lane < pairs->log->simt->lanes && !pairs->full; lane++)
			if (mask_has(&item->op.access->active.may, lane))
				visit(pairs, index, lane);
		pairs->full |= pairs->visits > MOST_VISITS;
	}
}

/* Some blocks of a box: the first ones, then in doubling steps, and the last. */
static void touch_box(
	struct block_pairs *pairs, const struct run *run, const struct simt_object *object, unsigned most)
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
	const struct run *user = NULL;
	for (size_t i = 0; i < pairs->runs.count; i++)
		for (size_t k = 0; k < pairs->runs.data[i]->items.count; k++) {
			const struct run *run = pairs->runs.data[i];
			const struct simt_access *access = run->items.data[k].op.access;
			if (run->items.data[k].rep != object)
				continue;
			written |= access->kind != SIMT_LOAD;
			strange |= (user && user != run) || run->items.data[k].op.held ||
				   !has_block(run, access->offset, false, 0) ||
				   has_block(run, access->offset, true, 0);
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
			const struct item *item = &pairs->runs.data[i]->items.data[k];
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
}
