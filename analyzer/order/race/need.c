/* Which barriers of the block order anything.
 *
 * The log is read in order. For two accesses of one word by different threads, one of them a store, one of
 * the barriers between them has to stay: if none of these is known to be needed yet, the last one is. What
 * isn't marked in the end can go, all of it at once. Barriers under conditions count only for what happens
 * under the same conditions. What can't be compared (unknown addresses, pointers that may lead to the same
 * array, fences, waiting) may need its barrier. */
#include "analyzer/order/judge.h"
#include "analyzer/order/order.h"
#include "analyzer/order/race/apart.h"
#include "analyzer/order/race/race.h"
#include "analyzer/order/shadow.h"

enum { MAX_PLACES = 6 };

/* What happens to an object between barriers. */
struct use {
	bool read, write, unknown; /* unknown: somewhere in it */
	bool forms;                /* at addresses with different unknown parts */
	uint64_t form;
	const struct simt_value *at[MAX_PLACES]; /* the different addresses */
	unsigned places;                         /* MAX_PLACES: perhaps more */
};

/* `past`: since the last barrier that is known to be needed; `now`: since the last one. */
struct object_use {
	const struct simt_object *object;
	struct use past, now;
};

/* One execution of a barrier. */
struct meeting {
	uint32_t time;
	struct sync_barrier *barrier;
	const struct simt_path *path;
	bool whole; /* all of the block meets */
};

/* Two accesses that are known to need a barrier between them, in any of their lanes. */
struct pair {
	uint32_t first, second;
	bool same_warp;
};

enum { RECENT = 8 };

struct need {
	struct sync_log *log;
	struct sync_order *order;
	struct shadow *shadow;
	struct apart *apart;
	VEC(struct object_use) objects;
	VEC(struct meeting) meetings;
	bool opaque_past, opaque_now;
	struct pair recent[RECENT]; /* what was looked at last */
	unsigned next_recent;
	uint32_t since; /* the time of the last barrier that is known to be needed, whatever comes */
	bool full;
};

/* ---- barriers -------------------------------------------------------------------------------- */

/* A barrier of a helper isn't asked for: what calls it next may need it. */
static bool stays(const struct need *need, const struct sync_barrier *barrier)
{
	const struct ir_function *kernel = need->log->simt->request->kernel, *function = barrier->function;
	return barrier->orders_warps || barrier->may_order ||
	       (function != kernel && !(function->is_lambda && function->parent == kernel));
}

/* Whether a barrier is executed whenever something under a path is. */
static bool is_implied(const struct simt_path *barrier, const struct simt_path *path)
{
	for (; barrier; barrier = barrier->up)
		if (!sync_depends_on(path, barrier))
			return false;
	return true;
}

/* Accesses of which nothing is known but that they may conflict: the last barrier stays, and those before it
 * up to one that is always executed. */
static void need_last(struct need *need, bool more)
{
	for (size_t i = need->meetings.count; i-- > 0;) {
		const struct meeting *meeting = &need->meetings.data[i];
		if (meeting->time <= need->since)
			return;
		meeting->barrier->may_order = true;
		meeting->barrier->may_more |= more;
		if (!meeting->path && meeting->whole)
			return;
	}
}

/* Something at `then` has to happen before what happens now. */
static void need_between(struct need *need, uint32_t then, const struct simt_path *first,
	const struct simt_path *second, bool same_warp)
{
	struct sync_barrier *last = NULL;
	for (size_t i = need->meetings.count; i-- > 0 && need->meetings.data[i].time > then;) {
		const struct meeting *meeting = &need->meetings.data[i];
		if (!is_implied(meeting->path, first) && !is_implied(meeting->path, second))
			continue;
		if (stays(need, meeting->barrier) || (same_warp && meeting->barrier->orders_lanes))
			return;
		last = last ? last : meeting->barrier;
	}
	if (last && same_warp)
		last->orders_lanes = true;
	else if (last)
		last->orders_warps = true;
	else
		need_last(need, false);
}

/* ---- what can't be compared ------------------------------------------------------------------ */

static struct object_use *use_of(struct need *need, const struct simt_object *object)
{
	for (size_t i = need->objects.count; i-- > 0;)
		if (need->objects.data[i].object == object)
			return &need->objects.data[i];
	struct object_use use = {.object = object};
	vec_push(need->log->arena, &need->objects, use);
	return &need->objects.data[need->objects.count - 1];
}

static bool is_used(const struct use *use)
{
	return use->read || use->write;
}

static bool may_conflict(const struct use *a, const struct use *b)
{
	if (!is_used(a) || !is_used(b) || (!a->write && !b->write))
		return false;
	return a->unknown || b->unknown || a->forms || b->forms || a->form != b->form;
}

static int64_t step_of(const struct simt_value *offset, uint32_t symbol, bool *known)
{
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (offset->terms[i].symbol == symbol) {
			*known &= !offset->terms[i].lanes;
			return offset->terms[i].coefficient;
		}
	return 0;
}

/* Whether a kernel whose pointers lead to one array could go to these places, with barriers of the block
 * alone: not where blocks move on by different steps, and so into each other's parts. Each thread's own
 * element needs no barrier. */
static bool may_meet(const struct need *need, const struct simt_value *a, const struct simt_value *b)
{
	const struct simt *simt = need->log->simt;
	const struct simt_launch *launch = simt->request->launch;
	if (value_same(a, b))
		return false;
	for (int dim = 0; dim < 3; dim++) {
		bool known = launch->grid_known && launch->grid[dim] > 2;
		int64_t one = step_of(a, simt->block_symbol[dim], &known);
		int64_t other = step_of(b, simt->block_symbol[dim], &known);
		if (known && one != other)
			return false;
	}
	return true;
}

/* Two pointers may lead to one array. */
static bool may_be_one(const struct need *need, const struct object_use *a, const struct object_use *b)
{
	if (a->object->space == SIMT_SHARED || b->object->space == SIMT_SHARED || a->object->var ||
		b->object->var || !is_used(&a->past) || !is_used(&b->now) ||
		(!a->past.write && !b->now.write))
		return false;
	if (a->past.unknown || b->now.unknown || a->past.places == MAX_PLACES || b->now.places == MAX_PLACES)
		return true;
	for (unsigned i = 0; i < a->past.places; i++)
		for (unsigned k = 0; k < b->now.places; k++)
			if (may_meet(need, a->past.at[i], b->now.at[k]))
				return true;
	return false;
}

static bool may_need(const struct need *need)
{
	bool may = need->opaque_past || need->opaque_now;
	for (size_t i = 0; i < need->objects.count && !may; i++) {
		const struct object_use *object = &need->objects.data[i];
		may = may_conflict(&object->past, &object->now);
		for (size_t k = 0; k < need->objects.count && !may; k++)
			may = k != i && may_be_one(need, object, &need->objects.data[k]);
	}
	return may;
}

static void add_use(struct use *past, const struct use *now)
{
	if (!is_used(now))
		return;
	past->forms |= now->forms || (is_used(past) && past->form != now->form);
	past->read |= now->read;
	past->write |= now->write;
	past->unknown |= now->unknown;
	past->form = now->form;
	for (unsigned i = 0; i < now->places; i++) {
		unsigned k = 0;
		while (k < past->places && !value_same(past->at[k], now->at[i]))
			k++;
		if (k == past->places && past->places < MAX_PLACES)
			past->at[past->places++] = now->at[i];
	}
}

/* An interval between barriers is over. */
static void close_interval(struct need *need)
{
	const struct meeting *last =
		need->meetings.count ? &need->meetings.data[need->meetings.count - 1] : NULL;
	if (last && last->time > need->since && may_need(need))
		need_last(need, need->opaque_past || need->opaque_now);
	bool forget = last && !last->path && last->whole && stays(need, last->barrier);
	need->since = forget ? last->time : need->since;
	need->opaque_past = (need->opaque_past && !forget) || need->opaque_now;
	need->opaque_now = false;
	for (size_t i = 0; i < need->objects.count; i++) {
		struct object_use *object = &need->objects.data[i];
		if (forget)
			object->past = (struct use){0};
		add_use(&object->past, &object->now);
		object->now = (struct use){0};
	}
}

/* ---- the log --------------------------------------------------------------------------------- */

static struct sync_barrier *barrier_of(struct need *need, const struct simt_event *event)
{
	struct sync_report *report = need->log->report;
	for (size_t i = 0; i < report->barriers.count; i++)
		if (report->barriers.data[i]->expr == event->site)
			return report->barriers.data[i];
	struct sync_barrier *barrier = ARENA_NEW(need->log->arena, struct sync_barrier);
	barrier->expr = event->site;
	barrier->function = event->function;
	vec_push(need->log->arena, &report->barriers, barrier);
	return barrier;
}

static void note_barrier(struct need *need, const struct sync_op *op, uint32_t time)
{
	const struct simt_event *event = op->event;
	struct sync_barrier *barrier = barrier_of(need, event);
	barrier->executions++;
	barrier->in_symbolic_loop |= event->where.turn && event->where.turn->stands_for_all;
	close_interval(need);
	struct meeting meeting = {time, barrier, event->where.path, sync_order_block(need->order, op, time)};
	if (!meeting.whole || need->order->by_parts)
		barrier->may_order = barrier->may_more = true;
	vec_push(need->log->arena, &need->meetings, meeting);
}

static void note_event(struct need *need, const struct sync_op *op, uint32_t time)
{
	if (sync_is_way_out(op->event))
		return;
	switch (op->event->kind) {
	case SIMT_BLOCK_BARRIER: note_barrier(need, op, time); break;
	case SIMT_WARP_BARRIER: sync_order_warps(need->order, op->event, time); break;
	case SIMT_COLLECTIVE: break;
	default: need->opaque_now = true; break;
	}
}

static bool is_known(struct need *need, struct pair pair)
{
	for (unsigned i = 0; i < RECENT; i++)
		if (need->recent[i].first == pair.first && need->recent[i].second == pair.second &&
			need->recent[i].same_warp == pair.same_warp)
			return true;
	need->recent[need->next_recent++ % RECENT] = pair;
	return false;
}

static void visit(void *context, struct shadow_cell *cell, const struct shadow_entry *now)
{
	struct need *need = context;
	const struct simt_access *access = need->log->ops.data[now->op].access;
	for (unsigned i = 0; i < cell->count; i++) {
		const struct shadow_entry *old = &cell->entries[i];
		const struct simt_access *first = need->log->ops.data[old->op].access;
		uint32_t then = old->op + 1;
		/* which lane has which element of a tile isn't told */
		bool tile = first->tile || access->tile, same = old->lane == now->lane;
		bool meets = tile && same ? (old->bytes & now->bytes) != 0 : shadow_meets(old, now);
		if (!meets || (first->is_atomic && access->is_atomic) ||
			sync_ordered_in_warp(need->order, old->lane, then, now->lane))
			continue;
		/* times, not indices: an empty pair is nobody's */
		struct pair pair = {then, now->op + 1, old->lane / SIMT_WARP == now->lane / SIMT_WARP};
		if (!is_known(need, pair))
			need_between(need, then, first->where.path, access->where.path, pair.same_warp);
	}
	if (cell->lost > need->since)
		need_last(need, false);
	shadow_add(cell, *now, need->since);
}

/* In a turn that stands for others, which may go elsewhere. */
static bool is_one_of_many(const struct simt_turn *turn)
{
	for (; turn; turn = turn->up)
		if (turn->stands_for_all)
			return true;
	return false;
}

static void note_access(struct need *need, uint32_t index)
{
	const struct sync_op *op = &need->log->ops.data[index];
	const struct simt_access *access = op->access;
	bool global = access->space != SIMT_SHARED;
	need->opaque_now |=
		!access->object || op->after_wait || (global && (access->is_atomic || access->is_volatile));
	if (!access->object)
		return;
	need->opaque_now |= access->object->may_alias;
	bool known = access->offset && !need->full && sync_is_written(need->log, access->object);
	struct use use = {.read = access->kind == SIMT_LOAD,
		.write = access->kind != SIMT_LOAD,
		.unknown = !access->offset || is_one_of_many(access->where.turn),
		.forms = access->offset && !shadow_form_is_shared(access->offset),
		.form = access->offset ? shadow_form(access->offset, 0, NULL) : 0,
		.at = {access->offset},
		.places = access->offset != NULL};
	add_use(&use_of(need, access->object)->now, &use);
	if (known)
		need->full = !apart_walk(need->apart, need->shadow, access, index, visit, need);
}

static bool has_barriers(const struct sync_log *log)
{
	for (size_t i = 0; i < log->ops.count; i++)
		if (log->ops.data[i].event && log->ops.data[i].event->kind == SIMT_BLOCK_BARRIER)
			return true;
	return false;
}

void sync_find_needs(struct sync_log *log)
{
	if (!has_barriers(log))
		return;
	struct need need = {.log = log};
	need.order = sync_order_new(log->arena, log->simt->lanes);
	need.shadow = shadow_new(log->arena);
	need.apart = apart_new(log);
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->event)
			note_event(&need, op, (uint32_t)i + 1);
		else
			note_access(&need, (uint32_t)i);
	}
	close_interval(&need);
	log->report->truncated |= need.full;
}
