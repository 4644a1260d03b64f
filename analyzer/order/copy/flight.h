/* Asynchronous copies in flight, and the stages of pipelines, in one world after the other.
 *
 * async.c chooses the worlds and says who takes part; flight.c follows each copy from its start to where it
 * is awaited, stage.c counts what each thread does to each pipeline. */
#ifndef CUDALINT_ORDER_FLIGHT_H
#define CUDALINT_ORDER_FLIGHT_H

#include "analyzer/order/log.h"
#include "analyzer/order/order.h"
#include "analyzer/order/presence.h"
#include "analyzer/order/shadow.h"

/* A copy on its way. */
struct flight {
	uint32_t op;
	const struct simt_async *async;
	struct simt_access access; /* as a store, for comparison with others */
	struct simt_mask lanes;    /* that copy */
	bool is_live;
	bool maybe;               /* a wait that isn't executed in this world may be for it */
	bool met;                 /* the block has met since */
	struct simt_address join; /* a barrier that its end arrives on; object NULL: not known which */
	bool joins;
	bool uncommitted; /* when the last wait came */
	uint32_t left_by; /* the time of the last wait that it wasn't awaited by; 0: none */
	uint32_t used_by; /* the time of the use that was told last */
	unsigned tries;
	/* by lane. Of copies that each thread awaits for itself: their batch, and the time of the wait */
	uint32_t *batch, *done;
	/* of others, the time at which a lane has waited for all of it; 0: it hasn't */
	uint32_t *waited;
};

/* What the threads have done to a pipeline, by lane. */
struct pipe_state {
	const struct simt_pipeline *pipeline; /* NULL: one that isn't known */
	uint32_t *acquired, *committed, *waits, *released;
	uint32_t *acquired_at, *awaited_at; /* the time of what is still open; 0: nothing */
	uint32_t *sure; /* of those acquired: not in later turns of loops that may make fewer */
	bool is_open;   /* there may be more calls than those in the log */
	uint32_t *released_at;
	uint32_t *seen; /* of each lane, the time up to which it has released when others acquired */
};

/* A loop of which only the first turns are in the log. */
struct open_loop {
	unsigned instance, number; /* its first turn */
};

/* A commit in such a loop: there may be more of them. */
struct open_commit {
	uint32_t time;
	unsigned instance;
};

struct async_run {
	struct sync_log *log;
	struct world *world;
	struct presence presence;
	struct sync_order *order;
	struct shadow *shadow;
	unsigned lanes;
	enum sync_belief most; /* that anything can be believed in this world */
	bool is_base;          /* the world in which everything goes its usual way */
	bool vague;            /* pipelines may be used in ways that aren't seen */
	uint32_t *committed;   /* batches of each thread's own */
	VEC(struct open_commit) open_commits;
	VEC(struct open_loop) loops;
	VEC(struct flight *) flights;
	VEC(struct flight *) spare;
	struct flight **of_op;
	VEC(struct pipe_state *) pipes;
	VEC(const struct simt_object *) objects; /* that are copied to */
	struct simt_access use;                  /* that is being compared */
	const struct sync_op *use_op;
	VEC(struct sync_stage) stages; /* found in this world */
};

void sync_find_flights(struct sync_log *log);

struct pipe_state *async_pipe(struct async_run *run, const struct simt_pipeline *pipeline);
/* Whether data decides a condition, or a number that isn't followed: the world may be wrong about it. */
bool async_is_doubtful(const struct async_run *run, const struct simt_condition *condition);
/* Whether a turn is made whenever its loop is entered: others stand for turns that may not be made. */
bool async_is_first(struct async_run *run, const struct simt_turn *turn);
struct sync_place async_place(const struct async_run *run, const struct sync_op *op);

/* Whether each thread awaits its own part of a copy. */
bool flight_is_own(const struct flight *flight);
void flight_access(struct async_run *run, uint32_t index, const struct simt_mask *lanes);
void flight_async(struct async_run *run, uint32_t index, const struct simt_mask *lanes);
/* Any other event: barriers, waits for barrier objects, calls that may do anything. */
void flight_event(struct async_run *run, uint32_t index, const struct simt_mask *lanes);

void stage_async(struct async_run *run, uint32_t index, const struct simt_mask *lanes);
void stage_end(struct async_run *run);

#endif
