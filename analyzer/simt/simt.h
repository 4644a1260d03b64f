/* The abstract GPU: executes one kernel for one launch, all lanes of a block at once, and tells what it sees.
 *
 * Blocks that behave alike are executed once: a run starts with the whole grid and is split where a condition
 * doesn't go one way for all blocks. What reaches the sink is therefore complete, and each event says for how
 * many blocks it stands. */
#ifndef CUDALINT_SIMT_SIMT_H
#define CUDALINT_SIMT_SIMT_H

#include "analyzer/operation/async.h"
#include "analyzer/operation/barrier.h"
#include "analyzer/operation/bulk_copy.h"
#include "analyzer/simt/launch/launch.h"
#include "analyzer/simt/value/mask.h"
#include "analyzer/simt/value/value.h"

enum simt_space {
	SIMT_GLOBAL,
	SIMT_SHARED,
	SIMT_LOCAL,
	SIMT_CONSTANT,
	SIMT_PARAMETER,
	SIMT_GENERIC /* can't be told */
};

enum simt_access_kind { SIMT_LOAD, SIMT_STORE, SIMT_ATOMIC, SIMT_CAS };

/* A condition that isn't decided, once for every time it is evaluated. */
struct simt_condition {
	unsigned id;
	const struct ir_stmt *stmt;       /* the branch or loop; NULL: inside an expression */
	bool uniform;                     /* all lanes go one way */
	bool by_data;                     /* any lanes may go either way; else a bound parts them */
	const struct simt_object *object; /* that was read last before it was decided by data; NULL: none */
	bool is_loop;                     /* whether there is another turn */
	bool ends_loop;                   /* one side leaves a loop: a bound that all lanes share */
	struct simt_mask open; /* lanes that it isn't decided for; only of those the relations tell */
	bool usual;            /* the side that goes on where the other one leaves; true without such */
	struct simt_relation relations[SIMT_MAX_RELATIONS];
	unsigned relation_count;
	bool relation_side, exactly; /* as in simt_truth */
};

/* The conditions under which an event happens, innermost first; NULL: none that isn't decided. */
struct simt_path {
	const struct simt_path *up;
	const struct simt_condition *condition;
	bool side;
	unsigned length;
};

/* Whether one of them keeps threads out by their place in the block, compared with an unknown number, or by
 * data: so that others may be there than get further. */
bool simt_keeps_threads(const struct simt_path *path);

/* The turns of the loops around an event, innermost first. */
struct simt_turn {
	const struct simt_turn *up;
	const struct ir_stmt *loop;
	unsigned instance; /* of the loop: one for each time it is entered */
	unsigned number;
	bool stands_for_all; /* one of the first two, of a loop whose turns aren't run one by one */
};

/* The calls around an event, innermost first. */
struct simt_call {
	const struct simt_call *up;
	const struct ir_expr *site;
	const struct ir_function *callee;
	unsigned id;
};

/* The branches around an event that are decided and part the block, innermost first. */
struct simt_split {
	const struct simt_split *up;
	const struct ir_stmt *stmt;
	struct simt_mask lanes; /* on this side */
};

struct simt_where {
	const struct simt_path *path;
	const struct simt_turn *turn;
	const struct simt_call *call;
	const struct simt_split *split;
};

enum simt_event_kind {
	SIMT_BLOCK_BARRIER,
	SIMT_GRID_BARRIER,
	SIMT_CLUSTER_BARRIER,
	SIMT_OTHER_BARRIER, /* orders threads in a way that isn't followed: named barriers, barrier objects */
	SIMT_WARP_BARRIER,  /* __syncwarp, sync() of a tile or a coalesced group */
	SIMT_COLLECTIVE,    /* shuffles, votes, matches, reductions of a warp or a part of it */
	SIMT_FENCE,
	SIMT_ASYNC,     /* what each thread does on its own about asynchronous copies: orders nothing */
	SIMT_OPAQUE,    /* a call or inline assembly that may do anything */
	SIMT_SCRATCH,   /* a collective of a library that works in shared memory of the caller's */
	SIMT_EXIT,      /* lanes return from the kernel */
	SIMT_TRAP,      /* lanes that get there end the whole grid */
	SIMT_LEAVE,     /* lanes that may be there leave a loop, a turn of it or a device function (`stmt`) */
	SIMT_GRID_WAIT, /* for the grids that this one was launched to depend on; orders no threads of its own
			 */
	SIMT_GRID_TRIGGER, /* lets those that depend on this one start */
	SIMT_STATE /* a library updates a state that it is given, such as a generator's; orders nothing */
};

/* A barrier for all threads of the block at least. */
static inline bool simt_is_block_wide(enum simt_event_kind kind)
{
	return kind == SIMT_BLOCK_BARRIER || kind == SIMT_GRID_BARRIER || kind == SIMT_CLUSTER_BARRIER;
}

/* What an event does to a barrier object or a numbered barrier. */
struct simt_barrier {
	const struct ir_barrier_op *op;   /* NULL: not known what, the address goes out of sight */
	const struct simt_object *object; /* NULL: unknown */
	const struct simt_value *offset;  /* bytes from its start; NULL: unknown */
	/* NULL: there is none, or it isn't known; id: of a numbered one */
	const struct simt_value *count, *bytes, *parity, *id;
	bool spins; /* tried until it succeeds */
};

/* A pipeline of asynchronous copies, once for every time it is made. */
struct simt_pipeline {
	const struct ir_expr *site; /* the call that makes it */
	bool is_thread;             /* each thread has its own */
	int64_t stages;             /* 0: no limit, or not known */
	bool roles_known;           /* who is what */
	struct simt_mask producers, consumers;
};

enum { SIMT_GROUP_UNKNOWN = 0, SIMT_GROUP_THREAD = 1, SIMT_GROUP_BLOCK = 1 << 20 };

struct simt_address {
	const struct simt_object *object; /* NULL: unknown */
	const struct simt_value *offset;  /* bytes from its start; NULL: unknown */
};

/* What an event does about asynchronous copies. */
struct simt_async {
	const struct ir_async_op *op;
	struct simt_address to, barrier;
	int64_t bytes; /* from `to` on; at least, where they aren't known */
	bool bytes_known;
	unsigned group; /* threads that share the copy: aligned tiles of so many, or SIMT_GROUP_* */
	bool bound;     /* completes on a barrier */
	bool in_pipeline;
	bool is_shared;                       /* which is one of several threads */
	const struct simt_pipeline *pipeline; /* NULL: none, or it isn't known which */
	int64_t prior;                        /* batches that a wait leaves; -1: not known how many */
};

enum simt_scope { SIMT_SCOPE_BLOCK, SIMT_SCOPE_DEVICE, SIMT_SCOPE_SYSTEM };

/* What orders threads, needs several of them, or ends them. */
struct simt_event {
	enum simt_event_kind kind;
	const struct ir_expr *site; /* NULL: a statement */
	const struct ir_stmt *stmt;
	const char *name; /* of the function, "" for statements */
	const struct ir_function *function;
	struct simt_active active;
	struct simt_where where;
	const struct simt_value
		*mask; /* the lanes of the warp that are named; NULL: none are, or `tile` tells */
	unsigned tile; /* lanes of the group of each, from 0 or a multiple on; 0: `mask` tells */
	const struct simt_value *by; /* a shuffle's lane or distance; NULL: it isn't one */
	int64_t width;               /* likewise; 0: unknown */
	enum simt_scope scope;       /* of a fence */
	bool comes_again;            /* in a turn that stands for others, of which two are told to `again` */
	const struct simt_barrier *barrier; /* of SIMT_OTHER_BARRIER and SIMT_OPAQUE; NULL: none is named */
	const struct simt_async *async; /* of SIMT_ASYNC, and of SIMT_OTHER_BARRIER on pipelines; else NULL */
	/* memory of the caller's that a library works on; NULL: it isn't known, or there is none */
	struct simt_object *object;
	const struct simt_value *offset;
	int64_t bytes;                   /* of SIMT_SCRATCH */
	const struct simt_value *stored; /* of SIMT_STATE: differs between threads where the new state may */
	bool result_used;
	bool accumulates; /* the result goes straight into a sum or the like */
};

/* What an event rests on besides the source. */
enum {
	SIMT_ASSUMED_BLOCK = 1,   /* block size not from the source */
	SIMT_ASSUMED_TAKEN = 2,   /* a guard that isn't decided is taken by all its lanes */
	SIMT_ASSUMED_TURNS = 4,   /* number of turns of a loop isn't known */
	SIMT_ASSUMED_ALIGNED = 8, /* an unknown uniform offset keeps rows aligned */
	SIMT_ASSUMED_APART = 16,  /* lanes whose distance isn't known are far apart */
	SIMT_ASSUMED_LANES = 32   /* data decides which lanes get there; all that may do */
};

/* Memory that the lanes of a warp move together, each some elements that aren't told. */
struct simt_tile {
	int64_t lines, line_bytes, pitch; /* pitch: bytes from one line to the next */
	const struct ir_record *fragment;
};

/* What makes an access: nobody counts those of inline assembly. */
enum simt_by {
	SIMT_BY_CODE,
	SIMT_BY_ASM_LANE, /* an instruction of inline assembly, lane by lane */
	SIMT_BY_ASM_WARP  /* a row of a matrix that the warp moves together: its lanes wait for each other */
};

/* One executed memory instruction, all warps of the block. */
struct simt_access {
	const struct ir_expr *site;
	const struct ir_function *function; /* that holds the site */
	enum simt_access_kind kind;
	enum simt_space space;
	const struct simt_object *object; /* NULL: unknown */
	const struct simt_value *offset;  /* bytes from the object's start; NULL: unknown, then why */
	const char *why;
	/* shared memory of other blocks of the cluster: its counterpart in this one, else NULL; object is
	 * NULL then. The offset is NULL when it isn't known. */
	const struct simt_object *remote;
	const struct simt_value *remote_offset;
	bool varies;   /* an unknown address may differ from lane to lane */
	unsigned size; /* bytes per lane, 1 to 16 */
	struct simt_active active;
	unsigned assumptions;
	unsigned interval;
	unsigned warp_interval; /* __syncwarp()s passed since the last barrier of the block */
	bool result_used,
		uniform_amount; /* of an atomic: its value is used; all lanes of a warp add the same */
	int64_t blocks;         /* that this stands for; 0: grid unknown */
	bool in_symbolic_loop;  /* stands for an unknown number of turns */
	const struct simt_wrap *wrapped; /* a 32-bit operation in the address that overflows; NULL: none */
	const struct ir_expr *statement; /* the expression statement that it is in; NULL: none */
	const struct simt_value *value;  /* what is stored; NULL: nothing, or not one number per lane */
	bool is_atomic, is_volatile;
	bool comes_again;             /* in a turn that stands for others, of which two are told to `again` */
	const struct simt_tile *tile; /* NULL: each lane accesses what `offset` says */
	enum simt_by by;
	struct simt_where where;
};

/* What all lanes of a warp have to give alike. */
enum simt_given {
	SIMT_GIVEN_POINTER,
	SIMT_GIVEN_PITCH,
	SIMT_GIVEN_LAYOUT,
	SIMT_GIVEN_FILL,
	SIMT_GIVEN_COUNT
};

/* What a whole warp does together on a matrix: wmma's loads, stores and products, mma in inline assembly. */
struct simt_warp_op {
	const struct ir_expr *site; /* NULL: inline assembly */
	const struct ir_stmt *stmt;
	const struct ir_function *function;
	const char *name;
	struct simt_active active;
	unsigned assumptions;
	/* of loads and stores, where they are known: the first element, with the alignment that is documented
	 * as the size of the access; the distance of lines in elements, and what it must be a multiple of */
	const struct simt_access *address;
	int64_t pitch, pitch_unit;
	const struct simt_value *given[SIMT_GIVEN_COUNT]; /* NULL: it isn't asked for */
	bool is_lanewise; /* a fill: each lane does its part, whoever else gets there */
};

/* One way through a branch. */
struct simt_side {
	struct simt_mask lanes;
	uint64_t steps;
};

/* A branch, executed once. */
struct simt_branch {
	const struct ir_stmt *stmt; /* or NULL, then expr */
	const struct ir_expr *expr;
	const struct ir_function *function;
	struct simt_active active;
	struct simt_mask yes, no; /* decided lanes */
	bool uniform;
	/* when the sides have met again: who took each, and what it took to execute */
	const struct simt_side *sides;
	unsigned side_count;
};

struct simt_sink {
	void *context;
	void (*access)(void *context, struct simt *simt, const struct simt_access *access);
	/* an address that must be a multiple of `size`, but isn't accessed in a way that is followed: of a
	 * call's, or (NULL) of inline assembly; of a bulk copy, or (NULL) of something else */
	void (*demand)(void *context, struct simt *simt, const struct simt_access *access,
		const struct ir_expr *call, const struct ir_bulk_copy *copy);
	void (*warp_op)(void *context, struct simt *simt, const struct simt_warp_op *op);
	void (*branch)(void *context, struct simt *simt, const struct simt_branch *branch);
	void (*joined)(
		void *context, struct simt *simt, const struct simt_branch *branch); /* an `if` is over */
	/* a device function is entered, with the lanes that are active, and left (callee NULL) */
	void (*call)(void *context, struct simt *simt, const struct ir_expr *site,
		const struct ir_function *callee);
	/* threads are ordered, needed together, or end */
	void (*event)(void *context, struct simt *simt, const struct simt_event *event);
	/* Gets the first two turns of loops whose turns aren't run one by one, so that what turns do to each
	 * other shows; nobody else sees them. Its own `again` is itself. NULL: they aren't run. */
	const struct simt_sink *again;
	/* some lanes call a function that the compiler can't look into, and that leaves the kernel's memory
	 * alone */
	void (*external)(void *context, const struct simt_mask *lanes);
	/* a record that was loaded as a whole is stored as a whole; or (store NULL) a member of it is used */
	void (*moved)(void *context, const struct ir_expr *load, const struct ir_expr *store);
	/* a loop goes on until a number is reached that has certainly overflowed, or counts with one */
	void (*bound)(void *context, const struct ir_stmt *loop, const struct ir_function *function,
		const struct simt_wrap *wrap);
	/* from here on, or (not begins) up to here, what happens counts so many times: a launch is estimated
	 */
	void (*weigh)(void *context, struct simt *simt, double weight, bool begins);
	void (*box)(void *context, struct simt *simt, int64_t blocks); /* a run for one box begins */
	void (*done)(void *context, struct simt *simt, bool kept); /* and ends; not kept: its parts follow */
};

struct simt_request {
	const struct ir_module *module;
	const struct ir_function *kernel;
	const struct simt_launch *launch;
	bool tries_block; /* stop where an index passes its array, and don't go on for long */
};

struct simt_result {
	const char *gave_up; /* NULL: executed to its end */
	bool passes_array;   /* some thread's index passes its array, if it gets there */
	unsigned assumptions;
	unsigned boxes;
	uint64_t steps;
	bool assumed_turns; /* of an estimated launch: some loop has SIMT_ESTIMATED_TURNS */
};

/* Turns of a loop of a launch that is estimated, where the condition doesn't tell how many there are. */
enum { SIMT_ESTIMATED_TURNS = 64 };

/* Executes; memory for the whole of it comes from `arena`. */
void simt_run(struct arena *arena, const struct simt_request *request, const struct simt_sink *sink,
	struct simt_result *result);

/* The comparison that holds where `op` doesn't. */
enum ir_op simt_negated(enum ir_op op);

/* Whether a lane can't do what lies on both paths: somewhere they are on two sides of one condition. */
bool simt_excludes(const struct simt_path *a, const struct simt_path *b);

const struct ir_var *simt_object_var(const struct simt_object *object); /* NULL: not a variable's */
/* The kernel's parameter that is the pointer to it, or holds that; NULL: it isn't known. */
const struct ir_var *simt_object_param(const struct simt_object *object);
/* The allocation of the host's that it is, with its size, kind of memory and where it was made; or NULL. */
const struct host_object *simt_object_allocation(const struct simt_object *object);
/* Whether it is what a pointer points to that was read from memory. */
bool simt_object_is_loaded(const struct simt_object *object);
const char *simt_object_name(const struct simt_object *object);
int64_t simt_object_size(const struct simt_object *object); /* bytes; -1: unknown */
/* Bytes that are there: of the variable, or of the host's allocation; -1: unknown. */
int64_t simt_object_bytes(const struct simt_object *object);
int64_t simt_object_align(const struct simt_object *object); /* bytes; 0: unknown */
const struct simt_symbol *simt_symbol(const struct simt *simt, uint32_t symbol);
unsigned simt_lanes(const struct simt *simt);
/* While an event is told: whether all lanes that may be active are, or none of them. A barrier that isn't
 * certain to be executed is still in order then. */
bool simt_together(const struct simt *simt);

#endif
