/* Conflicts within a block.
 *
 * The log is read once, in order. Each access is compared with those that touched the same word since the
 * last two barriers of the block: what isn't ordered is a conflict, and what is ordered by the last barrier
 * alone is why that barrier is needed. */
#include "analyzer/simt/sync/race.h"

#include "analyzer/simt/sync/conflict.h"
#include "analyzer/simt/sync/judge.h"
#include "analyzer/simt/sync/order.h"
#include "analyzer/simt/sync/shadow.h"

/* What an interval between barriers does to an object. */
struct use {
	bool read, write, unknown; /* unknown: somewhere in it */
	bool forms;                /* at addresses with different unknown parts */
	uint64_t form;
	uint32_t read_at, write_at; /* the last ones */
};

struct object_use {
	const struct simt_object *object;
	struct use now, before;
	bool is_written; /* in the whole run */
};

struct race {
	struct sync_log *log;
	struct sync_order *order;
	struct shadow *shadow;
	VEC(struct object_use) objects;
	struct sync_barrier *barrier; /* the last one; NULL: none, or one that isn't the whole block's */
	bool opaque_now, opaque_before;
	bool full; /* no more room in the shadow */
};

/* ---- which objects matter -------------------------------------------------------------------- */

static struct object_use *use_of(struct race *race, const struct simt_object *object)
{
	for (size_t i = race->objects.count; i-- > 0;)
		if (race->objects.data[i].object == object)
			return &race->objects.data[i];
	struct object_use use = {.object = object};
	vec_push(race->log->arena, &race->objects, use);
	return &race->objects.data[race->objects.count - 1];
}

static void find_written(struct race *race)
{
	for (size_t i = 0; i < race->log->ops.count; i++) {
		const struct simt_access *access = race->log->ops.data[i].access;
		if (access && access->object && access->kind != SIMT_LOAD)
			use_of(race, access->object)->is_written = true;
	}
}

static void note_use(struct race *race, struct object_use *object, const struct simt_access *access)
{
	struct use *use = &object->now;
	bool first = !use->read && !use->write;
	use->read |= access->kind == SIMT_LOAD;
	use->write |= access->kind != SIMT_LOAD;
	if (!access->offset) {
		use->unknown = true;
		return;
	}
	use->forms |= !shadow_form_is_shared(access->offset);
	uint64_t form = shadow_form(access->offset, 0, NULL);
	use->forms |= !first && form != use->form;
	use->form = form;
	race->opaque_now |= access->object->may_alias || (access->is_atomic && access->space == SIMT_GLOBAL);
}

/* ---- barriers -------------------------------------------------------------------------------- */

static bool may_conflict(const struct use *a, const struct use *b)
{
	if (!(a->read || a->write) || !(b->read || b->write) || (!a->write && !b->write))
		return false;
	return a->unknown || b->unknown || a->forms || b->forms || a->form != b->form;
}

/* An interval is over: whether the barrier in front of it orders what isn't known. */
static void close_interval(struct race *race)
{
	bool may = race->opaque_now || race->opaque_before;
	for (size_t i = 0; i < race->objects.count; i++) {
		struct object_use *object = &race->objects.data[i];
		may |= may_conflict(&object->before, &object->now);
		object->before = object->now;
		object->now = (struct use){0};
	}
	if (race->barrier)
		race->barrier->may_order |= may;
	race->opaque_before = race->opaque_now;
	race->opaque_now = false;
}

static struct sync_barrier *barrier_of(struct race *race, const struct simt_event *event)
{
	struct sync_report *report = race->log->report;
	for (size_t i = 0; i < report->barriers.count; i++)
		if (report->barriers.data[i]->expr == event->site)
			return report->barriers.data[i];
	struct sync_barrier *barrier = ARENA_NEW(race->log->arena, struct sync_barrier);
	barrier->expr = event->site;
	barrier->function = event->function;
	vec_push(race->log->arena, &report->barriers, barrier);
	return barrier;
}

static void note_barrier(struct race *race, const struct sync_op *op, uint32_t time)
{
	struct sync_barrier *barrier = barrier_of(race, op->event);
	barrier->executions++;
	barrier->in_symbolic_loop |= op->event->where.turn && op->event->where.turn->stands_for_all;
	close_interval(race);
	bool whole = sync_order_block(race->order, op, time);
	barrier->may_order |= !whole;
	race->barrier = barrier;
}

static void note_event(struct race *race, const struct sync_op *op, uint32_t time)
{
	switch (op->event->kind) {
	case SIMT_BLOCK_BARRIER: note_barrier(race, op, time); break;
	case SIMT_WARP_BARRIER: sync_order_warps(race->order, op->event, time); break;
	case SIMT_COLLECTIVE:
	case SIMT_EXIT: break;
	case SIMT_FENCE: race->opaque_now = true; break;
	default:
		race->opaque_now = true;
		sync_order_all(race->order, time);
		race->barrier = NULL;
		break;
	}
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* Two accesses of one word by different threads, one of them a store. */
static void compare(
	struct race *race, const struct shadow_entry *entry, const struct sync_op *op, unsigned lane)
{
	const struct sync_op *first = &race->log->ops.data[entry->op];
	uint32_t time = entry->op + 1;
	bool same_warp = entry->lane / SIMT_WARP == lane / SIMT_WARP;
	if (!sync_ordered(race->order, entry->lane, time, lane)) {
		if (!sync_conflicting(first->access, op->access))
			return;
		enum sync_belief belief = sync_judge(first, entry->lane, op, lane);
		if (belief != SYNC_NEVER)
			sync_add_conflict(race->log, first, entry->lane, op, lane, belief, false);
		return;
	}
	if (!race->barrier || time > race->order->block || time <= race->order->block_before)
		return;
	race->barrier->orders_warps |= !same_warp;
	race->barrier->orders_lanes |= same_warp;
}

static void touch(struct race *race, uint32_t index, unsigned lane, uint64_t form, int64_t offset)
{
	const struct sync_op *op = &race->log->ops.data[index];
	const struct simt_access *access = op->access;
	int64_t end = offset + access->size;
	for (int64_t word = offset >> 2; word * SHADOW_WORD < end; word++) {
		struct shadow_cell *cell = shadow_at(race->shadow, access->object, form, word);
		if (!cell) {
			race->full = true;
			return;
		}
		uint8_t bytes = 0;
		for (int64_t byte = 0; byte < SHADOW_WORD; byte++)
			if (word * SHADOW_WORD + byte >= offset && word * SHADOW_WORD + byte < end)
				bytes |= (uint8_t)(1u << byte);
		for (unsigned i = 0; i < cell->count; i++) {
			const struct shadow_entry *entry = &cell->entries[i];
			bool reads = entry->kind == SIMT_LOAD && access->kind == SIMT_LOAD;
			if (entry->lane != lane && !reads && (entry->bytes & bytes))
				compare(race, entry, op, lane);
		}
		struct shadow_entry entry = {index, (uint16_t)lane, bytes, (uint8_t)access->kind};
		shadow_add(cell, entry, race->order->block_before);
	}
}

/* An address that data decides: another thread may well go to the same one. */
static void note_unknown(struct race *race, const struct object_use *object, uint32_t index)
{
	const struct sync_op *op = &race->log->ops.data[index];
	const struct simt_access *access = op->access;
	const struct use *now = &object->now;
	bool loads = access->kind == SIMT_LOAD;
	if (!access->varies || access->is_atomic || !(loads ? now->write : now->read) ||
		race->order->lanes < 2)
		return;
	const struct sync_op *first = &race->log->ops.data[loads ? now->write_at : now->read_at];
	if (!first->access->is_atomic && sync_judge(first, 0, op, 1) != SYNC_NEVER)
		sync_add_conflict(race->log, first, 0, op, 1, SYNC_POSSIBLE, false);
}

static void note_access(struct race *race, uint32_t index)
{
	const struct simt_access *access = race->log->ops.data[index].access;
	if (!access->object) {
		race->opaque_now = true;
		return;
	}
	struct object_use *object = use_of(race, access->object);
	if (!access->offset)
		note_unknown(race, object, index);
	note_use(race, object, access);
	*(access->kind == SIMT_LOAD ? &object->now.read_at : &object->now.write_at) = index;
	if (!access->offset || !object->is_written || race->full)
		return;
	bool shared = shadow_form_is_shared(access->offset);
	uint64_t form = shadow_form(access->offset, 0, NULL);
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		for (uint32_t rest = access->active.may.warp[warp]; rest; rest &= rest - 1) {
			unsigned lane = warp * SIMT_WARP + (unsigned)__builtin_ctz(rest);
			touch(race, index, lane, shared ? form : shadow_form(access->offset, lane, NULL),
				value_lane(access->offset, lane));
		}
}

void sync_find_races(struct sync_log *log)
{
	struct race race = {.log = log};
	race.order = sync_order_new(log->arena, log->simt->lanes);
	race.shadow = shadow_new(log->arena);
	find_written(&race);
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->event)
			note_event(&race, op, (uint32_t)i + 1);
		else
			note_access(&race, (uint32_t)i);
	}
	close_interval(&race);
	log->report->truncated |= log->truncated || race.full;
}
