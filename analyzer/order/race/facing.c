/* `__syncwarp()`s that stand in two arms of a branch as if they were one barrier, with different masks.
 *
 * Each names its own lanes, and is complete on its own. That they were meant to meet shows in what the lanes
 * exchange: it would be in order if they did. */
#include "analyzer/order/race/facing.h"

#include "analyzer/order/order.h"

static bool is_masked(const struct sync_op *op, unsigned lane, uint32_t *mask)
{
	const struct simt_event *event = op->event;
	return event && event->kind == SIMT_WARP_BARRIER && event->mask && event->where.split &&
	       mask_has(&event->active.may, lane) && sync_names(event, lane, mask);
}

/* Whether they are in two arms of one branch. */
static bool are_in_arms(const struct simt_event *one, const struct simt_event *other)
{
	struct simt_mask both = mask_and(&one->active.may, &other->active.may);
	return one->where.split->stmt == other->where.split->stmt && !mask_any(&both);
}

bool facing_of(const struct sync_log *log, const struct sync_op *first, unsigned first_lane,
	const struct sync_op *second, unsigned second_lane, struct sync_facing *out)
{
	const struct sync_op *ops = log->ops.data;
	for (size_t i = 0; i < log->ops.count; i++) {
		uint32_t mask, other;
		if (!is_masked(&ops[i], first_lane, &mask))
			continue;
		for (size_t k = 0; k < log->ops.count; k++) {
			bool parts = (&ops[i] < first) != (&ops[k] < second);
			if (!parts || !is_masked(&ops[k], second_lane, &other) || mask == other ||
				!are_in_arms(ops[i].event, ops[k].event))
				continue;
			*out = (struct sync_facing){.one = ops[i].event,
				.other = ops[k].event,
				.mask = mask,
				.other_mask = other};
			return true;
		}
	}
	return false;
}
