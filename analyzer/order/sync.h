/* Synchronisation: what the events of an execution say about order between threads.
 *
 * A run is recorded (log.h) and read afterwards: which accesses conflict and aren't ordered (race.c within a
 * block, block_race.c between blocks), which scratch of collectives is used too early (scratch.c), which
 * counters are bumped too early (done_counter.c), which atomics don't reach all who use them
 * (narrow_scope.c), which asynchronous copies aren't awaited (flight.c) and which pipelines are out of
 * balance (stage.c), which barriers order anything (need.c), and whether all threads that a barrier or a
 * collective needs get there (replay.c). Rules read the report; they never see the log. */
#ifndef CUDALINT_ORDER_SYNC_H
#define CUDALINT_ORDER_SYNC_H

#include "analyzer/simt/simt.h"

/* How sure it is. */
enum sync_belief {
	SYNC_NEVER,
	SYNC_POSSIBLE, /* if data or unknown numbers have it so */
	SYNC_LIKELY,   /* for usual data and the assumed launch */
	SYNC_PROVEN
};

enum sync_hazard {
	SYNC_RAW, /* the later one in program order reads what the earlier one wrote */
	SYNC_WAR,
	SYNC_WAW
};

enum sync_class {
	SYNC_ONE_STORE,     /* threads store different values to one address, by one store */
	SYNC_SHARED_WARPS,  /* shared memory, different warps */
	SYNC_GLOBAL_BLOCKS, /* global memory, different blocks */
	SYNC_GLOBAL_BLOCK,  /* global memory, different warps of one block */
	SYNC_LANES,         /* lanes of one warp */
	SYNC_PICKED         /* threads for which data may pick one element */
};

/* One of two accesses. */
struct sync_side {
	const struct ir_expr *expr;
	const struct ir_expr *statement; /* the whole expression statement; NULL: it is none */
	const struct ir_function *function;
	const struct simt_call *call; /* NULL: in the kernel itself */
	bool is_store, is_atomic;
	bool by_warp;               /* the warp moves a tile, and which lane does it isn't told */
	unsigned lane;              /* thread of the block, x first */
	const struct ir_expr *lock; /* where it has taken the lock that it holds; NULL: it holds none */
};

/* `__syncwarp()`s in two arms of a branch that were to meet, with different masks: where the lane of the
 * first access waits, and that of the second one. */
struct sync_facing {
	const struct simt_event *one, *other; /* NULL: there are none */
	uint32_t mask, other_mask;
};

/* Two accesses to one address by different threads, one of them a store, that nothing orders. One of each
 * pair of places in the source. */
struct sync_conflict {
	enum sync_class class;
	bool covered;    /* what repairs another conflict repairs this one, too */
	bool updates;    /* of SYNC_PICKED: each thread stores what it makes of what it has read there */
	bool overwrites; /* the statement of `second` also stores what other threads read in it */
	enum sync_hazard hazard;
	enum sync_belief belief;
	struct sync_side first, second; /* in the order of execution */
	const struct simt_object *object;
	enum simt_space space;
	int64_t offset;    /* bytes from the object's start, in `second` */
	bool uniform;      /* all threads that execute either of them go there */
	bool has_offset;   /* without an unknown part */
	bool same_warp;    /* of the two threads; others may be in different warps */
	bool blocks;       /* the threads are in different blocks */
	int64_t block_gap; /* then: second's blockIdx minus first's, in dimension `dim` */
	unsigned dim;
	const struct ir_stmt *loop; /* the second one is in a later turn of this loop; NULL: it isn't */
	struct sync_facing facing;  /* of SYNC_LANES */
	const struct ir_expr
		*skipped; /* a barrier of the block between, that one of them skips; NULL: none */
	/* the branch or loop by which all of the block goes past that barrier together; NULL: it doesn't */
	const struct ir_stmt *untaken;
	bool untaken_ends_loop; /* since the loop makes no turn, or ends in its first one */
	/* both are in calls of one function, which isn't the same call: the later one; NULL: they aren't */
	const struct simt_call *again;
	unsigned box;
	uint32_t first_time, second_time; /* within the box */
};

typedef VEC(struct sync_conflict *) sync_conflict_list;

/* A block barrier in the source, over all its executions. Where several in a row order the same accesses, one
 * of them is said to do so: all barriers that order nothing can go at once. */
struct sync_barrier {
	const struct ir_expr *expr;
	const struct ir_function *function;
	unsigned executions;
	bool orders_warps; /* it orders accesses of different warps that conflict */
	bool orders_lanes; /* or of lanes of one warp */
	bool may_order;    /* or may: what isn't known could conflict */
	bool may_more;     /* or more than accesses of this block: fences, waiting, unknown code */
	bool in_symbolic_loop;
};

/* Shared memory that a collective of a library is given as scratch, and that slower threads may still use.
 * One of the two places may touch it directly. */
struct sync_scratch {
	const struct ir_expr *first, *second; /* in the order of execution */
	bool first_is_call, second_is_call;   /* of a collective */
	bool by_warp;                         /* both are of warps */
	const struct ir_function *function;   /* that holds the second one */
	const struct simt_object *object;
	enum sync_belief belief;
	const struct ir_stmt *loop; /* the second one is in a later turn of this loop; NULL: it isn't */
};

/* What is missing between a block's writes and the counter that says that it is done. */
enum sync_lack {
	SYNC_LACKS_NOTHING,
	SYNC_LACKS_BARRIER,     /* the thread that counts doesn't wait for those that write */
	SYNC_LACKS_FENCE,       /* there is none */
	SYNC_LACKS_WIDER_FENCE, /* there is one of the block */
	SYNC_LACKS_OWN_FENCE,   /* there is one, of a thread that doesn't know of the write */
	SYNC_LACKS_RELEASE      /* the counter is a cuda::atomic, relaxed or of the block */
};

/* A counter of blocks that are done, and what the last one reads too early. */
struct sync_done_counter {
	const struct ir_expr *write, *bump, *read;
	const struct ir_expr *fence; /* that doesn't do; NULL: there is none, or it is a statement */
	const struct ir_function *function;
	const struct simt_object *object;
	unsigned writer, bumper; /* threads of the block */
	enum sync_lack lack;
	enum sync_belief belief;
};

/* A flag, a step or a counter that one thread moves while others of its block may still write what it tells
 * to be there. */
struct sync_publication {
	const struct ir_expr *signal;       /* that moves it; NULL: a statement */
	const struct ir_stmt *stmt;         /* inline assembly */
	const struct ir_expr *call;         /* of the helper that it is in, where the writes are; or NULL */
	const struct ir_function *function; /* that holds what is reported */
	const struct ir_expr *write;
	const struct simt_object *object; /* that is written */
	unsigned writer, publisher;       /* threads of the block */
	enum sync_belief belief;
};

/* What is wrong where threads wait for each other. */
enum sync_fault {
	SYNC_BARRIER, /* a barrier of the block, the cluster or the grid that a thread doesn't reach */
	SYNC_LEFT, /* a barrier of the block behind which a thread has left the kernel, or skips the rest */
	SYNC_SKIPPED,    /* likewise, but the thread goes on working before it leaves */
	SYNC_NAMED,      /* a mask that names a lane which doesn't get to the call */
	SYNC_UNNAMED,    /* a mask without the lane that calls */
	SYNC_OTHER_MASK, /* __syncwarp(), and the lane waits at one with another mask */
	SYNC_OTHER_CALL, /* lanes meet at different calls: wrong before compute capability 7.0 */
	SYNC_GROUP,      /* a tile whose lanes don't all get there */
	SYNC_SOURCE      /* a shuffle that reads a lane which isn't there */
};

/* A thread that isn't where another one waits for it: one of each place and of each branch that parts them.
 */
struct sync_absence {
	enum sync_fault fault;
	enum sync_belief belief;
	const struct simt_event *event; /* where the one waits */
	unsigned waits, absent;         /* threads of the block, x first */
	bool other_block;               /* the one that is absent is a block */
	uint32_t mask;                  /* of the one that waits, for its warp */
	const struct simt_event
		*instead; /* where the other one waits, or returned; NULL: it ran to the end */
	uint32_t other_mask;
	const struct ir_stmt *branch; /* that parts them; NULL: not known */
	bool never_was;               /* SYNC_SOURCE: the warp has no such lane */
	bool unnamed;                 /* SYNC_SOURCE: the mask leaves it out */
	/* threads that wait in this place, and those that are where the absent one is; both empty where
	 * blocks are compared */
	struct simt_mask here, there;
};

/* An atomic of block scope on global memory, at an address that other blocks use, too. */
struct sync_narrow_scope {
	const struct ir_expr *expr;
	const struct ir_function *function;
	const struct simt_object *object;
	enum sync_belief belief;
};

/* What is missing between an asynchronous copy and a thread that uses what is copied. */
enum sync_lack_of_copy {
	SYNC_COPY_NOT_AWAITED,
	SYNC_COPY_ONLY_BARRIER,  /* threads met at a barrier, but nobody waited */
	SYNC_COPY_LEFT,          /* the wait leaves the youngest batches, and it is in one of them */
	SYNC_COPY_NOT_COMMITTED, /* the wait is for what was committed */
	SYNC_COPY_OF_OTHERS,     /* who copied has waited, but the one that uses it hasn't met them since */
	SYNC_COPY_REFILLS        /* it is copied over what others may still read */
};

/* Where something about asynchronous copies is: in a helper that is assembly, its call. */
struct sync_place {
	struct ir_range range;
	const struct ir_function *function;
	const char *name; /* of the operation; NULL: an access */
};

/* A copy and a use of what it copies, in one of each pair of places. */
struct sync_copy {
	enum sync_lack_of_copy lack;
	enum sync_belief belief;
	struct sync_place copy, use, wait;    /* wait: of what is left, not committed or of others */
	bool is_store, by_warp;               /* the use is a store; a warp reads it together */
	bool of_group;                        /* the copy is divided among threads */
	const struct simt_pipeline *pipeline; /* that it is copied into; NULL: none, or not known which */
	bool is_own;                          /* each thread waits for what it copies itself */
	unsigned copier, user;                /* threads of the block */
	int64_t left;                         /* batches that the wait leaves */
	const struct simt_object *object;
	int64_t offset;             /* of the user; bytes from the object's start */
	bool has_offset;            /* without an unknown part */
	const struct ir_stmt *loop; /* the later of the two is in a later turn of this loop; NULL: it isn't */
	const struct ir_expr *statement; /* that the use is in; NULL: none */
	uint32_t first_time, second_time;
	bool covered; /* what repairs another one repairs this one, too */
};

/* What is unbalanced in the use of a pipeline. */
enum sync_imbalance {
	SYNC_STAGE_NOT_COMMITTED, /* acquired */
	SYNC_STAGE_NOT_ACQUIRED,  /* committed */
	SYNC_STAGE_NOT_RELEASED,  /* waited for */
	SYNC_STAGE_NOT_AWAITED,   /* released */
	SYNC_STAGE_EMPTY,         /* waited for, and the thread has committed nothing that it waits for */
	SYNC_STAGES_TOO_FEW       /* acquired, and all are in use until this thread itself releases one */
};

struct sync_stage {
	enum sync_imbalance imbalance;
	enum sync_belief belief;
	const struct simt_pipeline *pipeline;
	struct sync_place at;
	struct sync_place again; /* the next call of the same kind; range {0,0}: none follows */
	unsigned lane;
	int64_t stages, count; /* of the pipeline; so many calls of this kind, this one included */
	bool some;             /* other threads have done what is missing */
};

/* An access to global memory, with regard to programmatic dependent launch. One of each place, direction and
 * state. */
struct sync_grid_access {
	const struct ir_expr *expr;
	const struct ir_function *function;
	const struct ir_var *root; /* the parameter or variable behind the address */
	bool reads, writes, is_atomic;
	bool before_wait;   /* some thread may be there while earlier grids still run */
	bool after_trigger; /* later grids may run by then */
	bool is_sure;       /* no condition that isn't decided leads there */
	bool others_wait;   /* before_wait: other threads have waited, but no barrier followed */
	bool is_read_only;  /* by a path that takes memory to be constant: __ldg, const __restrict__ */
};

/* Programmatic dependent launch: how a kernel goes with the grids before and after it. */
struct sync_grid_dependency {
	const struct simt_event *wait, *trigger; /* the first of each; NULL: there is none */
	bool triggers_unwaited; /* may let later grids start before it has waited for earlier ones */
	bool is_cut;            /* not all of the kernel was seen */
	VEC(struct sync_grid_access) accesses;
};

/* Shared memory of another block of the cluster that is touched without order. */
enum sync_remote_fault {
	SYNC_REMOTE_START, /* nothing shows that the other block has started */
	SYNC_REMOTE_RACE, /* own and remote accesses, one a write, without a barrier of the cluster between */
	SYNC_REMOTE_EXIT  /* nothing keeps the other block from ending meanwhile */
};

struct sync_remote {
	enum sync_remote_fault fault;
	enum sync_belief belief;
	const struct ir_expr *expr; /* the remote access */
	const struct ir_stmt *stmt; /* or inline assembly */
	const struct ir_function *function;
	const struct simt_object *object; /* NULL: unknown */
	bool is_store;
	const struct ir_expr *own; /* SYNC_REMOTE_RACE: the access of the block whose memory it is */
	bool own_is_store, own_is_first;
};

/* What was left out of a comparison of accesses, since it would have taken too long. */
enum sync_cut {
	SYNC_CUT_LOG = 1,   /* accesses behind the first so many */
	SYNC_CUT_TURNS = 2, /* one turn of a loop with the next */
	SYNC_CUT_WAYS = 4,  /* the ways that lead past barriers, behind the first so many */
	SYNC_CUT_BLOCKS =
		8, /* blocks that differ in what they do, or what they touch, behind the first so many */
	SYNC_CUT_THREADS = 16,  /* two places that conflict, by all threads that come to both */
	SYNC_CUT_BARRIERS = 32, /* what lies before and behind barriers that only some come to */
	SYNC_CUT_LOCKS = 64     /* what is done under locks, behind the first so many */
};

struct sync_report {
	VEC(struct sync_remote) remote;
	struct sync_grid_dependency grid;
	sync_conflict_list conflicts;
	/* plain reads of what other threads of the block add to atomically meanwhile: none of them
	 * among the conflicts */
	sync_conflict_list mixed;
	VEC(struct sync_barrier *) barriers;
	VEC(struct sync_scratch *) scratch;
	VEC(struct sync_done_counter *) done_counters;
	VEC(struct sync_publication) publications;
	VEC(struct sync_absence *) absences;
	VEC(const struct simt_event *) grid_barriers; /* that the blocks of the first box get to */
	bool has_grid_barriers;                       /* the list is filled in */
	VEC(struct sync_narrow_scope) narrow;
	VEC(struct sync_copy *) copies;
	VEC(struct sync_stage *) stages;
	unsigned boxes;
	bool by_warps;     /* warps are synchronised on their own somewhere */
	bool passes_array; /* an index is certainly past the end of its array */
	bool by_threads;   /* threads do different things: other addresses, other values, or only some do */
	bool untold_turns; /* two turns of a loop weren't compared */
	unsigned cuts;     /* enum sync_cut */
	bool truncated;    /* the run was too long to be read to its end */
};

#endif
