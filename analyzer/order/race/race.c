/* Conflicts within a block.
 *
 * The log is read once, in order. Each access is compared with those that touched the same word since the
 * last barrier of the block: what isn't ordered is a conflict. */
#include "analyzer/order/race/race.h"

#include "analyzer/order/conflict.h"
#include "analyzer/order/depend.h"
#include "analyzer/order/judge.h"
#include "analyzer/order/order.h"
#include "analyzer/order/race/apart.h"
#include "analyzer/order/race/shifted.h"
#include "analyzer/order/race/untaken.h"
#include "analyzer/order/shadow.h"

struct object_use {
	const struct simt_object *object;
	uint32_t read_at, write_at; /* the times of the last ones; 0: none yet */
	/* the times of the last ones whose element data picks, and of those of each thread's own element,
	 * from the first one on: [0] reads, [1] writes */
	uint32_t by_data[2], own[2];
	uint32_t by_rank; /* the time of the last store to places that lanes take by their rank in a vote */
};

/* Two accesses that were judged, in some of their lanes. */
struct judged {
	uint32_t first, second;
	bool is_used, same_warp, is_told; /* told: as a conflict, for sure */
	bool is_found;                    /* as a conflict that counts */
	unsigned times, mixed_times;      /* as conflicts, as plain reads beside atomics */
};

enum { RECENT = 8, MOST_TIMES = 4096 };

struct race {
	struct sync_log *log;
	struct sync_order *order;
	struct shadow *shadow;
	struct apart *apart;
	VEC(struct object_use) objects;
	struct judged recent[RECENT];
	unsigned next_recent;
	const struct untaken *untaken; /* the way around a barrier that is looked at; NULL: none */
	bool full;                     /* no more room in the shadow */
};

static struct object_use *use_of(struct race *race, const struct simt_object *object)
{
	for (size_t i = race->objects.count; i-- > 0;)
		if (race->objects.data[i].object == object)
			return &race->objects.data[i];
	struct object_use use = {.object = object};
	vec_push(race->log->arena, &race->objects, use);
	return &race->objects.data[race->objects.count - 1];
}

static void note_event(struct race *race, const struct sync_op *op, uint32_t time)
{
	if (sync_is_way_out(op->event) || sync_is_blind_update(op->event) || op->is_lock)
		return;
	switch (op->event->kind) {
	case SIMT_BLOCK_BARRIER: sync_order_block(race->order, op, time); break;
	case SIMT_WARP_BARRIER: sync_order_warps(race->order, op->event, time); break;
	case SIMT_COLLECTIVE:
	case SIMT_ASYNC:
	case SIMT_FENCE: break;
	case SIMT_OTHER_BARRIER:
		if (!sync_order_numbered(race->order, op->event, time))
			sync_order_all(race->order, time);
		break;
	default:
		if (sync_is_of_warp(op->event))
			sync_order_warps(race->order, op->event, time);
		else
			sync_order_all(race->order, time);
		break;
	}
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* Whether the one that reads has stored there itself what the other one stores: all write one number. */
static bool has_stored_same(const struct race *race, const struct shadow_cell *cell,
	const struct shadow_entry *entry, const struct simt_access *access, unsigned lane)
{
	const struct sync_op *ops = race->log->ops.data;
	bool reads = access->kind == SIMT_LOAD;
	unsigned reader = reads ? lane : entry->lane, writer = reads ? entry->lane : lane;
	const struct simt_access *store = reads ? ops[entry->op].access : access;
	if ((!reads && entry->kind != SIMT_LOAD) || store->tile)
		return false;
	/* by the very same store */
	if (reads && mask_has(&store->active.may, reader) &&
		value_lane(store->offset, reader) == value_lane(store->offset, writer) &&
		sync_same_value(store, writer, store, reader))
		return true;
	for (unsigned i = 0; i < cell->count; i++) {
		const struct shadow_entry *own = &cell->entries[i];
		if (own->lane == reader && own->kind == SIMT_STORE && own->op + 1 > race->order->block &&
			sync_same_value(ops[own->op].access, reader, store, writer))
			return true;
	}
	return false;
}

/* Which lane of a warp moves which element of a tile isn't told: it stands for any lane but the other one. */
static void part_lanes(
	const struct sync_op *first, unsigned *earlier, const struct sync_op *op, unsigned *lane)
{
	if (*earlier != *lane)
		return;
	if (first->access->tile)
		*earlier ^= 1;
	else if (op->access->tile)
		*lane ^= 1;
}

/* Fragments of one kind lie in registers in one way. */
static bool is_own_tile(const struct simt_access *first, const struct simt_access *second)
{
	return first->tile && second->tile &&
	       (first == second || first->tile->fragment == second->tile->fragment);
}

static struct judged *judged_of(struct race *race, uint32_t first, uint32_t second, bool same_warp)
{
	for (unsigned i = 0; i < RECENT; i++) {
		struct judged *judged = &race->recent[i];
		if (judged->is_used && judged->first == first && judged->second == second &&
			judged->same_warp == same_warp)
			return judged;
	}
	struct judged *judged = &race->recent[race->next_recent++ % RECENT];
	*judged = (struct judged){.is_used = true, .first = first, .second = second, .same_warp = same_warp};
	return judged;
}

/* More pairs of threads than anyone looks at: that matters where none of them was a conflict that counts. */
static bool is_too_often(struct race *race, unsigned times, bool is_found)
{
	if (times == MOST_TIMES && !is_found)
		race->log->report->cuts |= SYNC_CUT_THREADS;
	return times >= MOST_TIMES;
}

static bool is_noted(const struct race *race, const struct simt_access *a, const struct simt_access *b)
{
	const sync_conflict_list *mixed = &race->log->report->mixed;
	for (size_t i = 0; i < mixed->count; i++)
		if (mixed->data[i]->first.expr == a->site && mixed->data[i]->second.expr == b->site)
			return true;
	return false;
}

/* A plain read of what another thread adds to atomically. Once for two places: whether what is read decides
 * on the addition is looked up in the whole unit. */
static void note_mixed(struct race *race, const struct sync_op *first, unsigned earlier,
	const struct sync_op *op, unsigned lane, enum sync_belief most)
{
	const struct simt_access *a = first->access, *b = op->access;
	bool same_warp = earlier / SIMT_WARP == lane / SIMT_WARP;
	if (!sync_mixes(a, b) || is_noted(race, a, b))
		return;
	const struct sync_op *ops = race->log->ops.data;
	struct judged *judged = judged_of(race, (uint32_t)(first - ops), (uint32_t)(op - ops), same_warp);
	if (is_too_often(race, judged->mixed_times++, false))
		return;
	enum sync_belief belief = sync_judge_mixed(race->log, first, earlier, op, lane);
	belief = belief < most ? belief : most;
	const struct simt_access *read = a->kind == SIMT_LOAD ? a : b, *sum = read == a ? b : a;
	if (belief > SYNC_POSSIBLE &&
		depend_guards(depend_on(race->log->arena, race->log->simt->request->module, read->site),
			sum->where.path))
		belief = SYNC_POSSIBLE;
	if (belief != SYNC_NEVER)
		sync_add_mixed(race->log, first, earlier, op, lane, belief, false);
}

static void add(struct race *race, const struct sync_op *first, unsigned earlier, const struct sync_op *op,
	unsigned lane, enum sync_belief belief)
{
	const struct untaken *untaken = race->untaken;
	if (untaken && belief > SYNC_LIKELY)
		belief = SYNC_LIKELY;
	struct sync_conflict *conflict =
		sync_add_conflict(race->log, first, earlier, op, lane, belief, false);
	if (!conflict || !untaken)
		return;
	conflict->untaken = untaken->condition->stmt;
	conflict->untaken_ends_loop = untaken->ends_loop;
	conflict->skipped = untaken->barrier;
}

/* Two accesses of one word by different threads, one of them a store. */
static void compare(struct race *race, const struct shadow_cell *cell, const struct shadow_entry *entry,
	const struct sync_op *op, unsigned lane)
{
	const struct sync_op *first = &race->log->ops.data[entry->op];
	unsigned earlier = entry->lane;
	part_lanes(first, &earlier, op, &lane);
	bool same_warp = earlier / SIMT_WARP == lane / SIMT_WARP;
	bool by_warp = first->access->by == SIMT_BY_ASM_WARP || op->access->by == SIMT_BY_ASM_WARP;
	if (earlier == lane || (same_warp && (by_warp || is_own_tile(first->access, op->access))))
		return;
	enum sync_belief most =
		sync_unordered(race->order, earlier, entry->op + 1, lane, first->access->where.path);
	if (most == SYNC_NEVER)
		return;
	if (!race->untaken)
		note_mixed(race, first, earlier, op, lane, most);
	if (!sync_conflicting(first->access, op->access) ||
		has_stored_same(race, cell, entry, op->access, lane))
		return;
	struct judged *judged = judged_of(race, entry->op, (uint32_t)(op - race->log->ops.data), same_warp);
	if (judged->is_told || is_too_often(race, judged->times++, judged->is_found))
		return;
	enum sync_belief belief = sync_judge(race->log, first, earlier, op, lane);
	judged->is_told = belief == SYNC_PROVEN;
	/* two tiles: the warp is together when it moves the second one */
	bool is_unsure =
		(same_warp && first->access->tile && op->access->tile) || first->of_object || op->of_object;
	if (is_unsure && belief > SYNC_LIKELY)
		belief = SYNC_LIKELY;
	belief = belief < most ? belief : most;
	judged->is_found |= belief > SYNC_POSSIBLE;
	if (belief != SYNC_NEVER)
		add(race, first, earlier, op, lane, belief);
}

static void visit(void *context, struct shadow_cell *cell, const struct shadow_entry *now)
{
	struct race *race = context;
	const struct sync_op *op = &race->log->ops.data[now->op];
	for (unsigned i = 0; i < cell->count; i++) {
		const struct shadow_entry *entry = &cell->entries[i];
		bool reads = entry->kind == SIMT_LOAD && now->kind == SIMT_LOAD;
		if (!reads && (entry->bytes & now->bytes))
			compare(race, cell, entry, op, now->lane);
	}
	shadow_add(cell, *now, race->order->block);
}

/* An address that data decides: another thread may well go to the same one. */
static void note_unknown(struct race *race, const struct object_use *object, uint32_t index)
{
	const struct sync_op *op = &race->log->ops.data[index];
	const struct simt_access *access = op->access;
	uint32_t then = access->kind == SIMT_LOAD ? object->write_at : object->read_at;
	if (!access->varies || access->is_atomic || then <= race->order->block || race->order->lanes < 2)
		return;
	const struct sync_op *first = &race->log->ops.data[then - 1];
	if (!race->untaken && !first->access->is_atomic &&
		sync_judge(race->log, first, 0, op, 1) != SYNC_NEVER)
		sync_add_conflict(race->log, first, 0, op, 1, SYNC_POSSIBLE, false);
}

/* The array that is indexed: in the place itself, or where an atomic function is given its address. */
static const struct ir_var *indexed_array(const struct ir_expr *site)
{
	if (site->kind == IR_CALL && site->operand_count)
		site = ir_strip_casts(site->operands[0]);
	bool is_address = site->kind == IR_UNARY && site->op == IR_OP_ADDRESS;
	site = is_address ? ir_strip_casts(site->operands[0]) : site;
	bool is_sum = site->kind == IR_BINARY && site->op == IR_OP_ADD;
	if (site->kind != IR_INDEX && !is_sum)
		return NULL;
	site = ir_strip_casts(site->operands[0]);
	return site->kind == IR_VAR ? site->var : NULL;
}

/* An element that is one for all threads, at a place that was read from memory. */
static bool is_loaded(const struct simt *simt, const struct simt_value *offset)
{
	bool any = false;
	for (uint32_t i = 0; i < offset->term_count; i++) {
		any |= simt_symbol(simt, offset->terms[i].symbol)->kind == SYMBOL_LOADED;
		if (offset->terms[i].lanes ||
			simt_symbol(simt, offset->terms[i].symbol)->kind != SYMBOL_LOADED)
			return false;
	}
	return any && !offset->lanes;
}

/* Whether data alone picks the element of a plain shared array. */
static bool is_by_data(const struct race *race, const struct simt_access *access)
{
	const struct ir_var *var = access->object->var;
	const struct ir_type *type = var ? ir_type_value(var->type) : NULL;
	bool picked = access->why == simt_by_memory || access->why == simt_by_shared ||
		      access->why == simt_by_scale;
	bool by_data = access->offset ? is_loaded(race->log->simt, access->offset) : picked;
	return by_data && access->space == SIMT_SHARED && type && type->kind == IR_TYPE_ARRAY &&
	       type->element->kind != IR_TYPE_ARRAY && type->element->kind != IR_TYPE_RECORD &&
	       indexed_array(access->site) == var;
}

/* Whether threads have elements of their own, among them the first one. */
static bool is_own(const struct simt_access *access)
{
	const struct simt_value *offset = access->offset;
	bool starts = false;
	if (!offset || access->space != SIMT_SHARED || offset->term_count || !offset->lanes)
		return false;
	for (unsigned lane = 0; lane < SIMT_MAX_LANES && !starts; lane++)
		starts = mask_has(&access->active.may, lane) && value_lane(offset, lane) == 0;
	return starts;
}

/* Two threads that nothing orders, best of two warps. */
static bool find_unordered(
	const struct race *race, uint32_t then, const struct sync_op *op, unsigned *earlier, unsigned *later)
{
	const struct simt_mask *before = &race->log->ops.data[then - 1].access->active.may,
			       *now = &op->access->active.may;
	for (unsigned gap = SIMT_WARP;; gap = 1) {
		for (unsigned lane = 0; lane + gap < race->order->lanes; lane++) {
			*earlier = mask_has(before, lane) ? lane : lane + gap;
			*later = *earlier == lane ? lane + gap : lane;
			if (mask_has(before, *earlier) && mask_has(now, *later) &&
				!sync_ordered(race->order, *earlier, then, *later))
				return true;
		}
		if (gap == 1)
			return false;
	}
}

static void compare_by_data(struct race *race, uint32_t then, const struct sync_op *op)
{
	unsigned earlier, later;
	if (then <= race->order->block)
		return;
	const struct sync_op *first = &race->log->ops.data[then - 1];
	if (!sync_conflicting(first->access, op->access) || !find_unordered(race, then, op, &earlier, &later))
		return;
	enum sync_belief belief = sync_judge(race->log, first, earlier, op, later);
	if (belief != SYNC_NEVER)
		add(race, first, earlier, op, later, belief > SYNC_LIKELY ? SYNC_LIKELY : belief);
}

/* Data picks one of all elements: one that another thread has for its own, sooner or later. */
static void note_by_data(struct race *race, struct object_use *object, uint32_t index)
{
	const struct sync_op *op = &race->log->ops.data[index];
	bool writes = op->access->kind != SIMT_LOAD, by_data = is_by_data(race, op->access);
	if (!by_data && !is_own(op->access))
		return;
	const uint32_t *others = by_data ? object->own : object->by_data;
	compare_by_data(race, others[true], op);
	if (writes)
		compare_by_data(race, others[false], op);
	(by_data ? object->by_data : object->own)[writes] = index + 1;
}

/* Lanes that a vote counts store one behind the other; and what another lane of the warp reads there, by a
 * number that it knows, some of them has stored. */
static void note_by_rank(struct race *race, struct object_use *object, uint32_t index)
{
	const struct sync_op *op = &race->log->ops.data[index];
	const struct simt_access *access = op->access;
	bool is_place = access->space == SIMT_SHARED && access->object->var &&
			indexed_array(access->site) == access->object->var;
	if (!access->offset && access->kind == SIMT_STORE && access->why == simt_by_rank && is_place) {
		object->by_rank = index + 1;
		return;
	}
	if (access->kind != SIMT_LOAD || !access->offset || !is_place ||
		object->by_rank <= race->order->block)
		return;
	const struct sync_op *first = &race->log->ops.data[object->by_rank - 1];
	for (unsigned lane = 0; lane + 1 < race->order->lanes; lane++) {
		bool same = lane / SIMT_WARP == (lane + 1) / SIMT_WARP;
		if (!same || !mask_has(&first->access->active.may, lane) ||
			!mask_has(&access->active.may, lane + 1) ||
			sync_ordered(race->order, lane, object->by_rank, lane + 1))
			continue;
		enum sync_belief belief = sync_judge(race->log, first, lane, op, lane + 1);
		if (belief != SYNC_NEVER)
			add(race, first, lane, op, lane + 1, SYNC_LIKELY);
		return;
	}
}

/* What a thread reads beside its own element, another one has stored. */
static void note_shifted(struct race *race, const struct object_use *object, uint32_t index)
{
	const struct sync_op *op = &race->log->ops.data[index];
	uint32_t then = object->own[true];
	if (op->access->space != SIMT_SHARED || then <= race->order->block)
		return;
	const struct sync_op *first = &race->log->ops.data[then - 1];
	if (!sync_is_shifted(first->access, op->access))
		return;
	for (unsigned gap = SIMT_WARP; gap; gap = gap == 1 ? 0 : 1)
		for (unsigned lane = 0; lane + gap < race->order->lanes; lane++) {
			if (!mask_has(&first->access->active.may, lane + gap) ||
				!mask_has(&op->access->active.may, lane) ||
				sync_ordered(race->order, lane + gap, then, lane))
				continue;
			enum sync_belief belief = sync_judge(race->log, first, lane + gap, op, lane);
			if (belief != SYNC_NEVER)
				add(race, first, lane + gap, op, lane,
					belief > SYNC_LIKELY ? SYNC_LIKELY : belief);
			return;
		}
}

static void note_access(struct race *race, uint32_t index)
{
	const struct simt_access *access = race->log->ops.data[index].access;
	if (!access->object)
		return;
	struct object_use *object = use_of(race, access->object);
	race->order->here = access->where.path;
	if (!access->offset)
		note_unknown(race, object, index);
	note_by_data(race, object, index);
	note_by_rank(race, object, index);
	note_shifted(race, object, index);
	*(access->kind == SIMT_LOAD ? &object->read_at : &object->write_at) = index + 1;
	if (access->offset && !race->full && sync_is_written(race->log, access->object))
		race->full = !apart_walk(race->apart, race->shadow, access, index, visit, race);
}

static bool read_log(
	struct sync_log *log, struct apart *apart, struct sync_ahead *ahead, const struct untaken *untaken)
{
	struct race race = {.log = log, .apart = apart, .untaken = untaken};
	race.order = sync_order_new(log->arena, log->simt->lanes);
	race.order->ahead = ahead;
	race.shadow = shadow_new(log->arena);
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (untaken && !untaken_has(untaken, op))
			continue;
		if (op->event)
			note_event(&race, op, (uint32_t)i + 1);
		else
			note_access(&race, (uint32_t)i);
	}
	if (race.order->is_cut)
		log->report->cuts |= SYNC_CUT_BARRIERS;
	return !race.full;
}

/* Once as all goes its way, and once more for each way around a barrier. */
void sync_find_races(struct sync_log *log)
{
	untaken_list ways = {0};
	struct apart *apart = apart_new(log);
	struct sync_ahead *ahead = sync_ahead_new(log);
	bool room = read_log(log, apart, ahead, NULL);
	log->report->truncated |= log->truncated || !room;
	if (!room)
		log->report->cuts |= SYNC_CUT_LOG;
	if (!untaken_find(log, &ways))
		log->report->cuts |= SYNC_CUT_WAYS;
	for (size_t i = 0; i < ways.count && room; i++)
		if (!read_log(log, apart, ahead, ways.data[i]))
			log->report->cuts |= SYNC_CUT_WAYS;
}
