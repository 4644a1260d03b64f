/* The worlds in which a run is replayed: for each path on which threads wait or return, the one in which all
 * take it, and for each condition on it that needn't be the same for all threads those in which it parts
 * them: one thread, or as few as can be, goes the other way, or goes there alone. */
#include <string.h>

#include "analyzer/order/wait/replay.h"

enum { MAX_WORLDS = 80, MAX_TIMES = 3, MAX_STEPS = 5000000, MAX_ALL_STEPS = 12000000 };

struct scenarios {
	struct replay *replay;
	VEC(const struct simt_path *) paths;       /* that all have taken */
	VEC(const struct simt_condition *) parted; /* conditions that have parted threads */
	unsigned worlds;
	enum sync_belief most; /* that anything can be believed */
};

static bool matters(const struct simt_event *event)
{
	switch (event->kind) {
	case SIMT_FENCE:
	case SIMT_ASYNC: return false;
	case SIMT_LEAVE: return event->where.path;
	default: return true;
	}
}

static bool can_block(const struct simt_event *event)
{
	return simt_is_block_wide(event->kind) || event->kind == SIMT_WARP_BARRIER ||
	       event->kind == SIMT_COLLECTIVE;
}

bool replay_by_data(const struct simt_path *path)
{
	for (; path; path = path->up)
		if (path->condition->by_data && !path->condition->uniform)
			return true;
	return false;
}

/* Whether a number decides that isn't followed: then threads may well all go one way. */
static bool is_guessed(const struct world *world, const struct simt_path *path)
{
	for (; path; path = path->up)
		for (unsigned i = 0; !path->condition->uniform && i < world_parts(world, path->condition);
			i++)
			if (world_is_guess(world, path->condition, i))
				return true;
	return false;
}

static bool run(struct scenarios *scenarios, const struct simt_path *path, enum sync_belief most)
{
	struct replay *replay = scenarios->replay;
	bool sure = !world_is_parted(replay->world) && !replay_by_data(path);
	replay->belief = sure && scenarios->most == SYNC_PROVEN ? SYNC_PROVEN : SYNC_LIKELY;
	if (is_guessed(replay->world, path))
		most = SYNC_POSSIBLE;
	replay->belief = replay->belief < most ? replay->belief : most;
	scenarios->worlds++;
	uint64_t cost = (uint64_t)replay->lanes * world_size(replay->world) + replay->ops.count * 16;
	replay->steps -= replay->steps > cost ? cost : replay->steps;
	return replay_world(replay);
}

/* The same branch in turn after turn of a loop parts the same threads. */
static bool is_new(struct scenarios *scenarios, const struct simt_condition *condition)
{
	unsigned times = 0;
	for (size_t i = 0; i < scenarios->parted.count; i++) {
		const struct simt_condition *other = scenarios->parted.data[i];
		if (other == condition)
			return false;
		times += other->stmt && other->stmt == condition->stmt;
	}
	vec_push(scenarios->replay->log->arena, &scenarios->parted, condition);
	return times < MAX_TIMES;
}

static void part(struct scenarios *scenarios, const struct simt_path *path, const struct simt_path *node)
{
	struct world *world = scenarios->replay->world;
	unsigned parts = world_parts(world, node->condition);
	for (unsigned i = 0; i < parts; i++)
		for (int most = 0; most < 2 && scenarios->worlds < MAX_WORLDS; most++)
			if (world_choose_parted(world, path, node, i, most))
				run(scenarios, path,
					world_is_guess(world, node->condition, i) ? SYNC_POSSIBLE
										  : SYNC_LIKELY);
}

static void take(struct scenarios *scenarios, const struct simt_path *path)
{
	if (scenarios->worlds >= MAX_WORLDS || !scenarios->replay->steps)
		return;
	for (size_t i = scenarios->paths.count; i-- > 0;)
		if (scenarios->paths.data[i] == path)
			return;
	vec_push(scenarios->replay->log->arena, &scenarios->paths, path);
	if (world_choose(scenarios->replay->world, path))
		run(scenarios, path, SYNC_PROVEN);
	for (const struct simt_path *node = path; node; node = node->up)
		if (!node->condition->uniform && is_new(scenarios, node->condition))
			part(scenarios, path, node);
}

static bool gather(struct replay *replay)
{
	const struct sync_log *log = replay->log;
	bool any = false;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_event *event = log->ops.data[i].event;
		if (!event || !matters(event))
			continue;
		struct replay_op op = {.event = event};
		vec_push(log->arena, &replay->ops, op);
		world_add(replay->world, event->where.path);
		any |= can_block(event);
	}
	return any;
}

void sync_find_absences(struct sync_log *log)
{
	/* where a run stops early, nobody knows who would have come */
	if (log->is_cut || log->simt->stop != SIMT_RUNNING)
		return;
	struct replay *replay = ARENA_NEW(log->arena, struct replay);
	replay->log = log;
	replay->lanes = log->simt->lanes;
	uint64_t left = log->replayed < MAX_ALL_STEPS ? MAX_ALL_STEPS - log->replayed : 0;
	uint64_t begin = left < MAX_STEPS ? left : MAX_STEPS;
	replay->steps = begin;
	replay->world = world_new(log->arena, log->simt);
	bool any = gather(replay);
	if (!any && !log->report->grid_barriers.count) {
		log->report->has_grid_barriers = true; /* there are none */
		return;
	}
	struct scenarios scenarios = {.replay = replay,
		.most = log->simt->assumptions & SIMT_ASSUMED_BLOCK ? SYNC_LIKELY : SYNC_PROVEN};
	if (world_choose(replay->world, NULL) && replay->steps && run(&scenarios, NULL, SYNC_PROVEN))
		replay_compare_blocks(replay);
	for (size_t i = 0; i < replay->ops.count; i++)
		if (can_block(replay->ops.data[i].event))
			take(&scenarios, replay->ops.data[i].event->where.path);
	for (size_t i = 0; i < replay->ops.count; i++)
		if (replay->ops.data[i].event->kind == SIMT_EXIT ||
			replay->ops.data[i].event->kind == SIMT_LEAVE)
			take(&scenarios, replay->ops.data[i].event->where.path);
	log->replayed += begin - replay->steps;
}
