/* The record of one run: what accesses shared and global memory, and what orders threads, in the order of
 * execution. All threads of the block go through it together; its index is the time. */
#ifndef CUDALINT_ORDER_LOG_H
#define CUDALINT_ORDER_LOG_H

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"
#include "analyzer/order/sync.h"
#include "analyzer/simt/exec/exec.h"

struct sync_hold;

/* Exactly one of `access` and `event` is set. */
struct sync_op {
	const struct simt_access *access;
	const struct simt_event *event;
	const struct simt_mask *gone; /* of events: lanes that have certainly left the kernel; NULL: none */
	bool of_object;  /* an access by a libcu++ atomic, whose event follows; races alone see it */
	bool after_wait; /* of accesses: since the last barrier the threads may have waited for others */
	bool waits;      /* it is such a wait itself */
	bool is_look;    /* an earlier look at what is waited for */
	/* of locks that are given back in the run (race/lockset.h) */
	const struct sync_hold *held; /* that are held; NULL: none */
	bool is_lock;                 /* takes one, or gives it back */
	bool learns;                  /* data that were read under a lock may decide on it */
	bool block_learns;            /* likewise, before or behind a barrier of the block */
	bool is_ordered;              /* `after_wait`, by more than such locks */
};

/* A wait for earlier grids or a trigger of later ones, which order no threads of this one. */
struct sync_grid_event {
	const struct simt_event *event;
	size_t time; /* of the operation that comes next */
};

enum { SYNC_LATEST = 64 };

struct block_pairs;

struct sync_log {
	struct arena *arena;
	struct sync_report *report;
	const struct simt *simt;
	VEC(struct sync_op) ops;
	VEC(struct sync_grid_event) grid;
	struct block_pairs *pairs;               /* what is kept of the runs before */
	VEC(const struct simt_object *) written; /* objects that are stored to, once the run is over */
	uint64_t replayed;                       /* steps that replays have taken, in all runs */
	size_t lane_ops;                         /* accesses times lanes, so far */
	size_t spent;                            /* of them, in the runs before */
	/* at some places, since the last event, and how many times in a row */
	const struct simt_access *latest[SYNC_LATEST];
	uint8_t times[SYNC_LATEST];
	bool waits, truncated;
	VEC(const struct simt_object *) left_out; /* that were read, or written, behind the last one kept */
	bool left_out_store;                      /* one of them was stored to */
	bool is_cut;                              /* events are missing, too */
};

struct sync_log *sync_log_new(struct arena *arena, struct sync_report *report);
void sync_log_begin(struct sync_log *log, struct simt *simt);
void sync_log_access(struct sync_log *log, const struct simt_access *access);
void sync_log_event(struct sync_log *log, const struct simt *simt, const struct simt_event *event);
/* Whether an event is a libcu++ atomic from which its thread learns nothing: that orders no threads. */
bool sync_is_blind_update(const struct simt_event *event);
/* Lanes that return, trap, or leave a loop or a function: that orders no threads. */
bool sync_is_way_out(const struct simt_event *event);
/* Whether a collective of a library is one of warps: it orders no more than their lanes. */
bool sync_is_of_warp(const struct simt_event *event);
/* Whether it is a load from what the kernel only reads, as its parameter says: nothing is compared with it.
 */
bool sync_is_input(const struct simt_access *access);
bool sync_is_written(const struct sync_log *log, const struct simt_object *object);
/* Whether something is written, or called, in the loop's own condition. */
bool sync_in_condition(
	const struct ir_expr *site, const struct simt_where *where, const struct ir_stmt *loop);
/* The run is over: reads the record into the report. */
void sync_log_end(struct sync_log *log);
/* All runs are over: compares what blocks of different runs do. */
void sync_log_close(struct sync_log *log);

#endif
