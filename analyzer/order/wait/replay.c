/* One replay: threads wait, meet and go on, until all have ended.
 *
 * At a barrier of the block all threads meet that haven't ended, at whichever call. At a warp's barriers and
 * collectives those lanes meet that the mask names, at any call of the same function with the same mask; who
 * returned before doesn't count (compute capability 7.0 and later). When nobody can go on, somebody is
 * absent: that is noted, the others go on without. */
#include "analyzer/order/wait/replay.h"

#include <string.h>

#include "analyzer/order/order.h"
#include "analyzer/order/presence.h"

static bool is_warps(const struct simt_event *event)
{
	return event->kind == SIMT_WARP_BARRIER || event->kind == SIMT_COLLECTIVE;
}

static bool is_blocks(const struct simt_event *event)
{
	return event->kind == SIMT_BLOCK_BARRIER || event->kind == SIMT_CLUSTER_BARRIER ||
	       event->kind == SIMT_GRID_BARRIER;
}

static const struct simt_event *event_of(const struct replay *replay, unsigned lane)
{
	return replay->ops.data[replay->at[lane]].event;
}

static bool takes_part(const struct replay *replay, uint32_t at, unsigned lane)
{
	return mask_has(&replay->ops.data[at].lanes, lane);
}

/* ---- who takes part in what ------------------------------------------------------------------ */

/* Fills in who takes part; false: the grid ends early. */
static bool take_part(struct replay *replay)
{
	struct presence presence = {.arena = replay->log->arena, .world = replay->world};
	for (size_t i = 0; i < replay->ops.count; i++) {
		struct replay_op *op = &replay->ops.data[i];
		op->lanes = presence_of(&presence, &op->event->where, &op->event->active.may);
		if (!presence_pass(&presence, op->event, &op->lanes))
			return false;
	}
	return true;
}

/* ---- going on -------------------------------------------------------------------------------- */

static uint32_t warp_lanes(const struct replay *replay, unsigned warp)
{
	unsigned left = replay->lanes - warp * SIMT_WARP;
	return left >= SIMT_WARP ? UINT32_MAX : (1u << left) - 1;
}

/* Whether a thread stops at an event until others are there, or for good. */
static bool stops(const struct simt_event *event, unsigned lane)
{
	uint32_t mask;
	return is_blocks(event) || event->kind == SIMT_EXIT ||
	       (is_warps(event) && sync_names(event, lane, &mask));
}

static void go_on(struct replay *replay, unsigned lane, uint32_t from)
{
	uint32_t at = from;
	for (; at < replay->ops.count; at++) {
		replay->steps -= replay->steps > 0;
		if (takes_part(replay, at, lane) && stops(replay->ops.data[at].event, lane))
			break;
	}
	replay->at[lane] = at;
	replay->state[lane] = at == replay->ops.count                     ? THREAD_ENDED
			      : event_of(replay, lane)->kind == SIMT_EXIT ? THREAD_RETURNED
									  : THREAD_WAITS;
}

/* Whether two lanes of a warp wait for each other at calls that serve both. */
static bool match(const struct replay *replay, unsigned a, unsigned b)
{
	if (replay->state[a] != THREAD_WAITS || replay->state[b] != THREAD_WAITS)
		return false;
	const struct simt_event *one = event_of(replay, a), *other = event_of(replay, b);
	uint32_t mask = 0, same = 0;
	return one->kind == other->kind && one->tile == other->tile && strcmp(one->name, other->name) == 0 &&
	       sync_names(one, a, &mask) && sync_names(other, b, &same) && mask == same;
}

/* A return that the waiting one will come by, too, is the end of the kernel. */
static bool has_returned(const struct replay *replay, unsigned lane, unsigned waits)
{
	return replay->state[lane] == THREAD_RETURNED && !takes_part(replay, replay->at[lane], waits);
}

/* The lanes that a waiting one names and that are there; the first that isn't in *absent. */
static uint32_t gather(const struct replay *replay, unsigned waits, bool *complete, unsigned *absent)
{
	unsigned first = waits & ~(unsigned)(SIMT_WARP - 1);
	uint32_t mask, group = 1u << (waits % SIMT_WARP);
	sync_names(event_of(replay, waits), waits, &mask);
	mask &= warp_lanes(replay, waits / SIMT_WARP);
	*complete = true;
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		unsigned lane = first + i;
		if (!(mask >> i & 1) || lane == waits || has_returned(replay, lane, waits))
			continue;
		if (match(replay, waits, lane)) {
			group |= 1u << i;
			continue;
		}
		if (*complete)
			*absent = lane;
		*complete = false;
	}
	return group;
}

/* How many of the barriers or collectives like this one a thread takes part in. */
static unsigned count_like(struct replay *replay, uint32_t like, unsigned lane)
{
	const struct simt_event *event = replay->ops.data[like].event;
	unsigned count = 0;
	uint32_t mask, other;
	replay->steps -= replay->steps > replay->ops.count ? replay->ops.count : replay->steps;
	for (uint32_t i = 0; i < replay->ops.count; i++) {
		const struct simt_event *one = replay->ops.data[i].event;
		if (one->kind != event->kind || !takes_part(replay, i, lane))
			continue;
		if (is_warps(event) &&
			(strcmp(one->name, event->name) != 0 || !sync_names(event, lane, &mask) ||
				!sync_names(one, lane, &other) || mask != other))
			continue;
		count++;
	}
	return count;
}

/* Whether two threads that meet at different calls don't belong together: the one will come to where the
 * other is now, and they wait a different number of times. */
static bool is_mispaired(struct replay *replay, unsigned early, unsigned late)
{
	uint32_t at = replay->at[late];
	return takes_part(replay, at, early) && count_like(replay, at, early) != count_like(replay, at, late);
}

static void note_warp(struct replay *replay, enum sync_fault fault, unsigned waits, unsigned absent)
{
	unsigned warp = waits / SIMT_WARP;
	bool known = replay->absent[warp] == absent && replay->absent_at[warp] == replay->at[absent];
	replay->absent[warp] = absent;
	replay->absent_at[warp] = replay->at[absent];
	if (!known && !replay->is_skewed[warp])
		replay_note(replay, fault, replay->at[waits], waits, absent,
			replay->state[absent] == THREAD_ENDED ? UINT32_MAX : replay->at[absent]);
}

/* Lanes have met: whether they belong together. */
static void check_meeting(struct replay *replay, unsigned warp, uint32_t group)
{
	unsigned early = 0, late = 0;
	bool first = true;
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		unsigned lane = warp * SIMT_WARP + i;
		if (!(group >> i & 1))
			continue;
		early = first || replay->at[lane] < replay->at[early] ? lane : early;
		late = first || replay->at[lane] > replay->at[late] ? lane : late;
		first = false;
	}
	const struct simt_event *one = event_of(replay, early), *other = event_of(replay, late);
	bool is_group = !one->mask;
	if (replay->at[early] != replay->at[late] && is_mispaired(replay, early, late)) {
		note_warp(replay, is_group ? SYNC_GROUP : SYNC_NAMED, early, late);
		replay->is_skewed[warp] = true;
	} else if (one->site != other->site && !is_group) {
		replay_note(replay, SYNC_OTHER_CALL, replay->at[early], early, late, replay->at[late]);
	}
	replay_check_sources(replay, warp, group);
}

static void release(struct replay *replay, unsigned warp, uint32_t group)
{
	for (unsigned i = 0; i < SIMT_WARP; i++)
		if (group >> i & 1)
			go_on(replay, warp * SIMT_WARP + i, replay->at[warp * SIMT_WARP + i] + 1);
}

/* Lets the lanes of a warp go on that have met; returns whether any did. */
static bool run_warp(struct replay *replay, unsigned warp)
{
	bool moved = false;
	for (unsigned i = 0; i < SIMT_WARP && warp * SIMT_WARP + i < replay->lanes; i++) {
		unsigned lane = warp * SIMT_WARP + i, absent;
		uint32_t mask;
		if (replay->state[lane] != THREAD_WAITS || !is_warps(event_of(replay, lane)))
			continue;
		sync_names(event_of(replay, lane), lane, &mask);
		if (!(mask >> i & 1)) {
			replay_note(replay, SYNC_UNNAMED, replay->at[lane], lane, lane, replay->at[lane]);
			replay->is_skewed[warp] = true;
			release(replay, warp, 1u << i);
			moved = true;
			continue;
		}
		bool complete;
		uint32_t group = gather(replay, lane, &complete, &absent);
		if (!complete)
			continue;
		check_meeting(replay, warp, group);
		release(replay, warp, group);
		moved = true;
	}
	return moved;
}

/* ---- the block ------------------------------------------------------------------------------- */

struct standing {
	unsigned waiting, ended;
	unsigned first, last; /* waiting threads that have come least far, and furthest */
	bool one_kind;        /* all of them wait at the same kind of barrier */
	unsigned gone, skips; /* a thread that returned, and one that ran to the end; or none: `lanes` */
};

static struct standing standing_of(const struct replay *replay)
{
	struct standing out = {.one_kind = true, .gone = replay->lanes, .skips = replay->lanes};
	for (unsigned lane = 0; lane < replay->lanes; lane++) {
		if (replay->state[lane] != THREAD_WAITS) {
			out.ended++;
			unsigned *which = replay->state[lane] == THREAD_RETURNED ? &out.gone : &out.skips;
			*which = *which == replay->lanes ? lane : *which;
			continue;
		}
		if (!out.waiting++)
			out.first = out.last = lane;
		out.first = replay->at[lane] < replay->at[out.first] ? lane : out.first;
		out.last = replay->at[lane] > replay->at[out.last] ? lane : out.last;
		out.one_kind &= event_of(replay, lane)->kind == event_of(replay, out.first)->kind;
	}
	return out;
}

/* All threads that haven't ended are at barriers of the block. */
static void meet(struct replay *replay, const struct standing *now)
{
	uint32_t at = replay->at[now->first];
	if (replay->at[now->last] != at && is_mispaired(replay, now->first, now->last)) {
		replay_note(replay, SYNC_BARRIER, at, now->first, now->last, replay->at[now->last]);
		replay->mispaired = true;
	}
	if (now->gone < replay->lanes && !replay->mispaired)
		replay_note(replay, SYNC_LEFT, at, now->first, now->gone, replay->at[now->gone]);
	if (now->skips < replay->lanes && !replay->mispaired)
		replay_note(replay, SYNC_LEFT, at, now->first, now->skips, UINT32_MAX);
}

static void release_block(struct replay *replay, enum simt_event_kind kind)
{
	for (unsigned lane = 0; lane < replay->lanes; lane++)
		if (replay->state[lane] == THREAD_WAITS && event_of(replay, lane)->kind == kind)
			go_on(replay, lane, replay->at[lane] + 1);
}

/* A __syncwarp() with another mask that the absent lane comes by and the waiting one doesn't: the two were to
 * face each other. UINT32_MAX: none. */
static uint32_t facing(const struct replay *replay, unsigned waits, unsigned absent)
{
	const struct simt_event *event = event_of(replay, waits);
	uint32_t mask, other;
	sync_names(event, waits, &mask);
	for (uint32_t i = 0; event->kind == SIMT_WARP_BARRIER && i < replay->ops.count; i++) {
		const struct simt_event *one = replay->ops.data[i].event;
		if (one->kind == SIMT_WARP_BARRIER && one->mask && takes_part(replay, i, absent) &&
			!takes_part(replay, i, waits) && sync_names(one, absent, &other) && other != mask)
			return i;
	}
	return UINT32_MAX;
}

static void note_stuck_warp(struct replay *replay, unsigned waits)
{
	bool complete;
	unsigned absent = waits;
	uint32_t group = gather(replay, waits, &complete, &absent);
	bool is_group = !event_of(replay, waits)->mask;
	uint32_t other = is_group ? UINT32_MAX : facing(replay, waits, absent);
	if (other != UINT32_MAX && !replay->is_skewed[waits / SIMT_WARP])
		replay_note(replay, SYNC_OTHER_MASK, replay->at[waits], waits, absent, other);
	else
		note_warp(replay, is_group ? SYNC_GROUP : SYNC_NAMED, waits, absent);
	release(replay, waits / SIMT_WARP, group);
}

/* Who has passed the barrier of the block at which the first one waits, with none in its place; nobody:
 * `lanes`.
 */
static unsigned passed_by(struct replay *replay, unsigned first)
{
	uint32_t at = replay->at[first];
	unsigned out = replay->lanes;
	if (!is_blocks(event_of(replay, first)))
		return out;
	unsigned count = count_like(replay, at, first);
	for (unsigned lane = 0; lane < replay->lanes; lane++)
		if (replay->state[lane] == THREAD_WAITS && !takes_part(replay, at, lane) &&
			count_like(replay, at, lane) != count)
			out = lane;
	return out;
}

/* Nobody can go on. The one who has come least far in a warp's operation is the cause, if there is one. */
static void note_stuck(struct replay *replay, const struct standing *now)
{
	unsigned waits = replay->lanes;
	for (unsigned lane = 0; lane < replay->lanes; lane++)
		if (replay->state[lane] == THREAD_WAITS && is_warps(event_of(replay, lane)) &&
			(waits == replay->lanes || replay->at[lane] < replay->at[waits]))
			waits = lane;
	unsigned absent = passed_by(replay, now->first);
	if (waits < replay->lanes && absent == replay->lanes) {
		note_stuck_warp(replay, waits);
		return;
	}
	if (absent == replay->lanes)
		absent = now->gone < replay->lanes ? now->gone : now->skips;
	replay_note(replay, SYNC_BARRIER, replay->at[now->first], now->first, absent,
		replay->state[absent] == THREAD_ENDED ? UINT32_MAX : replay->at[absent]);
	replay->mispaired = true;
	release_block(replay, event_of(replay, now->first)->kind);
}

/* ---- a world --------------------------------------------------------------------------------- */

/* Whether whole warps are here, with masks that name all of it. */
static bool is_whole(const struct replay_op *op)
{
	uint32_t mask;
	bool known = sync_names(op->event, 0, &mask);
	for (unsigned warp = 0; known && warp < SIMT_MAX_WARPS; warp++)
		if (op->lanes.warp[warp] && op->lanes.warp[warp] != UINT32_MAX)
			return false;
	return !known || !op->event->mask || (!op->event->mask->lanes && mask == UINT32_MAX);
}

/* Most worlds hold nothing: everybody is always there. */
static bool is_in_step(const struct replay *replay)
{
	struct simt_mask all;
	memset(&all, 0, sizeof all);
	for (unsigned lane = 0; lane < replay->lanes; lane++)
		mask_add(&all, lane);
	bool any_gone = false;
	for (size_t i = 0; i < replay->ops.count; i++) {
		const struct replay_op *op = &replay->ops.data[i];
		any_gone |= op->event->kind == SIMT_EXIT && mask_any(&op->lanes);
		if (is_blocks(op->event) && (any_gone || !mask_equal(&op->lanes, &all)))
			return false;
		if (is_warps(op->event) && !is_whole(op))
			return false;
	}
	return true;
}

bool replay_world(struct replay *replay)
{
	if (!take_part(replay))
		return false;
	if (is_in_step(replay))
		return true;
	replay->mispaired = false;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		replay->absent[warp] = SIMT_MAX_LANES;
	memset(replay->is_skewed, 0, sizeof replay->is_skewed);
	for (unsigned lane = 0; lane < replay->lanes; lane++)
		go_on(replay, lane, 0);
	while (replay->steps) {
		bool moved = false;
		for (unsigned warp = 0; warp * SIMT_WARP < replay->lanes; warp++)
			while (run_warp(replay, warp))
				moved = true;
		struct standing now = standing_of(replay);
		if (!now.waiting)
			break;
		if (moved)
			continue;
		enum simt_event_kind kind = event_of(replay, now.first)->kind;
		if (!now.one_kind || !is_blocks(event_of(replay, now.first)) ||
			(kind == SIMT_GRID_BARRIER && now.ended)) {
			note_stuck(replay, &now);
			continue;
		}
		meet(replay, &now);
		release_block(replay, kind);
	}
	return true;
}
