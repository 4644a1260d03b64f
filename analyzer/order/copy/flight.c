/* Copies in flight: from where they start to where they are awaited, and who uses what they copy before.
 *
 * What a thread copies on its own comes in batches, and each thread waits for its own: others need a barrier
 * behind that wait. What completes on a barrier object or in a pipeline of several threads is there for
 * whoever has waited for it. */
#include "analyzer/order/copy/flight.h"

#include <string.h>

#include "analyzer/order/copy/copy_use.h"

#define EACH_LANE(run, lane, mask)                                                                           \
	for (unsigned lane = 0; lane < (run)->lanes; lane++)                                                 \
		if (mask_has(mask, lane))

bool flight_is_own(const struct flight *flight)
{
	return !flight->async->bound && !flight->async->is_shared;
}

/* More than that nobody keeps on their way; the oldest are lost sight of. */
static void make_room(struct async_run *run)
{
	enum { MOST = 512 };
	if (run->flights.count < MOST)
		return;
	struct flight *oldest = run->flights.data[0];
	run->of_op[oldest->op] = NULL;
	memmove(run->flights.data, run->flights.data + 1, (MOST - 1) * sizeof *run->flights.data);
	run->flights.count--;
	vec_push(run->log->arena, &run->spare, oldest);
}

static struct flight *flight_new(struct async_run *run)
{
	struct arena *arena = run->log->arena;
	struct flight *flight = ARENA_NEW(arena, struct flight);
	if (run->spare.count) {
		struct flight *old = run->spare.data[--run->spare.count];
		uint32_t *const lists[] = {old->batch, old->done, old->waited};
		for (size_t i = 0; i < 3; i++)
			memset(lists[i], 0, run->lanes * sizeof(uint32_t));
		*flight = (struct flight){.batch = lists[0], .done = lists[1], .waited = lists[2]};
		return flight;
	}
	flight->batch = ARENA_ARRAY(arena, uint32_t, run->lanes);
	flight->done = ARENA_ARRAY(arena, uint32_t, run->lanes);
	flight->waited = ARENA_ARRAY(arena, uint32_t, run->lanes);
	return flight;
}

/* ---- starting -------------------------------------------------------------------------------- */

/* One lane stands for each group that copies together. */
static struct simt_mask leaders(const struct async_run *run, unsigned group, const struct simt_mask *lanes)
{
	if (group == SIMT_GROUP_THREAD)
		return *lanes;
	struct simt_mask out;
	memset(&out, 0, sizeof out);
	unsigned size = group == SIMT_GROUP_UNKNOWN ? SIMT_GROUP_BLOCK : group, last = UINT32_MAX;
	EACH_LANE(run, lane, lanes)
	{
		if (lane / size != last)
			mask_add(&out, lane);
		last = lane / size;
	}
	return out;
}

static void note_commit(struct async_run *run, uint32_t index)
{
	const struct simt_turn *turn = run->log->ops.data[index].event->where.turn;
	for (; turn; turn = turn->up) {
		struct open_commit commit = {index + 1, turn->instance};
		if (turn->stands_for_all)
			vec_push(run->log->arena, &run->open_commits, commit);
	}
}

/* Whether more may have been committed since a copy than the log says: in a loop that is over. */
static bool may_be_more(const struct async_run *run, const struct flight *flight, uint32_t wait)
{
	for (size_t i = run->open_commits.count; i-- > 0;) {
		const struct open_commit *commit = &run->open_commits.data[i];
		const struct simt_turn *turn = run->log->ops.data[wait - 1].event->where.turn;
		if (commit->time < flight->op + 1)
			return false;
		while (turn && turn->instance != commit->instance)
			turn = turn->up;
		if (!turn)
			return true;
	}
	return false;
}

static void start(struct async_run *run, uint32_t index, const struct simt_mask *lanes)
{
	const struct sync_op *op = &run->log->ops.data[index];
	const struct simt_async *async = op->event->async;
	make_room(run);
	struct flight *flight = flight_new(run);
	flight->op = index;
	flight->async = async;
	flight->lanes = *lanes;
	flight->is_live = true;
	const struct pipe_state *pipe = async->pipeline ? async_pipe(run, async->pipeline) : NULL;
	EACH_LANE(run, lane, lanes)
	{
		flight->batch[lane] =
			!flight_is_own(flight) && pipe ? pipe->committed[lane] : run->committed[lane];
		run->committed[lane] += async->op->commits;
	}
	if (async->op->commits)
		note_commit(run, index);
	struct simt_mask told = leaders(run, async->group, lanes);
	flight->access = (struct simt_access){.site = op->event->site,
		.function = op->event->function,
		.kind = SIMT_STORE,
		.space = async->to.object ? async->to.object->space : SIMT_GENERIC,
		.object = async->to.object,
		.offset = async->to.offset,
		.size = async->bytes > 0 && async->bytes < 1 << 20 ? (unsigned)async->bytes : 1,
		.active = {told, told},
		.assumptions = run->log->simt->assumptions,
		.where = op->event->where};
	run->of_op[index] = flight;
	vec_push(run->log->arena, &run->flights, flight);
	if (flight->access.object && flight->access.offset)
		copy_use_start(run, flight);
	else
		flight->is_live = false;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void commit(struct async_run *run, uint32_t index, const struct simt_mask *lanes)
{
	const struct simt_async *async = run->log->ops.data[index].event->async;
	if (mask_any(lanes) && !async->is_shared)
		note_commit(run, index);
	EACH_LANE(run, lane, lanes)
	run->committed[lane] += !async->is_shared;
}

/* Each lane of `lanes` waits for its own batches; others of `skipped` may do so as well. */
static void await_own(struct async_run *run, uint32_t time, const struct simt_async *async,
	const struct simt_mask *lanes, const struct simt_mask *skipped)
{
	for (size_t i = 0; i < run->flights.count; i++) {
		struct flight *flight = run->flights.data[i];
		if (!flight->is_live || !flight_is_own(flight))
			continue;
		struct simt_mask maybe = mask_and(&flight->lanes, skipped);
		flight->maybe |= mask_any(&maybe);
		struct simt_mask both = mask_and(&flight->lanes, lanes);
		EACH_LANE(run, lane, &both)
		{
			uint32_t batch = flight->batch[lane], count = run->committed[lane];
			bool there = async->op->is_whole || async->prior < 0 ||
				     (int64_t)batch < (int64_t)count - async->prior;
			if (flight->done[lane])
				continue;
			if (there) {
				flight->done[lane] = time;
				continue;
			}
			flight->left_by = time;
			flight->uncommitted = batch >= count;
			flight->maybe |= may_be_more(run, flight, time);
		}
	}
}

/* Waits for the oldest stage of a pipeline of several threads. */
static void await_stage(struct async_run *run, uint32_t time, const struct simt_async *async,
	const struct simt_mask *lanes, const struct simt_mask *skipped)
{
	const struct pipe_state *pipe = async->pipeline ? async_pipe(run, async->pipeline) : NULL;
	for (size_t i = 0; i < run->flights.count; i++) {
		struct flight *flight = run->flights.data[i];
		const struct simt_pipeline *other = flight->async->pipeline;
		if (!flight->is_live || !flight->async->in_pipeline || flight_is_own(flight) ||
			(other && pipe && other != pipe->pipeline))
			continue;
		flight->maybe |= mask_any(skipped);
		uint32_t batch = 0;
		EACH_LANE(run, lane, &flight->lanes)
		batch = flight->batch[lane] > batch ? flight->batch[lane] : batch;
		EACH_LANE(run, lane, lanes)
		{
			uint32_t stage = pipe ? pipe->waits[lane] - 1 : UINT32_MAX;
			if (pipe && pipe->released[lane] > stage)
				stage = pipe->released[lane];
			if (!other || batch <= stage)
				flight->waited[lane] = time;
			else
				flight->left_by = time;
		}
	}
}

static bool may_be_same(const struct simt_address *a, const struct simt_address *b)
{
	int64_t one, other;
	if (!a->object || !b->object || !a->offset || !b->offset)
		return !a->object || !b->object || a->object == b->object;
	if (a->object != b->object)
		return false;
	return !value_constant(a->offset, &one) || !value_constant(b->offset, &other) || one == other;
}

static void await_barrier(struct async_run *run, uint32_t time, const struct simt_barrier *barrier,
	const struct simt_mask *lanes, const struct simt_mask *skipped)
{
	struct simt_address at = {barrier->object, barrier->offset};
	for (size_t i = 0; i < run->flights.count; i++) {
		struct flight *flight = run->flights.data[i];
		bool same = (flight->async->bound && may_be_same(&flight->async->barrier, &at)) ||
			    (flight->joins && may_be_same(&flight->join, &at));
		if (!flight->is_live || !same)
			continue;
		flight->maybe |= mask_any(skipped);
		EACH_LANE(run, lane, lanes)
		if (!flight->waited[lane])
			flight->waited[lane] = time;
	}
}

/* The barrier's phase ends with the copies that these lanes have started. */
static void join(struct async_run *run, const struct simt_barrier *barrier, const struct simt_mask *lanes)
{
	for (size_t i = 0; i < run->flights.count; i++) {
		struct flight *flight = run->flights.data[i];
		struct simt_mask both = mask_and(&flight->lanes, lanes);
		if (!flight->is_live || !flight_is_own(flight) || !mask_any(&both))
			continue;
		flight->join = flight->joins ? (struct simt_address){0}
					     : (struct simt_address){barrier->object, barrier->offset};
		flight->joins = true;
	}
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Lanes that don't come by in this world, but may do so in truth. */
static struct simt_mask skipped_of(
	const struct async_run *run, const struct simt_event *event, const struct simt_mask *lanes)
{
	struct simt_mask out = mask_minus(&event->active.may, lanes);
	for (const struct simt_path *path = event->where.path; path; path = path->up)
		if (async_is_doubtful(run, path->condition))
			return out;
	memset(&out, 0, sizeof out);
	return out;
}

/* What others have done before they released their stages is over for those who acquire one. */
static void acquire(struct async_run *run, const struct simt_async *async)
{
	struct pipe_state *pipe = async_pipe(run, async->pipeline);
	memcpy(pipe->seen, pipe->released_at, run->lanes * sizeof *pipe->seen);
}

void flight_async(struct async_run *run, uint32_t index, const struct simt_mask *lanes)
{
	const struct simt_event *event = run->log->ops.data[index].event;
	const struct simt_async *async = event->async;
	struct simt_mask skipped = skipped_of(run, event, lanes);
	bool any = mask_any(lanes);
	switch (async->op->action) {
	case IR_ASYNC_COPY:
		if (any)
			start(run, index, lanes);
		break;
	case IR_ASYNC_COMMIT: commit(run, index, lanes); break;
	case IR_ASYNC_WAIT:
		if (async->is_shared)
			await_stage(run, index + 1, async, lanes, &skipped);
		else
			await_own(run, index + 1, async, lanes, &skipped);
		break;
	case IR_ASYNC_ACQUIRE:
		if (async->is_shared && any)
			acquire(run, async);
		break;
	case IR_ASYNC_READ:
		if (any)
			flight_access(run, index, lanes);
		break;
	case IR_ASYNC_RELEASE:
	case IR_ASYNC_MAKE:
	case IR_ASYNC_NONE: break;
	}
}

/* The block has met: what was awaited by all who had to is there for everybody. */
static void meet(struct async_run *run, bool whole)
{
	size_t kept = 0;
	for (size_t i = 0; i < run->flights.count; i++) {
		struct flight *flight = run->flights.data[i];
		bool waited = false, done = flight_is_own(flight);
		for (unsigned lane = 0; lane < run->lanes; lane++) {
			waited |= flight->waited[lane] != 0;
			done &= !mask_has(&flight->lanes, lane) || flight->done[lane];
		}
		flight->met = true;
		flight->is_live &= !(whole && (waited || done));
		if (flight->is_live) {
			run->flights.data[kept++] = flight;
			continue;
		}
		run->of_op[flight->op] = NULL;
		vec_push(run->log->arena, &run->spare, flight);
	}
	run->flights.count = kept;
}

/* A call that isn't known: it may wait for anything. */
static void forget(struct async_run *run)
{
	for (size_t i = 0; i < run->flights.count; i++)
		run->flights.data[i]->is_live = false;
}

static void pass_barrier_object(
	struct async_run *run, uint32_t time, const struct simt_event *event, const struct simt_mask *lanes)
{
	const struct simt_barrier *barrier = event->barrier;
	const struct ir_barrier_op *op = barrier ? barrier->op : NULL;
	struct simt_mask skipped = skipped_of(run, event, lanes);
	switch (op ? op->action : IR_BARRIER_NAMED_SYNC) {
	case IR_BARRIER_WAIT:
	case IR_BARRIER_ARRIVE_AND_WAIT:
		await_barrier(run, time, barrier, lanes, &skipped);
		sync_order_all(run->order, time);
		break;
	case IR_BARRIER_ARRIVE:
		if (op->is_late)
			join(run, barrier, lanes);
		break;
	case IR_BARRIER_JOIN: join(run, barrier, lanes); break;
	case IR_BARRIER_NAMED_SYNC:
	case IR_BARRIER_CLUSTER_WAIT:
		sync_order_all(run->order, time);
		meet(run, true);
		break;
	default: break;
	}
}

/* Assembly that neither waits nor meets. */
static bool is_harmless(const struct simt_event *event)
{
	const struct ir_asm *assembly = event->stmt ? event->stmt->assembly : NULL;
	if (assembly && (assembly->mentions & CUDA_ASM_ORDERS))
		return assembly->mentions & CUDA_ASM_MATRIX;
	return (assembly && assembly->text) || exec_is_atomic_event(event);
}

void flight_event(struct async_run *run, uint32_t index, const struct simt_mask *lanes)
{
	const struct sync_op *op = &run->log->ops.data[index];
	struct simt_event event = *op->event;
	struct sync_op here = *op;
	struct simt_mask gone = run->presence.returned;
	uint32_t time = index + 1;
	event.active.may = *lanes;
	here.event = &event;
	if (!mask_any(lanes))
		return;
	switch (event.kind) {
	case SIMT_COLLECTIVE:
	case SIMT_FENCE: break;
	case SIMT_WARP_BARRIER: sync_order_warps(run->order, &event, time); break;
	case SIMT_BLOCK_BARRIER:
		if (here.gone)
			gone = mask_or(&gone, here.gone);
		here.gone = &gone;
		meet(run, sync_order_block(run->order, &here, time));
		break;
	case SIMT_OTHER_BARRIER: pass_barrier_object(run, time, op->event, lanes); break;
	case SIMT_OPAQUE:
		if (is_harmless(&event))
			break;
		forget(run);
		sync_order_all(run->order, time);
		break;
	default:
		sync_order_all(run->order, time);
		meet(run, true);
		break;
	}
}
