/* Barriers of the block that not all of its threads come to: who comes to another one instead, who has
 * nothing left to do and so counts as arrived when the kernel ends, and who goes on without.
 *
 * The log goes through the arms of a branch one after the other. What lies ahead in it tells whether those
 * who aren't at a barrier come to one in their own arm: the hardware counts arrivals, not places. */
#include "analyzer/order/partial.h"

#include "analyzer/order/judge.h"

enum { MAX_STEPS = 200000 };

struct sync_ahead *sync_ahead_new(const struct sync_log *log)
{
	struct sync_ahead *ahead = ARENA_NEW(log->arena, struct sync_ahead);
	ahead->log = log;
	ahead->left = MAX_STEPS;
	for (uint32_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->event && op->event->kind == SIMT_BLOCK_BARRIER)
			vec_push(log->arena, &ahead->barriers, i);
		if (op->event && sync_is_way_out(op->event))
			continue;
		const struct simt_mask *who = op->event ? &op->event->active.may : &op->access->active.may;
		for (unsigned lane = 0; lane < log->simt->lanes; lane++)
			ahead->last[lane] = mask_has(who, lane) ? i + 1 : ahead->last[lane];
	}
	return ahead;
}

struct simt_mask sync_ahead_late(struct sync_ahead *ahead, uint32_t index, const struct simt_mask *here,
	const struct simt_mask *missing, const uint16_t *behind, uint32_t *when)
{
	struct simt_mask out = {{0}}, rest = *missing;
	uint16_t passed[SIMT_MAX_LANES] = {0};
	for (size_t i = 0; i < ahead->barriers.count && ahead->left && mask_any(&rest); i++) {
		uint32_t at = ahead->barriers.data[i];
		if (at <= index)
			continue;
		ahead->left--;
		const struct simt_mask *who = &ahead->log->ops.data[at].event->active.may;
		struct simt_mask both = mask_and(who, here), comes = mask_and(who, &rest);
		if (mask_any(&both)) {
			rest = mask_minus(&rest, &comes);
			continue;
		}
		for (unsigned lane = 0; lane < ahead->log->simt->lanes; lane++) {
			if (!mask_has(&comes, lane) || passed[lane]++ < behind[lane])
				continue;
			mask_add(&out, lane);
			when[lane] = at + 1;
		}
		rest = mask_minus(&rest, &out);
	}
	return out;
}

/* ---- who may skip it ------------------------------------------------------------------------- */

const struct simt_path *sync_skipping(const struct simt_path *path)
{
	for (; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		if (!condition->uniform && !condition->is_loop && !condition->ends_loop && condition->stmt &&
			condition->stmt->kind == IR_IF)
			return path;
	}
	return NULL;
}

enum sync_belief sync_may_skip(const struct simt_path *skipped, const struct simt_path *first,
	unsigned first_lane, const struct simt_path *path, unsigned lane)
{
	enum sync_belief belief = SYNC_NEVER;
	for (skipped = sync_skipping(skipped); skipped; skipped = sync_skipping(skipped->up)) {
		if (sync_depends_on(path, skipped))
			continue;
		struct simt_path other = {.condition = skipped->condition, .side = !skipped->side};
		if (sync_excluded(&other, lane, first, first_lane) || sync_excluded(&other, lane, path, lane))
			continue;
		/* one condition on data may be asked again in other words */
		bool unsure = skipped->condition->by_data && sync_by_data(path);
		enum sync_belief one = unsure ? SYNC_POSSIBLE : SYNC_LIKELY;
		belief = one > belief ? one : belief;
	}
	return belief;
}
