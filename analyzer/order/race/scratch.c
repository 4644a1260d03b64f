/* Scratch of collectives (cub): a call leaves its TempStorage in use until all threads that take part have
 * met at a barrier, which the call itself doesn't end with. Whoever touches that memory next, through another
 * collective or directly, needs the barrier in between.
 *
 * The other way round, what threads touch directly must be through before a collective is given that memory.
 * A collective of the block has barriers inside, behind which nobody still works in what other collectives
 * were given before. Whatever isn't known may be a barrier, too. */
#include "analyzer/order/race/scratch.h"

#include "analyzer/order/conflict.h"
#include "analyzer/order/judge.h"
#include "analyzer/order/shadow.h"

/* Scratch in use. */
struct use {
	const struct simt_event *event;
	bool by_warp; /* the lanes of each warp work in scratch of their own */
};

struct search {
	struct sync_log *log;
	VEC(struct use) uses;
	size_t since; /* the last op that may be a barrier */
};

/* Whether memory from one offset on in one lane and from another on in another lane has bytes in common. */
static bool meet(const struct simt_value *a, unsigned a_lane, int64_t a_bytes, const struct simt_value *b,
	unsigned b_lane, int64_t b_bytes)
{
	if (shadow_form(a, a_lane, NULL) != shadow_form(b, b_lane, NULL))
		return false;
	int64_t apart = value_lane(b, b_lane) - value_lane(a, a_lane);
	return apart < a_bytes && -apart < b_bytes;
}

/* ---- collectives ----------------------------------------------------------------------------- */

static bool share(const struct use *use, const struct simt_event *now)
{
	const struct simt_event *event = use->event;
	if (event->object != now->object || !event->offset || !now->offset)
		return false;
	if (!use->by_warp || !sync_is_of_warp(now))
		return meet(event->offset, mask_first(&event->active.may), event->bytes, now->offset,
			mask_first(&now->active.may), now->bytes);
	struct simt_mask both = mask_and(&event->active.may, &now->active.may);
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++) {
		unsigned lane =
			warp * SIMT_WARP + (unsigned)(both.warp[warp] ? __builtin_ctz(both.warp[warp]) : 0);
		if (both.warp[warp] && meet(event->offset, lane, event->bytes, now->offset, lane, now->bytes))
			return true;
	}
	return false;
}

/* One of the two that need a barrier between them. */
struct side {
	const struct ir_expr *expr;
	const struct ir_function *function;
	const struct simt_where *where;
	bool is_call, by_warp;
	unsigned lane;
};

static struct side side_of(const struct simt_event *event)
{
	return (struct side){event->site, event->function, &event->where, true, sync_is_of_warp(event),
		mask_first(&event->active.may)};
}

/* What a collective of a warp does without scratch differs between versions; that a `__syncwarp()` is needed
 * is what its documentation says. */
static enum sync_belief belief_in(const struct side *first, const struct side *second)
{
	bool unsure = first->by_warp || sync_by_data(first->where->path) || sync_by_data(second->where->path);
	return unsure ? SYNC_LIKELY : SYNC_PROVEN;
}

static void report(struct search *search, const struct side *first, const struct side *second,
	const struct simt_object *object)
{
	struct sync_report *report = search->log->report;
	if (sync_excluded(first->where->path, first->lane, second->where->path, second->lane))
		return;
	for (size_t i = 0; i < report->scratch.count; i++)
		if (report->scratch.data[i]->second == second->expr)
			return;
	struct sync_scratch *scratch = ARENA_NEW(search->log->arena, struct sync_scratch);
	*scratch = (struct sync_scratch){.first = first->expr,
		.second = second->expr,
		.first_is_call = first->is_call,
		.second_is_call = second->is_call,
		.by_warp = first->by_warp && second->by_warp,
		.function = second->function,
		.object = object,
		.belief = belief_in(first, second),
		.loop = sync_carried_by(first->where->turn, second->where->turn)};
	vec_push(search->log->arena, &report->scratch, scratch);
}

static void forget(struct search *search, bool of_warps_only)
{
	size_t kept = 0;
	for (size_t i = 0; of_warps_only && i < search->uses.count; i++)
		if (!search->uses.data[i].by_warp)
			search->uses.data[kept++] = search->uses.data[i];
	search->uses.count = kept;
}

/* A block of one warp shuffles, and leaves the scratch alone. Where the block isn't known, the collective's
 * type says how wide it is. */
static bool is_one_warp(const struct simt *simt, const struct simt_event *event)
{
	enum { WIDTH = 1 };
	const struct ir_record *record = event->site->call->function->record;
	bool assumed = simt->request->launch->source == LAUNCH_ASSUMED;
	bool narrow = record->arg_count > WIDTH && record->args[WIDTH].is_value &&
		      record->args[WIDTH].value <= SIMT_WARP;
	return simt->lanes <= SIMT_WARP || (assumed && narrow);
}

/* The lane of an access that touches what a collective works in; SIMT_MAX_LANES: none does. */
static unsigned touching(
	const struct simt *simt, const struct simt_event *event, const struct simt_access *access)
{
	unsigned in = mask_first(&event->active.may);
	if (event->object != access->object || !event->offset || !access->offset || access->tile)
		return SIMT_MAX_LANES;
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		if (mask_has(&access->active.may, lane) &&
			meet(event->offset, in, event->bytes, access->offset, lane, access->size))
			return lane;
	return SIMT_MAX_LANES;
}

static void check_access(struct search *search, const struct simt_event *event,
	const struct simt_access *access, bool access_first)
{
	unsigned lane = touching(search->log->simt, event, access);
	if (lane == SIMT_MAX_LANES)
		return;
	struct side call = side_of(event),
		    direct = {access->site, access->function, &access->where, false, false, lane};
	report(search, access_first ? &direct : &call, access_first ? &call : &direct, event->object);
}

static void note_collective(struct search *search, size_t index)
{
	const struct simt_event *event = search->log->ops.data[index].event;
	struct side now = side_of(event);
	for (size_t i = 0; i < search->uses.count; i++) {
		struct side before = side_of(search->uses.data[i].event);
		if (share(&search->uses.data[i], event))
			report(search, &before, &now, event->object);
	}
	if (!now.by_warp)
		forget(search, false);
	if (!now.by_warp && is_one_warp(search->log->simt, event))
		return;
	for (size_t i = index; !now.by_warp && i-- > search->since;)
		if (search->log->ops.data[i].access)
			check_access(search, event, search->log->ops.data[i].access, true);
	if (!now.by_warp)
		search->since = index;
	struct use use = {event, now.by_warp};
	vec_push(search->log->arena, &search->uses, use);
}

static void note_event(struct search *search, size_t index)
{
	const struct simt_event *event = search->log->ops.data[index].event;
	if (sync_is_way_out(event))
		return;
	switch (event->kind) {
	case SIMT_SCRATCH: note_collective(search, index); break;
	case SIMT_WARP_BARRIER: forget(search, true); break;
	case SIMT_COLLECTIVE:
	case SIMT_ASYNC:
	case SIMT_FENCE: break;
	default:
		forget(search, false);
		search->since = index;
		break;
	}
}

void sync_find_scratch(struct sync_log *log)
{
	struct search search = {.log = log};
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->event)
			note_event(&search, i);
		for (size_t k = 0; op->access && op->access->kind != SIMT_LOAD && k < search.uses.count; k++)
			if (!search.uses.data[k].by_warp)
				check_access(&search, search.uses.data[k].event, op->access, false);
	}
}
