/* Who is there. */
#include "analyzer/order/presence.h"

#include <stdint.h>

static bool is_inside(const struct simt_where *where, const struct simt_event *leave)
{
	if (leave->stmt->kind == IR_RETURN) {
		const struct simt_call *call = where->call;
		while (call && call->id > leave->where.call->id) /* calls within others come later */
			call = call->up;
		return call && call->id == leave->where.call->id;
	}
	for (const struct simt_turn *turn = where->turn; turn; turn = turn->up)
		if (turn->instance == leave->where.turn->instance)
			return leave->stmt->kind == IR_BREAK || turn->number == leave->where.turn->number;
	return false;
}

static void take_leaves(struct presence *presence, const struct simt_where *where, struct simt_mask *lanes)
{
	size_t kept = 0;
	for (size_t i = 0; i < presence->leaves.count; i++) {
		struct presence_leave *leave = &presence->leaves.data[i];
		if (!is_inside(where, leave->event))
			continue;
		*lanes = mask_minus(lanes, &leave->lanes);
		presence->leaves.data[kept++] = *leave;
	}
	presence->leaves.count = kept;
}

/* Who isn't on a path, which begins as others do. */
static const struct simt_mask *elsewhere_on(struct presence *presence, const struct simt_path *path)
{
	struct presence_path *known = &presence->paths[((uintptr_t)path / sizeof *path) % PRESENCE_PATHS];
	if (known->path == path)
		return &known->elsewhere;
	struct simt_mask elsewhere = world_elsewhere(presence->world, path);
	if (path->up)
		elsewhere = mask_or(&elsewhere, elsewhere_on(presence, path->up));
	*known = (struct presence_path){path, elsewhere};
	return &known->elsewhere;
}

struct simt_mask presence_of(
	struct presence *presence, const struct simt_where *where, const struct simt_mask *may)
{
	struct simt_mask lanes = mask_minus(may, &presence->returned);
	if (where->path)
		lanes = mask_minus(&lanes, elsewhere_on(presence, where->path));
	take_leaves(presence, where, &lanes);
	return lanes;
}

static bool can_leave(const struct simt_event *event)
{
	return event->stmt->kind == IR_RETURN ? event->where.call != NULL : event->where.turn != NULL;
}

bool presence_pass(struct presence *presence, const struct simt_event *event, const struct simt_mask *lanes)
{
	if (event->kind == SIMT_EXIT)
		presence->returned = mask_or(&presence->returned, lanes);
	if (event->kind == SIMT_TRAP && mask_any(lanes))
		return false;
	if (event->kind == SIMT_LEAVE && mask_any(lanes) && can_leave(event)) {
		struct presence_leave leave = {event, *lanes};
		vec_push(presence->arena, &presence->leaves, leave);
	}
	return true;
}
