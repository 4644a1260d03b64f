/* Pipelines: what each thread does to each, call by call.
 *
 * A stage is acquired and committed by those who produce, waited for and released by those who consume. In a
 * pipeline of one thread, acquire and release don't wait for anybody: there, only what isn't committed does
 * harm. Where producers and consumers are different threads, the order of their calls in the log isn't that
 * of time. */
#include "analyzer/order/copy/flight.h"

#define EACH_LANE(run, lane, mask)                                                                           \
	for (unsigned lane = 0; lane < (run)->lanes; lane++)                                                 \
		if (mask_has(mask, lane))

static bool any_of(const struct async_run *run, const uint32_t *counts)
{
	for (unsigned lane = 0; lane < run->lanes; lane++)
		if (counts[lane])
			return true;
	return false;
}

/* One of each place: the call at `time`. */
static struct sync_stage *note(
	struct async_run *run, enum sync_imbalance imbalance, uint32_t time, unsigned lane)
{
	const struct simt_async *async = run->log->ops.data[time - 1].event->async;
	struct sync_place at = async_place(run, &run->log->ops.data[time - 1]);
	for (size_t i = 0; i < run->stages.count; i++)
		if (run->stages.data[i].at.range.begin == at.range.begin)
			return &run->stages.data[i];
	struct sync_stage stage = {.imbalance = imbalance,
		.belief = run->most,
		.pipeline = async->pipeline,
		.at = at,
		.lane = lane};
	vec_push(run->log->arena, &run->stages, stage);
	return &run->stages.data[run->stages.count - 1];
}

static void note_again(
	struct async_run *run, enum sync_imbalance imbalance, uint32_t open, unsigned lane, uint32_t time)
{
	struct sync_stage *stage = note(run, imbalance, open, lane);
	stage->again = async_place(run, &run->log->ops.data[time - 1]);
}

/* Whether every thread of the pipeline produces and consumes. */
static bool is_unified(const struct pipe_state *pipe)
{
	return pipe->pipeline->roles_known &&
	       mask_equal(&pipe->pipeline->producers, &pipe->pipeline->consumers);
}

static void acquire(
	struct async_run *run, struct pipe_state *pipe, uint32_t time, unsigned lane, bool is_sure)
{
	int64_t stages = pipe->pipeline->stages;
	if (pipe->acquired_at[lane])
		note_again(run, SYNC_STAGE_NOT_COMMITTED, pipe->acquired_at[lane], lane, time);
	pipe->acquired[lane]++;
	pipe->sure[lane] += is_sure;
	pipe->acquired_at[lane] = time;
	if (run->is_base && stages && is_unified(pipe) && pipe->sure[lane] > pipe->released[lane] + stages) {
		struct sync_stage *stage = note(run, SYNC_STAGES_TOO_FEW, time, lane);
		stage->stages = stages;
		stage->count = stage->count ? stage->count : pipe->sure[lane];
	}
}

static void commit(struct async_run *run, struct pipe_state *pipe, uint32_t time, unsigned lane)
{
	if (!pipe->acquired_at[lane] && !pipe->pipeline->is_thread)
		note(run, SYNC_STAGE_NOT_ACQUIRED, time, lane);
	pipe->committed[lane]++;
	pipe->acquired_at[lane] = 0;
}

static void await(struct async_run *run, struct pipe_state *pipe, uint32_t time, unsigned lane)
{
	if (pipe->pipeline->is_thread)
		return;
	if (pipe->awaited_at[lane])
		note_again(run, SYNC_STAGE_NOT_RELEASED, pipe->awaited_at[lane], lane, time);
	/* what is acquired is reported as not committed */
	bool told = pipe->acquired_at[lane] || (pipe->is_open && pipe->committed[lane]);
	if (run->is_base && is_unified(pipe) && pipe->released[lane] >= pipe->committed[lane] && !told) {
		struct sync_stage *stage = note(run, SYNC_STAGE_EMPTY, time, lane);
		stage->some = any_of(run, pipe->committed);
	}
	pipe->waits[lane]++;
	pipe->awaited_at[lane] = time;
}

static void release(struct async_run *run, struct pipe_state *pipe, uint32_t time, unsigned lane)
{
	if (pipe->pipeline->is_thread)
		return;
	if (!pipe->awaited_at[lane])
		note(run, SYNC_STAGE_NOT_AWAITED, time, lane);
	pipe->released[lane]++;
	pipe->released_at[lane] = time;
	pipe->awaited_at[lane] = 0;
}

void stage_async(struct async_run *run, uint32_t index, const struct simt_mask *lanes)
{
	const struct simt_async *async = run->log->ops.data[index].event->async;
	if (!async->in_pipeline || async->op->action == IR_ASYNC_COPY)
		return;
	if (!async->pipeline) {
		run->vague = true;
		return;
	}
	struct pipe_state *pipe = async_pipe(run, async->pipeline);
	const struct simt_turn *turn = run->log->ops.data[index].event->where.turn;
	bool is_first = true;
	for (; turn; turn = turn->up) {
		pipe->is_open |= turn->stands_for_all;
		is_first &= async_is_first(run, turn);
	}
	EACH_LANE(run, lane, lanes)
	{
		switch (async->op->action) {
		case IR_ASYNC_ACQUIRE: acquire(run, pipe, index + 1, lane, is_first); break;
		case IR_ASYNC_COMMIT: commit(run, pipe, index + 1, lane); break;
		case IR_ASYNC_WAIT: await(run, pipe, index + 1, lane); break;
		case IR_ASYNC_RELEASE: release(run, pipe, index + 1, lane); break;
		default: break;
		}
	}
}

/* What is open when the kernel ends. */
void stage_end(struct async_run *run)
{
	for (size_t i = 0; i < run->pipes.count; i++) {
		const struct pipe_state *pipe = run->pipes.data[i];
		for (unsigned lane = 0; lane < run->lanes; lane++) {
			if (pipe->acquired_at[lane]) {
				struct sync_stage *stage =
					note(run, SYNC_STAGE_NOT_COMMITTED, pipe->acquired_at[lane], lane);
				stage->some = any_of(run, pipe->committed);
			}
			if (pipe->awaited_at[lane]) {
				struct sync_stage *stage =
					note(run, SYNC_STAGE_NOT_RELEASED, pipe->awaited_at[lane], lane);
				stage->some = any_of(run, pipe->released);
				/* a last stage, which nobody needs any more */
				if (pipe->released[lane])
					stage->belief = SYNC_POSSIBLE;
				else if (stage->belief == SYNC_PROVEN)
					stage->belief = SYNC_LIKELY;
			}
		}
	}
}
