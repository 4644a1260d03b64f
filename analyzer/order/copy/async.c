/* The worlds in which asynchronous copies are followed: the usual one, and for each condition on which a
 * copy, a commit or a wait hangs the one in which it goes the other way. Not data's conditions: how they hang
 * together isn't known. */
#include <string.h>

#include "analyzer/order/copy/flight.h"

enum { MAX_WORLDS = 12, MAX_CHOICES = 4000 };

/* ---- what both parts ask --------------------------------------------------------------------- */

struct pipe_state *async_pipe(struct async_run *run, const struct simt_pipeline *pipeline)
{
	for (size_t i = 0; i < run->pipes.count; i++)
		if (run->pipes.data[i]->pipeline == pipeline)
			return run->pipes.data[i];
	struct arena *arena = run->log->arena;
	struct pipe_state *pipe = ARENA_NEW(arena, struct pipe_state);
	pipe->pipeline = pipeline;
	uint32_t **const lists[] = {&pipe->acquired, &pipe->committed, &pipe->waits, &pipe->released,
		&pipe->acquired_at, &pipe->awaited_at, &pipe->released_at, &pipe->seen, &pipe->sure};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		*lists[i] = ARENA_ARRAY(arena, uint32_t, run->lanes);
	vec_push(arena, &run->pipes, pipe);
	return pipe;
}

bool async_is_first(struct async_run *run, const struct simt_turn *turn)
{
	struct open_loop loop = {turn->instance, turn->number};
	for (size_t i = 0; turn->stands_for_all && i < run->loops.count; i++)
		if (run->loops.data[i].instance == turn->instance)
			return run->loops.data[i].number == turn->number;
	if (turn->stands_for_all)
		vec_push(run->log->arena, &run->loops, loop);
	return true;
}

struct sync_place async_place(const struct async_run *run, const struct sync_op *op)
{
	const struct simt_where *where = op->event ? &op->event->where : &op->access->where;
	const struct ir_expr *site = op->event ? op->event->site : op->access->site;
	const struct ir_function *function = op->event ? op->event->function : op->access->function;
	const char *name = op->event && op->event->async ? op->event->async->op->name : NULL;
	if (site)
		return (struct sync_place){site->range, function, name};
	const struct simt_call *call = where->call;
	if (!call || !call->site)
		return (struct sync_place){op->event->stmt->range, function, name};
	return (struct sync_place){call->site->range,
		call->up ? call->up->callee : run->log->simt->request->kernel, call->callee->name};
}

/* ---- one world ------------------------------------------------------------------------------- */

static bool is_copied_to(const struct async_run *run, const struct simt_object *object)
{
	for (size_t i = 0; i < run->objects.count; i++)
		if (run->objects.data[i] == object)
			return true;
	return false;
}

/* Whether a call is given a pipeline, with which it may do anything. */
static bool takes_pipeline(const struct simt_event *event)
{
	const struct ir_expr *site = event->kind == SIMT_OPAQUE ? event->site : NULL;
	for (size_t i = 0; site && i < site->operand_count; i++) {
		const struct ir_type *type = ir_type_value(site->operands[i]->type);
		if (ir_is_pipeline_type(type) || (type->element && ir_is_pipeline_type(type->element)))
			return true;
	}
	return site && site->kind == IR_CALL && site->call->object &&
	       ir_is_pipeline_type(site->call->object->type);
}

static bool run_op(struct async_run *run, uint32_t index)
{
	const struct sync_op *op = &run->log->ops.data[index];
	const struct simt_turn *turn = op->event ? op->event->where.turn : op->access->where.turn;
	for (; turn; turn = turn->up)
		async_is_first(run, turn);
	if (op->access) {
		if (!is_copied_to(run, op->access->object))
			return true;
		struct simt_mask lanes =
			presence_of(&run->presence, &op->access->where, &op->access->active.may);
		if (mask_any(&lanes))
			flight_access(run, index, &lanes);
		return true;
	}
	struct simt_mask lanes = presence_of(&run->presence, &op->event->where, &op->event->active.may);
	run->vague |= takes_pipeline(op->event);
	if (op->event->async) {
		stage_async(run, index, &lanes);
		flight_async(run, index, &lanes);
	} else if (!sync_is_way_out(op->event)) {
		flight_event(run, index, &lanes);
	}
	return presence_pass(&run->presence, op->event, &lanes);
}

static void add_stages(struct async_run *run)
{
	struct sync_report *report = run->log->report;
	for (size_t i = 0; i < run->stages.count; i++) {
		const struct sync_stage *stage = &run->stages.data[i];
		bool known = false;
		for (size_t k = 0; k < report->stages.count; k++)
			known |= report->stages.data[k]->at.range.begin == stage->at.range.begin &&
				 report->stages.data[k]->at.function == stage->at.function;
		if (known)
			continue;
		struct sync_stage *kept = ARENA_NEW(run->log->arena, struct sync_stage);
		*kept = *stage;
		vec_push(run->log->arena, &report->stages, kept);
	}
}

static void run_world(struct async_run *run)
{
	struct arena *arena = run->log->arena;
	run->presence = (struct presence){.arena = arena, .world = run->world};
	run->order = sync_order_new(arena, run->lanes);
	run->shadow = shadow_new(arena);
	run->committed = ARENA_ARRAY(arena, uint32_t, run->lanes);
	for (size_t i = 0; i < run->flights.count; i++)
		vec_push(arena, &run->spare, run->flights.data[i]);
	run->flights.count = run->pipes.count = run->stages.count = 0;
	run->open_commits.count = run->loops.count = 0;
	memset(run->of_op, 0, run->log->ops.count * sizeof(struct flight *));
	run->vague = false;
	bool ends = false;
	for (size_t i = 0; i < run->log->ops.count && !ends; i++)
		ends = !run_op(run, (uint32_t)i);
	if (!ends)
		stage_end(run);
	if (!run->vague)
		add_stages(run);
}

/* ---- the worlds ------------------------------------------------------------------------------ */

bool async_is_doubtful(const struct async_run *run, const struct simt_condition *condition)
{
	if (condition->by_data)
		return true;
	for (unsigned i = 0; i < world_parts(run->world, condition); i++)
		if (world_is_guess(run->world, condition, i))
			return true;
	return false;
}

typedef VEC(const struct simt_condition *) condition_list;

static bool is_new(struct async_run *run, condition_list *list, const struct simt_condition *condition)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i] == condition)
			return false;
	vec_push(run->log->arena, list, condition);
	return true;
}

static void run_others(struct async_run *run)
{
	condition_list conditions = {0};
	unsigned worlds = 0;
	for (size_t i = 0; i < run->log->ops.count; i++) {
		const struct simt_event *event = run->log->ops.data[i].event;
		const struct simt_path *path = event && event->async ? event->where.path : NULL;
		for (; path && worlds < MAX_WORLDS; path = path->up) {
			const struct simt_condition *condition = path->condition;
			if (condition->is_loop || async_is_doubtful(run, condition) ||
				!is_new(run, &conditions, condition))
				continue;
			struct simt_path other = *path;
			other.side = !path->side;
			worlds++;
			run->most = SYNC_LIKELY;
			if (world_choose(run->world, &other))
				run_world(run);
		}
	}
}

/* Whether there is anything to follow. */
static bool gather(struct async_run *run)
{
	bool any = false;
	struct sync_log *log = run->log;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_event *event = log->ops.data[i].event;
		const struct simt_async *async = event ? event->async : NULL;
		any |= async && async->op->action != IR_ASYNC_READ;
		if (async && async->op->action == IR_ASYNC_COPY && async->to.object &&
			!is_copied_to(run, async->to.object))
			vec_push(log->arena, &run->objects, async->to.object);
	}
	for (size_t i = 0; any && i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->event || is_copied_to(run, op->access->object))
			world_add(run->world, op->event ? op->event->where.path : op->access->where.path);
	}
	return any;
}

void sync_find_flights(struct sync_log *log)
{
	if (log->is_cut || log->simt->stop != SIMT_RUNNING || !log->ops.count)
		return;
	struct async_run *run = ARENA_NEW(log->arena, struct async_run);
	run->log = log;
	run->lanes = log->simt->lanes;
	run->world = world_new(log->arena, log->simt);
	if (!gather(run) || world_size(run->world) > MAX_CHOICES || !world_choose(run->world, NULL))
		return;
	run->of_op = ARENA_ARRAY(log->arena, struct flight *, log->ops.count);
	run->most = SYNC_PROVEN;
	run->is_base = true;
	run_world(run);
	run->is_base = false;
	run_others(run);
}
