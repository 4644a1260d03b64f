/* Order between threads: barriers of the block order all, those of a warp the lanes that they name. Shuffles
 * and votes order no accesses (CUDA Programming Guide: they imply no memory ordering). */
#include "analyzer/order/order.h"

#include <string.h>

#include "analyzer/order/judge.h"

struct sync_order *sync_order_new(struct arena *arena, unsigned lanes)
{
	struct sync_order *order = ARENA_NEW(arena, struct sync_order);
	order->arena = arena;
	order->lanes = lanes;
	return order;
}

/* Whether one lane went on from a barrier that the other one has yet to come to. */
static bool is_awaited(const struct sync_order *order, unsigned earlier, uint32_t then, unsigned lane)
{
	for (size_t i = 0; i < order->meetings.count; i++) {
		const struct sync_meeting *meeting = &order->meetings.data[i];
		uint32_t mine = 1u << lane % SIMT_WARP, other = 1u << earlier % SIMT_WARP;
		if (meeting->warp == lane / SIMT_WARP && (meeting->here & other) &&
			(meeting->mask & ~meeting->here & mine) && then > meeting->times[earlier % SIMT_WARP])
			return true;
	}
	return false;
}

static bool is_in_warp(const struct sync_order *order, unsigned earlier, uint32_t then, unsigned lane)
{
	return then <= (order->in_warp ? order->in_warp[lane][earlier % SIMT_WARP] : 0);
}

/* Whether a barrier that not all come to has parted the two. */
static bool is_parted(const struct sync_partial *partial, unsigned earlier, uint32_t then, unsigned lane)
{
	if (mask_has(&partial->late, lane))
		return mask_has(&partial->came, earlier) && then > partial->until[earlier];
	return then <= partial->until[earlier] && mask_has(&partial->knows, lane);
}

bool sync_ordered(const struct sync_order *order, unsigned earlier, uint32_t then, unsigned lane)
{
	return sync_unordered(order, earlier, then, lane, NULL) == SYNC_NEVER;
}

enum sync_belief sync_unordered(const struct sync_order *order, unsigned earlier, uint32_t then,
	unsigned lane, const struct simt_path *first)
{
	enum sync_belief belief = SYNC_PROVEN;
	if (then <= order->block || sync_ordered_in_warp(order, earlier, then, lane))
		return SYNC_NEVER;
	for (size_t i = 0; i < order->partial.count && belief != SYNC_NEVER; i++) {
		const struct sync_partial *partial = order->partial.data[i];
		if (!is_parted(partial, earlier, then, lane))
			continue;
		if (partial->is_met && sync_depends_on(first, partial->path))
			return SYNC_NEVER; /* in its arm, in front of its barrier */
		enum sync_belief skips =
			partial->path ? sync_may_skip(partial->path, first, earlier, order->here, lane)
				      : SYNC_NEVER;
		belief = skips < belief ? skips : belief;
	}
	return belief;
}

bool sync_ordered_in_warp(const struct sync_order *order, unsigned earlier, uint32_t then, unsigned lane)
{
	return earlier / SIMT_WARP == lane / SIMT_WARP &&
	       (then <= order->warp[lane / SIMT_WARP] || is_in_warp(order, earlier, then, lane) ||
		       is_awaited(order, earlier, then, lane));
}

void sync_order_all(struct sync_order *order, uint32_t time)
{
	order->block = time;
	order->meetings.count = 0;
	order->partial.count = 0;
}

/* Lanes of one warp meet: each knows what any of them knew. */
static void meet(struct sync_order *order, unsigned warp, uint32_t members, uint32_t time)
{
	uint32_t known[SIMT_WARP] = {0};
	if (!order->in_warp)
		order->in_warp = arena_alloc(order->arena, SIMT_MAX_LANES * sizeof *order->in_warp);
	for (unsigned i = 0; i < SIMT_WARP; i++)
		for (unsigned k = 0; members >> i & 1 && k < SIMT_WARP; k++) {
			uint32_t one = order->in_warp[warp * SIMT_WARP + i][k];
			known[k] = one > known[k] ? one : known[k];
		}
	for (unsigned i = 0; i < SIMT_WARP; i++)
		known[i] = members >> i & 1 ? time : known[i];
	for (unsigned i = 0; i < SIMT_WARP; i++)
		if (members >> i & 1)
			memcpy(order->in_warp[warp * SIMT_WARP + i], known, sizeof known);
}

static uint32_t max(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void end_meeting(struct sync_order *order, size_t index)
{
	const struct sync_meeting *meeting = &order->meetings.data[index];
	for (unsigned i = 0; i < SIMT_WARP; i++)
		for (unsigned k = 0; meeting->here >> i & 1 && k < SIMT_WARP; k++) {
			uint32_t *knows = &order->in_warp[meeting->warp * SIMT_WARP + i][k];
			*knows = max(*knows, max(meeting->known[k], meeting->times[k]));
		}
	order->meetings.count--;
	memmove(&order->meetings.data[index], &order->meetings.data[index + 1],
		(order->meetings.count - index) * sizeof *meeting);
}

enum { MAX_MEETINGS = 16 };

/* Some of the lanes of a mask are there: with those that came to another `__syncwarp()` of the same mask
 * (from cc 7.0 on they are one barrier), or first. */
static void meet_apart(
	struct sync_order *order, unsigned warp, uint32_t mask, uint32_t members, uint32_t time)
{
	size_t at = 0;
	for (; at < order->meetings.count; at++) {
		const struct sync_meeting *meeting = &order->meetings.data[at];
		if (meeting->warp == warp && meeting->mask == mask && !(meeting->here & members))
			break;
	}
	if (at == MAX_MEETINGS) {
		order->warp[warp] = time;
		order->is_cut = true;
		return;
	}
	if (at == order->meetings.count)
		vec_push(order->arena, &order->meetings, ((struct sync_meeting){.warp = warp, .mask = mask}));
	struct sync_meeting *meeting = &order->meetings.data[at];
	meeting->here |= members;
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		if (!(members >> i & 1))
			continue;
		meeting->times[i] = time;
		for (unsigned k = 0; k < SIMT_WARP; k++)
			meeting->known[k] = max(meeting->known[k], order->in_warp[warp * SIMT_WARP + i][k]);
	}
	if (meeting->here == mask)
		end_meeting(order, at);
}

static uint32_t full_warp(const struct sync_order *order, unsigned warp)
{
	unsigned left = order->lanes - warp * SIMT_WARP;
	return left >= SIMT_WARP ? UINT32_MAX : (1u << left) - 1;
}

bool sync_names(const struct simt_event *event, unsigned lane, uint32_t *mask)
{
	*mask = UINT32_MAX;
	if (event->tile) {
		uint32_t all = event->tile >= SIMT_WARP ? UINT32_MAX : (1u << event->tile) - 1;
		*mask = all << (lane % SIMT_WARP / event->tile * event->tile);
		return true;
	}
	bool known = event->mask && event->mask->kind == SIMT_INT && value_is_known(event->mask);
	if (known)
		*mask = (uint32_t)value_lane(event->mask, lane);
	return known;
}

/* What one lane of a warp knows of barriers that others skipped, those know whom it meets. */
static void tell(struct sync_order *order, unsigned warp, uint32_t group)
{
	for (size_t i = 0; i < order->partial.count; i++) {
		struct sync_partial *partial = order->partial.data[i];
		if (partial->knows.warp[warp] & group)
			partial->knows.warp[warp] |= group;
	}
}

void sync_order_warps(struct sync_order *order, const struct simt_event *event, uint32_t time)
{
	for (unsigned warp = 0; warp * SIMT_WARP < order->lanes; warp++) {
		uint32_t rest = event->active.may.warp[warp];
		while (rest) {
			unsigned lane = warp * SIMT_WARP + (unsigned)__builtin_ctz(rest);
			uint32_t mask;
			bool named = sync_names(event, lane, &mask);
			uint32_t group = rest & mask;
			uint32_t all = full_warp(order, warp);
			if ((group & all) == all)
				order->warp[warp] = time;
			else
				meet(order, warp, group | 1u << lane % SIMT_WARP, time);
			tell(order, warp, group);
			if (named && group != (mask & all) && group >> lane % SIMT_WARP & 1)
				meet_apart(order, warp, mask & all, group, time);
			rest &= ~(group | 1u << lane % SIMT_WARP);
		}
	}
}

/* ---- barriers of the block ------------------------------------------------------------------- */

enum { MAX_PARTIAL = 16 };

/* What those who come know of other lanes of their warps, they bring along. */
static uint32_t known_of(const struct sync_order *order, const struct simt_mask *who, unsigned lane)
{
	unsigned warp = lane / SIMT_WARP;
	uint32_t known = who->warp[warp] ? order->warp[warp] : 0;
	for (unsigned i = 0; order->in_warp && i < SIMT_WARP; i++)
		if (who->warp[warp] >> i & 1)
			known = max(known, order->in_warp[warp * SIMT_WARP + i][lane % SIMT_WARP]);
	return known;
}

/* What any of them knew of earlier barriers, all know who came. */
static void spread(struct sync_order *order, const struct sync_partial *now)
{
	for (size_t i = 0; i < order->partial.count; i++) {
		struct sync_partial *partial = order->partial.data[i];
		struct simt_mask both = mask_and(&partial->knows, &now->knows);
		if (partial != now && mask_any(&both))
			partial->knows = mask_or(&partial->knows, &now->knows);
	}
}

/* A new one; NULL: there are too many, then all counts as ordered. */
static struct sync_partial *add_partial(struct sync_order *order, uint32_t time)
{
	if (order->partial.count == MAX_PARTIAL) {
		sync_order_all(order, time);
		order->is_cut = true;
		return NULL;
	}
	struct sync_partial *partial = ARENA_NEW(order->arena, struct sync_partial);
	vec_push(order->arena, &order->partial, partial);
	return partial;
}

/* Another arm's barrier of one that is known. */
static bool joins(struct sync_order *order, const struct simt_mask *who, unsigned number)
{
	for (size_t i = 0; i < order->partial.count; i++) {
		struct sync_partial *partial = order->partial.data[i];
		struct simt_mask both = mask_and(&partial->late, who);
		if (partial->number != number || !mask_any(&both))
			continue;
		partial->came = mask_or(&partial->came, &both);
		partial->late = mask_minus(&partial->late, &both);
		partial->knows = mask_or(&partial->knows, &both);
		spread(order, partial);
		return true;
	}
	return false;
}

/* Whoever has nothing left to do is waited for until the kernel ends for it: it counts as arrived. */
static bool is_done(const struct sync_order *order, unsigned lane, uint32_t time)
{
	return order->ahead && order->ahead->last[lane] <= time;
}

/* Part of the block is at a barrier. */
static void meet_part(struct sync_order *order, const struct simt_mask *who, unsigned number, uint32_t time)
{
	struct simt_mask missing = {{0}};
	uint16_t behind[SIMT_MAX_LANES];
	if (joins(order, who, number))
		return;
	struct sync_partial *partial = add_partial(order, time);
	if (!partial)
		return;
	partial->number = number;
	partial->came = partial->knows = *who;
	for (unsigned lane = 0; lane < order->lanes; lane++) {
		bool comes = mask_has(who, lane), misses = !comes && order->arrivals[lane] < number;
		partial->until[lane] =
			comes || is_done(order, lane, time) ? time : known_of(order, who, lane);
		if (misses && !is_done(order, lane, time))
			mask_add(&missing, lane);
		behind[lane] = misses ? (uint16_t)(number - order->arrivals[lane] - 1) : 0;
	}
	if (order->ahead)
		partial->late =
			sync_ahead_late(order->ahead, time - 1, who, &missing, behind, partial->until);
	if (order->ahead && !order->ahead->left) { /* who comes later isn't known: all count as met */
		sync_order_all(order, time);
		order->is_cut = true;
		return;
	}
	spread(order, partial);
}

/* The barrier in the other arm of a branch; NULL: it isn't known to have one. */
static struct sync_partial *other_arm(const struct sync_order *order, const struct simt_path *path)
{
	for (size_t i = 0; i < order->partial.count; i++) {
		struct sync_partial *partial = order->partial.data[i];
		if (partial->path && partial->is_whole && partial->path->condition == path->condition &&
			partial->path->side != path->side && partial->path->up == path->up)
			return partial;
	}
	return NULL;
}

/* All of the block may come; it isn't known whether all do. Who doesn't, comes to the one in the other arm if
 * there is one: what lies in front of the branch is in order then. */
static void meet_on_path(struct sync_order *order, const struct simt_path *path, bool is_whole, uint32_t time)
{
	struct sync_partial *partial = NULL;
	for (size_t i = 0; i < order->partial.count && !partial; i++)
		if (order->partial.data[i]->path == path)
			partial = order->partial.data[i];
	struct sync_partial *other = is_whole && !partial ? other_arm(order, path) : NULL;
	if (other)
		order->block = max(order->block, other->until[0]);
	partial = partial ? partial : add_partial(order, time);
	if (!partial)
		return;
	partial->path = path;
	partial->is_whole = is_whole;
	partial->is_met = other != NULL;
	if (other)
		other->is_met = true;
	for (unsigned lane = 0; lane < order->lanes; lane++) {
		mask_add(&partial->knows, lane);
		partial->until[lane] = time;
	}
}

bool sync_order_block(struct sync_order *order, const struct sync_op *op, uint32_t time)
{
	const struct simt_mask *active = &op->event->active.may;
	const struct simt_path *path = order->ahead ? sync_skipping(op->event->where.path) : NULL;
	unsigned least = UINT16_MAX, mine = 0;
	bool all = true;
	for (unsigned lane = 0; lane < order->lanes; lane++) {
		bool arrives = mask_has(active, lane);
		bool lives = !(op->gone && mask_has(op->gone, lane)) && !is_done(order, lane, time);
		order->arrivals[lane] += arrives;
		mine = arrives && order->arrivals[lane] > mine ? order->arrivals[lane] : mine;
		if (lives && order->arrivals[lane] < least)
			least = order->arrivals[lane];
		all &= arrives || !lives;
	}
	for (unsigned lane = 0; all && lane < order->lanes; lane++)
		order->arrivals[lane] = (uint16_t)mine;
	order->by_parts = !all;
	if (!all && least < mine) {
		meet_part(order, active, mine, time);
		return false;
	}
	if (path)
		meet_on_path(order, path, path == op->event->where.path, time);
	else
		sync_order_all(order, time);
	return true;
}

/* ---- numbered barriers ----------------------------------------------------------------------- */

/* Whether the newer one tells all that the older one does. */
static bool replaces(
	const struct sync_order *order, const struct sync_partial *now, const struct sync_partial *old)
{
	struct simt_mask more = mask_minus(&old->knows, &now->knows);
	if (old->path || mask_any(&old->late) || mask_any(&more))
		return false;
	for (unsigned lane = 0; lane < order->lanes; lane++)
		if (old->until[lane] > now->until[lane])
			return false;
	return true;
}

static void drop_replaced(struct sync_order *order, const struct sync_partial *now)
{
	size_t kept = 0;
	for (size_t i = 0; i < order->partial.count; i++) {
		struct sync_partial *partial = order->partial.data[i];
		if (partial == now || !replaces(order, now, partial))
			order->partial.data[kept++] = partial;
	}
	order->partial.count = kept;
}

static void meet_group(struct sync_order *order, const struct simt_mask *who, uint32_t time)
{
	struct sync_partial *partial = add_partial(order, time);
	if (!partial)
		return;
	partial->came = partial->knows = *who;
	for (unsigned lane = 0; lane < order->lanes; lane++)
		partial->until[lane] = mask_has(who, lane) ? time : known_of(order, who, lane);
	spread(order, partial);
	drop_replaced(order, partial);
}

/* The threads that come to the same one as a lane. */
static struct simt_mask same_number(
	const struct sync_order *order, const struct simt_event *event, unsigned lane)
{
	struct simt_mask who = {{0}};
	for (unsigned other = 0; other < order->lanes; other++)
		if (mask_has(&event->active.may, other) &&
			value_lane(event->barrier->id, other) == value_lane(event->barrier->id, lane))
			mask_add(&who, other);
	return who;
}

static bool may_part(const struct simt_path *path)
{
	while (path && path->condition->uniform)
		path = path->up;
	return path != NULL;
}

bool sync_order_numbered(struct sync_order *order, const struct simt_event *event, uint32_t time)
{
	const struct simt_barrier *barrier = event->barrier;
	if (!barrier || !barrier->op || barrier->op->action != IR_BARRIER_NAMED_SYNC ||
		barrier->op->is_conditional || !barrier->id || !barrier->count ||
		barrier->id->kind != SIMT_INT || barrier->count->kind != SIMT_INT ||
		!value_is_known(barrier->id) || !value_is_known(barrier->count) ||
		may_part(event->where.path))
		return false;
	struct simt_mask rest = event->active.may, who;
	for (; mask_any(&rest); rest = mask_minus(&rest, &who)) {
		who = same_number(order, event, mask_first(&rest));
		int64_t count = value_lane(barrier->count, mask_first(&rest));
		if ((count ? count : (int64_t)order->lanes) != (int64_t)mask_count(&who)) /* 0: all */
			return false;
	}
	for (rest = event->active.may; mask_any(&rest); rest = mask_minus(&rest, &who)) {
		who = same_number(order, event, mask_first(&rest));
		meet_group(order, &who, time);
	}
	return true;
}
