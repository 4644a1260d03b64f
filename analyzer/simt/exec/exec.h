/* The machine's state, shared by the files that execute: exec.c sets a run up, exec_stmt.c and exec_loop.c
 * follow control flow under masks, exec_expr.c and exec_place.c evaluate, exec_call.c enters functions,
 * exec_builtin.c knows what the hardware does. */
#ifndef CUDALINT_SIMT_EXEC_H
#define CUDALINT_SIMT_EXEC_H

#include "analyzer/base/pointer_table.h"
#include "analyzer/operation/collective.h"
#include "analyzer/operation/memory_asm.h"
#include "analyzer/simt/doubt.h"
#include "analyzer/simt/simt.h"
#include "analyzer/simt/value/lanes.h"
#include "analyzer/simt/work.h"

/* ---- memory ---------------------------------------------------------------------------------- */

/* A value stored at a known offset of an object. */
struct simt_cell {
	int64_t offset, size;
	const struct simt_value *value;
};

/* A variable, an array, what a pointer parameter points to. */
struct simt_object {
	enum simt_space space;
	const struct ir_var *var;       /* NULL: memory behind a pointer, or a temporary */
	const struct ir_function *code; /* it is no memory, but this function; NULL: it is memory */
	const struct ir_var *param;     /* the parameter that held the pointer to it; NULL: none is known */
	const struct host_object *allocation; /* what the host gave for the parameter; NULL: isn't known */
	const char *name;
	const struct ir_type *element; /* behind a pointer: what it points to; NULL: not told */
	int64_t size;                  /* bytes; -1: unknown */
	int64_t align;                 /* of its start; 0: unknown */
	bool is_register; /* never shows as an access: scalars, records that only constant offsets reach */
	bool is_lost;     /* something unknown may have written anywhere in it */
	const struct simt_value *rest; /* lost: what each unknown part of it holds; NULL: anything */
	bool fills;        /* what was never written holds fresh symbols: parameters and constants */
	bool may_alias;    /* its start is a guess (a pointer read from memory, one of two pointers) */
	bool is_loaded;    /* behind a pointer that was read from memory */
	bool is_per_block; /* that memory was shared: each block may have another pointer there */
	bool is_given;     /* a part of it was given to code that isn't followed: not all accesses are seen */
	struct simt_object
		*remote; /* its counterpart in another block of the cluster; NULL: not asked for yet */
	const struct simt_object *remote_of; /* it is the counterpart of this; NULL: it isn't one */
	const struct simt_object *either[2]; /* it stands for one of these; NULL: it is itself */
	const struct ir_expr *origin;        /* the load that this is a copy of, as a whole; NULL: none */
	uint64_t origin_epoch;
	/* of variables: who declares it, in which lanes, inside how many undecided branches */
	const struct simt_frame *frame;
	struct simt_mask born;
	size_t height;
	VEC(struct simt_cell) cells;
	/* of memory that isn't followed, which may have many: where they are among `cells` */
	struct simt_cell_index *index; /* NULL: not made yet */
};

/* An lvalue. */
struct simt_place {
	struct simt_object *object;      /* NULL: unknown memory */
	const struct simt_value *offset; /* bytes; NULL with object NULL */
	const char *why;                 /* why it is unknown */
};

struct simt_object *object_new(struct simt *simt, enum simt_space space, const char *name, int64_t size);
/* Its declaration is executed, once more perhaps. */
void object_born(struct simt *simt, struct simt_object *object);
const struct simt_value *object_load(struct simt *simt, struct simt_object *object,
	const struct simt_value *offset, const struct ir_type *type);
void object_store(struct simt *simt, struct simt_object *object, const struct simt_value *offset,
	int64_t size, const struct simt_value *value);
void object_lose(struct simt_object *object);

/* ---- control --------------------------------------------------------------------------------- */

struct simt_binding {
	const struct ir_var *var;
	struct simt_object *object;
};

/* A variable whose destructor runs at the end of its block. */
struct simt_end {
	const struct ir_var *var;
	struct simt_object *object;
};

/* A label further down in a block that is being executed: lanes that jump there wait for the others. */
struct simt_label {
	struct simt_label *up; /* what comes later in the block, then those of blocks around it */
	const struct ir_stmt *stmt;
	struct simt_exit exit;
};

/* A function being executed. */
struct simt_frame {
	struct simt_frame *up;
	const struct ir_function *function;
	VEC(struct simt_binding) bindings;
	struct simt_object *self; /* `this` */
	const struct simt_value *self_offset;
	struct simt_exit returned;
	struct simt_mask gone; /* lanes that have certainly returned */
	const struct simt_value *result;
	struct simt_call call;
	VEC(struct simt_end) ends;            /* objects that live, and whose destructors do something */
	struct simt_exit *broken, *continued; /* of the innermost loop or switch */
	struct simt_label *labels;            /* that may be jumped to */
};

/* Of expressions and statements within each other, calls included: what the C stack surely bears. */
enum { SIMT_MAX_DEPTH = 1200 };

/* Constants below are made once. */
enum { SIMT_SMALL = 64 };

enum simt_stop {
	SIMT_RUNNING,
	SIMT_SPLIT,  /* the blocks of this box don't all go one way: run its parts instead */
	SIMT_STOPPED /* given up: why is in simt->gave_up */
};

/* A box of blocks that behave alike: low and high blockIdx in x, y, z, inclusive. */
struct simt_box {
	int64_t low[3], high[3];
};

/* The barriers, the copies or the collectives in an asm statement. */
struct simt_asm {
	const struct ir_stmt *stmt;
	ir_barrier_ops ops;
	bool understood;
	ir_async_ops copies;
	bool only_copies; /* it does nothing else to memory */
	ir_asm_accesses accesses;
	bool only_accesses; /* likewise */
	struct ir_asm_atomic atomic;
	bool is_atomic;    /* it does nothing but that, fences apart */
	const char *reads; /* the register of PTX that it copies, and does nothing else; NULL: it does more */
	const struct ir_collective_asm *collective; /* NULL: it is none */
	const struct ir_expr *barrier;              /* the call that it is as good as; NULL: none */
};

struct simt_site;

/* An access at an index that a condition keeps below a size. */
struct simt_guarded {
	const struct simt_value *index;
	const struct simt_site *site;
	int dim;
};

/* An access that no condition on blockIdx, in one dimension, keeps anybody from. */
struct simt_open {
	struct simt_access access;
	struct simt_site *site;
	int dim;
};

struct simt {
	struct arena *arena;
	const struct ir_module *module;
	const struct simt_request *request;
	unsigned lanes; /* threads in the block */
	VEC(struct simt_symbol) symbols;
	struct lane_table table;
	const int64_t *thread[3];
	const struct simt_value *thread_value[3]; /* threadIdx; NULL: not asked for yet */
	const int64_t *linear;                    /* thread index in the block */
	uint32_t block_symbol[3], grid_symbol[3];
	VEC(struct simt_object *) allocations; /* that parameters lead to */
	VEC(struct simt_object *) code;        /* functions whose addresses were taken */
	/* axes whose blockIdx was compared with something, and it came out alike in all blocks */
	bool asked[3];
	/* for site/site_guard.c: indices that are kept below a size, and accesses that no block is kept from
	 */
	VEC(struct simt_guarded) guarded;
	VEC(struct simt_open) open_sites;
	const struct simt_value *small[SIMT_SMALL]; /* value_int of 0, 1...; NULL: not asked for yet */
	struct simt_box box;

	struct simt_frame *frame;
	VEC(struct simt_binding) globals;
	struct simt_active active;
	struct simt_active exited;
	struct simt_mask gone; /* lanes that have certainly exited */
	VEC(struct simt_doubt) doubts;
	struct simt_exit *exit; /* the innermost */
	unsigned depth, call_depth;
	uint64_t steps, lane_steps;
	unsigned symbolic;     /* inside how many loops whose turns aren't run one by one */
	unsigned guesses;      /* inside how many branches that may not be taken */
	unsigned uneven_loops; /* inside how many loops that lanes leave in different turns */
	unsigned data_loops;   /* inside how many loops that each lane leaves when its data says so */

	struct simt_where where;
	unsigned conditions, loops, calls; /* met so far */
	unsigned departures;               /* times that lanes left a loop or a function */
	unsigned again;                    /* inside how many loops whose first turns are run again */
	unsigned unlogged;                 /* inside how many turns that will be */
	unsigned spins;                    /* inside how many loops that do nothing but try a wait */
	VEC(struct simt_asm) assembly;     /* what was read so far */
	VEC(struct simt_pipeline *) pipelines;
	struct pointer_table ending;      /* record to what its end does, see exec_end.c */
	struct pointer_table destructors; /* record to its destructor, if it is known whose there are */
	bool knows_destructors;
	bool passes_array;               /* some lane's index is certainly past the end of a declared array */
	bool may_pass_array;             /* or is, if a condition that isn't decided lets it get there */
	bool assumed_turns;              /* of some loop, SIMT_ESTIMATED_TURNS */
	unsigned sampled;                /* loops around that are run by a sample of their turns */
	bool untold_turns;               /* of some loop a single turn was told, for want of steps */
	const struct simt_value *stored; /* by the store being executed; NULL: it isn't one number */
	const struct simt_tile *tile;    /* that the access being executed moves; NULL: it moves none */
	enum simt_by by_assembly;        /* likewise */
	const struct simt_wrap *compared; /* that has certainly overflowed, in a condition; NULL: none */
	bool in_atomic;
	const struct simt_object *last_read; /* memory that other threads see */

	enum simt_stop stop;
	struct simt_box split_low, split_high;
	bool keeps_blocks; /* no more splits: conditions that blocks decide differently stay open */
	const char *gave_up;
	unsigned assumptions; /* SIMT_ASSUMED_* so far */
	unsigned interval;    /* barriers passed */
	const struct simt_sink *sink;
	const struct ir_expr *statement; /* whose value is dropped */
	unsigned warp_interval;          /* __syncwarp()s passed since the last barrier of the block */
	uint64_t epoch;                  /* stores to memory and barriers so far */
	bool uniform_amount;             /* of the atomic being executed */
	int64_t divisor; /* right operand of the binary operator just evaluated; 0: not one number */
	uint32_t issued[SIMT_OP_COUNT][SIMT_MAX_WARPS]; /* instructions of each warp so far, in this box */
};

/* Counts instructions for every warp with active lanes. */
static inline void simt_count(struct simt *simt, enum simt_op op, uint32_t count)
{
	for (int warp = 0; warp < SIMT_MAX_WARPS; warp++)
		simt->issued[op][warp] += simt->active.may.warp[warp] ? count : 0;
}

/* The condition of lanes that aren't decided; NULL when `open` is empty. */
struct simt_condition *path_condition(struct simt *simt, const struct simt_mask *open,
	const struct simt_truth *truth, const struct ir_stmt *stmt);
/* From here on, what happens happens on one side of a condition (NULL: nothing changes). */
void path_take(struct simt *simt, const struct simt_condition *condition, bool side);
/* The relations of a part of a condition, where the rest is decided. */
void truth_relate(struct simt_truth *out, const struct simt_truth *part);
/* And for these lanes only, which is decided. */
void path_split(struct simt *simt, const struct ir_stmt *stmt, const struct simt_mask *lanes);
/* The relations of `a && b`, or `a || b`. */
void truth_combine(
	struct simt_truth *out, const struct simt_truth *a, const struct simt_truth *b, bool is_and);
/* Fills in where and who, and tells the sink. */
void exec_event(struct simt *simt, struct simt_event event);

void exec_stmt(struct simt *simt, const struct ir_stmt *stmt);
void exec_asm(struct simt *simt, const struct ir_stmt *stmt);
/* Tells the sink where the active lanes go: at a statement, or at an expression. */
void exec_report_branch(struct simt *simt, const struct ir_stmt *stmt, const struct ir_expr *expr,
	const struct simt_truth *truth);
/* Blocks that the run stands for; 0: the grid isn't known. */
int64_t exec_blocks(const struct simt *simt);
/* Whether it is decided for all active lanes which case of a switch they go to. May stop the run to split the
 * grid: a switch on blockIdx gives each block its own case. */
bool exec_cases_known(struct simt *simt, const struct ir_stmt *body, const struct simt_value *value);
/* The lanes of `waiting` that a case is for; that a default among the labels of a child of the body is for.
 */
struct simt_mask exec_case_lanes(struct simt *simt, const struct ir_stmt *label,
	const struct simt_value *value, const struct simt_mask *waiting);
struct simt_mask exec_default_lanes(struct simt *simt, const struct ir_stmt *body, size_t child,
	const struct simt_value *value, const struct simt_mask *waiting);
void exec_loop(struct simt *simt, const struct ir_stmt *stmt);
const struct simt_value *exec_expr(struct simt *simt, const struct ir_expr *expr);
/* One of its operands; NULL: it has fewer. Or all of them, for what they do. */
const struct simt_value *exec_operand(struct simt *simt, const struct ir_expr *expr, size_t index);
void exec_operands(struct simt *simt, const struct ir_expr *expr);
const struct simt_value *exec_init(struct simt *simt, const struct ir_expr *expr, const struct ir_type *type);
struct simt_truth exec_condition(struct simt *simt, const struct ir_expr *expr);
struct simt_place exec_place(struct simt *simt, const struct ir_expr *expr);
struct simt_place place_of_pointer(struct simt *simt, const struct simt_value *pointer);
/* So many bytes behind. */
struct simt_place place_moved(struct simt *simt, struct simt_place place, const struct simt_value *bytes);
const struct simt_value *exec_load(
	struct simt *simt, struct simt_place place, const struct ir_type *type, const struct ir_expr *site);
void exec_store(struct simt *simt, struct simt_place place, const struct ir_type *type,
	const struct simt_value *value, const struct ir_expr *site);
void exec_access(struct simt *simt, struct simt_place place, enum simt_access_kind kind, int64_t size,
	const struct ir_expr *site);
const struct simt_value *exec_call(struct simt *simt, const struct ir_expr *expr);
/* Runs a member function without parameters that nothing in the source calls; `site`: what is to blame. */
void exec_enter(struct simt *simt, const struct ir_expr *site, const struct ir_function *function,
	struct simt_place self);
/* A variable that is declared: its destructor runs when its block is left. */
void exec_will_end(struct simt *simt, const struct ir_var *var, struct simt_object *object);
/* Ends, for the active lanes, the objects of the function that were declared behind the first `count`, but
 * for one that is handed out (NULL: all). */
void exec_end_since(struct simt *simt, size_t count, const struct ir_var *kept);
/* Gives the members of an object, from number `first` on, what their declarations say. */
void exec_start_members(
	struct simt *simt, struct simt_place whole, const struct ir_record *record, size_t first);
/* Whether an expression calls a function that returns a reference: exec_call gives the pointer then. */
bool exec_gives_place(const struct ir_expr *expr);
/* What the hardware or a library does; false when it isn't known here. */
bool exec_builtin(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* Tells what a call that isn't entered, or inline assembly, wants of an address that it is given. */
void exec_demand(
	struct simt *simt, const struct ir_expr *call, size_t argument, const struct simt_value *value);
void exec_asm_demand(struct simt *simt, const struct ir_stmt *stmt);
/* The lane that a lane of a warp reads by a shuffle of that kind, within segments of `width`; itself when the
 * source is out of range. */
unsigned exec_source_lane(enum ir_collective shuffle, unsigned lane, int64_t by, unsigned width);
/* The same as a place in the lane's segment, which may be out of range. */
int64_t exec_source_in(enum ir_collective shuffle, unsigned lane, int64_t by, unsigned width);
/* A shuffle's operands; without a width nothing is known of it. */
struct simt_shuffle {
	const struct simt_value *mask; /* NULL: none is named */
	const struct simt_value *value, *by;
	int64_t width;
};
/* What a shuffle and a vote give, and that they happen; `site` is the call. */
const struct simt_value *exec_shuffle(
	struct simt *simt, const struct ir_expr *site, const struct simt_shuffle *given);
const struct simt_value *exec_vote(struct simt *simt, const struct ir_expr *site,
	const struct simt_value *mask, const struct simt_truth *truth);
/* Assembly by which lanes of a warp meet, and which works on registers alone: executes it. False: it is of
 * another kind, and nothing was done. */
bool exec_collective_asm(struct simt *simt, const struct ir_stmt *stmt);
/* What PTX's register `%laneid`, `%lanemask_lt` or `%tid.x` holds, and those like them; NULL: another one. */
const struct simt_value *exec_special_register(struct simt *simt, const char *name);
/* Tells of plain loads and stores of memory that is known. False: the statement does something else, too, or
 * elsewhere, and nothing was told. */
bool exec_asm_accesses(struct simt *simt, const struct ir_stmt *stmt);
/* Fills in what memory a statement works on that does one atomic operation; nothing where it does more. */
void exec_asm_subject(struct simt *simt, const struct ir_stmt *stmt, struct simt_event *event);
/* Ranks and sizes of cooperative groups; false when it isn't one of those. */
bool exec_group(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* Addresses of shared memory of other blocks; false when it isn't one. */
bool exec_cluster(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* Barriers, fences, and collectives that give no number that is followed; false when it is none of those. */
bool exec_sync(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* Operations on barrier objects, and ways to write their address; false when it is none of those. */
bool exec_barrier(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* The same for what an asm statement does; false when it names no barrier. */
bool exec_barrier_asm(struct simt *simt, const struct ir_stmt *stmt);
/* Asynchronous copies and what waits for them, in a call that is none of the above; false: it isn't one. */
bool exec_async(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* Tells of a copy whose operands are evaluated, `count` of them; nothing where the call starts none. */
void exec_async_copy(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *const *values, size_t count);
/* The wait in a barrier of a group. */
void exec_async_wait(struct simt *simt, const struct ir_expr *expr);
/* The same for what an asm statement does; true when it does nothing else to memory. */
bool exec_async_asm(struct simt *simt, const struct ir_stmt *stmt);
const struct simt_asm *exec_read_asm(struct simt *simt, const struct ir_stmt *stmt);
/* The threads of the group that an expression names: see simt_async. */
unsigned exec_group_size(const struct ir_expr *group);
/* An operand of a call that nobody knows, and its value: a barrier in it may be used. */
void exec_barrier_escapes(struct simt *simt, const struct ir_expr *operand, const struct simt_value *value);
/* Whether a loop only tries something until it works: `while (!bar.try_wait(token)) {}`. */
bool exec_is_spin(const struct ir_stmt *loop);
/* Whether a library's function reads and writes what an argument points to: `curand(&state)`. */
bool exec_is_library_state(const struct ir_expr *call, size_t argument);
/* It does so, at the address that it is given. `alike`: all it is given is the same for all threads. */
void exec_library_state(
	struct simt *simt, const struct ir_expr *call, const struct simt_value *value, bool alike);
/* An object of a library that works on memory of the caller is constructed; false: it isn't one. */
bool exec_library_object(struct simt *simt, const struct ir_expr *expr, struct simt_object *object);
/* Whether a call is of a member function of such a class. */
bool exec_is_library_object(const struct ir_expr *call);
/* Likewise of cuda::atomic, cuda::atomic_ref and cuda::atomic_flag, or of a function that does the same; and
 * whether an event is such a call. */
bool exec_is_atomic_object(const struct ir_expr *call);
bool exec_is_atomic_event(const struct simt_event *event);
/* Whether a call acquires or releases a semaphore of libcu++. */
bool exec_is_semaphore(const struct ir_expr *call);

/* The access by which a member of such an object updates the memory that the event names, if it does. */
void exec_object_update(
	struct simt *simt, const struct ir_expr *expr, const struct simt_event *event, bool uniform);
/* Fills in what memory a member function of such an object works on. */
void exec_library_subject(
	struct simt *simt, const struct ir_expr *expr, struct simt_place self, struct simt_event *event);
/* What warps do with tiles of a matrix; false when it isn't that. */
bool exec_wmma(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result);
/* Tells what a statement of inline assembly does that needs the whole warp. */
void exec_asm_warp_op(struct simt *simt, const struct ir_stmt *stmt);
/* gridDim in one dimension. */
const struct simt_value *exec_grid_size(struct simt *simt, int dim);
struct simt_object *exec_variable(struct simt *simt, const struct ir_var *var);
void exec_declare(struct simt *simt, const struct ir_var *var);
/* `result` of `a op b`, with a mark when the exact one passes the range of the expression's 32-bit type. */
const struct simt_value *exec_note_wrap(struct simt *simt, const struct ir_expr *expr,
	const struct simt_value *a, const struct simt_value *b, const struct simt_value *result);
/* The same for a conversion to a 32-bit type. */
const struct simt_value *exec_note_narrowing(struct simt *simt, const struct ir_expr *cast,
	const struct simt_value *value, const struct simt_value *result);
void exec_stop(struct simt *simt, const char *why);
bool exec_spend(struct simt *simt);
/* What is left of the budget, and of the part of it that turns one by one may take. */
uint64_t exec_steps_left(const struct simt *simt);
uint64_t exec_turn_steps_left(const struct simt *simt);
/* Lanes that have returned from the function, or left the loop or its turn, or may have. */
struct simt_mask exec_left(const struct simt *simt);

#endif
