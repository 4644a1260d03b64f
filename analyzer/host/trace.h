/* What the host does, as one walk through a host function and everything that it calls has seen it: objects
 * (streams, events, graphs, memory) and operations on them, in the order in which the host issues them.
 *
 * Every operation says under which conditions it happens and in which turns of which loops. Both sides of a
 * condition that isn't known are walked, one after the other: operations with paths that exclude each other
 * never happen in one run (host_may_both_happen). Calls of the runtime are taken to succeed, so code that
 * handles errors isn't walked. Loops whose end is known and near are walked turn by turn; others for their
 * first three turns, and what they change is unknown afterwards.
 *
 * What can't be known stays unknown: an object of kind HOST_UNSEEN may be any object that the unit doesn't
 * show, and an operation of kind HOST_OPAQUE may do anything to what it was handed. Rules are to be silent
 * about both. */
#ifndef CUDALINT_HOST_TRACE_H
#define CUDALINT_HOST_TRACE_H

#include "analyzer/cuda/runtime.h"
#include "analyzer/host/value/sum.h"
#include "analyzer/ir/ir.h"

struct host_op;
struct host_use_table;
struct project_use;
struct host_object;
struct host_turn;

/* ---- values ---------------------------------------------------------------------------------- */

enum host_value_kind {
	HOST_NUMBER,   /* number; also what isn't known and isn't a pointer: a fresh atom */
	HOST_REAL,     /* real */
	HOST_POINTER,  /* object + number bytes; handles (streams, events, graphs) are pointers to the object
			*/
	HOST_FUNCTION, /* function */
	HOST_CLOSURE   /* function: the call operator of a lambda */
};

struct host_value {
	enum host_value_kind kind;
	struct host_object *object;
	const struct host_sum *number; /* never NULL for HOST_NUMBER and HOST_POINTER */
	double real;
	const struct ir_function *function;
};

/* ---- objects --------------------------------------------------------------------------------- */

enum host_object_kind {
	HOST_UNSEEN,   /* what a pointer or handle from elsewhere leads to */
	HOST_VARIABLE, /* a host variable: automatic, static or global */
	HOST_HEAP,     /* malloc, new, the elements of a container */
	HOST_PINNED,   /* cudaMallocHost, cudaHostAlloc */
	HOST_MANAGED,  /* cudaMallocManaged, a __managed__ variable */
	HOST_DEVICE,   /* cudaMalloc and its kin, cudaMallocAsync, a __device__ or __constant__ variable */
	HOST_ARRAY,    /* cudaArray_t, mipmapped arrays, textures, surfaces */
	HOST_TEXT,     /* a string literal */
	HOST_STREAM,
	HOST_EVENT,
	HOST_GRAPH,
	HOST_GRAPH_EXEC,
	HOST_GRAPH_NODE,
	HOST_LIBRARY, /* a handle of cuBLAS, cuFFT, cuRAND, ... ; a memory pool, too */
};

enum host_stream_kind {
	HOST_STREAM_NULL,       /* the legacy default stream, of one device */
	HOST_STREAM_PER_THREAD, /* the per-thread default stream */
	HOST_STREAM_BLOCKING,   /* created to wait for the NULL stream */
	HOST_STREAM_NON_BLOCKING,
	HOST_STREAM_EITHER /* created with flags that aren't known */
};

struct host_object {
	enum host_object_kind kind;
	uint32_t id;
	const struct ir_expr
		*made; /* the call (or new, or declaration's initialiser) that made it; or NULL */
	const struct host_op *made_by; /* likewise, when it is an operation */
	const struct ir_var *var;      /* the variable it is, or the one that was given it first; or NULL */
	const struct ir_type *type;    /* of a variable, or NULL */
	const char *name;            /* of the variable or member that was given it first; or NULL: as var */
	const struct host_sum *size; /* bytes of memory; NULL: unknown */
	bool is_unset; /* HOST_UNSEEN: what a variable held before anything was seen to be stored in it */
	const struct host_object *kept_in;  /* HOST_UNSEEN: the object in which it was found; or NULL */
	const struct host_sum *pitch, *row; /* of rows: bytes from one to the next, and asked for; or NULL */
	const struct host_sum *device; /* number of the device that was current when it was made; or NULL */
	const struct host_turn *turn;  /* of a variable: that it was declared in; NULL: none */
	const struct host_object *parent; /* HOST_GRAPH_EXEC: the graph; HOST_GRAPH_NODE: its graph;
					     HOST_DEVICE by cudaMallocAsync: the stream */
	bool is_stream_ordered;           /* memory of cudaMallocAsync */
	bool is_ephemeral;                /* HOST_VARIABLE: ends with its block */
	bool is_device_used; /* host memory that was source or target of work, or is registered */
	bool is_escaped;     /* handed to code that isn't seen, or stored where it can't be followed */
	bool is_blurred;     /* a pointer or handle to it was lost sight of: somebody may still have it */
	const struct ir_function *lost_in; /* that returned without it: see struct host_loss; or NULL */
	bool is_tried;                     /* a copy whose size was chosen: see simt/launch/trial.h */
	bool is_resized;                   /* `size` was another one before */
	uint32_t forgotten;                /* how often its contents were lost sight of */
	enum host_stream_kind stream;
	bool flags_known; /* of events and streams: flags is the argument (0 for the plain form) */
	int64_t flags;
	const struct host_sum *priority; /* NULL: default */
};

/* ---- where ----------------------------------------------------------------------------------- */

/* One undecided condition; innermost first. */
struct host_path {
	const struct host_path *up;
	const struct host_sum *condition; /* equal conditions are the same sum */
	bool is_taken;                    /* whether it holds here */
	const struct ir_expr *expr;
};

/* One turn of a loop; innermost first. */
struct host_turn {
	const struct host_turn *up;
	const struct ir_stmt *loop;
	uint32_t run;  /* tells apart executions of the same loop statement */
	uint32_t turn; /* 0 the first */
	bool is_cut;   /* the loop has more turns than were walked, or an unknown number */
	bool is_last;  /* known to be the last turn */
	int64_t total; /* turns that the loop takes in this execution; -1: not known */
};

/* One call on the way from the root; innermost first. */
struct host_call {
	const struct host_call *up;
	const struct ir_expr *expr;         /* the call */
	const struct ir_function *function; /* called */
};

struct host_where {
	const struct host_path *path;
	const struct host_turn *turn;
	const struct host_call *call;
	const struct ir_function *function; /* that the operation is written in */
};

/* ---- operations ------------------------------------------------------------------------------ */

/* Bytes that an operation touches. */
struct host_access {
	struct host_object *object;
	const struct host_sum *offset; /* NULL: unknown */
	const struct host_sum *size;   /* bytes; NULL: unknown, at least one */
	bool reads, writes;
	bool is_atomic;                /* by atomics alone */
	bool is_symbol;                /* of a __device__ variable that the call names */
	bool is_maybe;                 /* only perhaps: what code that isn't seen was handed */
	uint32_t part;                 /* HOST_COPY_BATCH: which of its copies */
	const struct host_sum *extent; /* bytes up to the last one touched, gaps included; NULL: as size */
	const struct host_sum *room;   /* of a call: the object's bytes at that time; NULL: unknown */
	bool is_somewhere;          /* by a kernel, of which isn't known where from the offset on it does */
	const struct ir_expr *expr; /* the argument or expression that says so */
};

/* Memory that gets a policy in the L2 cache: cudaAccessPolicyWindow. */
struct host_window {
	struct host_object *object;   /* base_ptr; NULL: null or unknown */
	const struct host_sum *bytes; /* never NULL */
	bool ratio_known, hit_known, miss_known;
	double ratio;
	int64_t hit, miss; /* cudaAccessProperty */
};

/* An attribute of a launch: cudaLaunchAttribute. */
struct host_attribute {
	bool id_known;
	int64_t id;                 /* cudaLaunchAttributeID */
	struct host_object *object; /* the element that holds it: host_attribute_value() reads its fields */
	const struct host_sum *offset;
	const struct host_sum
		*value[3];          /* its `val` as the first numbers that the id's member has: x, y, z of
				       a dimension, or the flag alone in [0]; NULL: unset or unknown */
	const struct ir_expr *expr; /* that set the id, or NULL */
	const struct host_window *window; /* of an access policy window */
};

/* What stands in a struct that a kernel is given by value. */
struct host_member {
	size_t arg;     /* which argument */
	int64_t offset; /* bytes from its start */
	struct host_value value;
	bool is_sure; /* nothing was written to the struct at an offset that isn't a number */
};

struct host_launch {
	const struct ir_launch *launch;   /* NULL: cuLaunchKernel and the like without one */
	const struct ir_function *kernel; /* NULL: unknown */
	const struct host_sum *grid[3], *block[3], *shared; /* never NULL; unknown ones are atoms */
	struct host_value *args;
	size_t arg_count;
	const struct ir_var *
		*arg_vars; /* by argument, of `void *args[] = {&x}`: x, or NULL; NULL: given plainly */
	const struct host_value *entries;  /* likewise: what the array holds, as far as it goes */
	int64_t entry_room;                /* how many entries it has room for; -1: unknown */
	const struct host_member *members; /* of arguments that are structs, as far as they are known */
	size_t member_count;
	bool is_cooperative;
	bool config_known;        /* the configuration's fields could be followed (always for <<<>>>) */
	bool grid_set, block_set; /* configuration: the field was ever written */
	bool attributes_known;    /* the attributes are all of them */
	struct host_attribute *attributes;
	size_t attribute_count;
	const struct host_sum *stated_count; /* numAttrs; NULL: unknown */
	int64_t room;                        /* elements of the array attrs points to; -1: unknown */
	const struct host_object *array;     /* that attrs points into; NULL: unknown or nowhere */
	size_t set_count; /* elements of it up to the last with a known id but Ignore, counted or not */
};

/* What one cudaMemcpyAttributes of a batch says, and from which copy on it holds. */
struct host_batch_attribute {
	const struct host_sum *first; /* attrsIdxs; NULL: unknown */
	const struct host_sum *order; /* srcAccessOrder; NULL: unknown */
	bool is_unset;                /* a local that nobody wrote the order of */
};

/* The arguments of a batched copy. */
struct host_batch {
	const struct host_sum *count;        /* of copies */
	const struct host_sum *stated_count; /* numAttrs */
	int64_t room, index_room;            /* elements of attrs and attrsIdxs; -1: unknown */
	const struct host_batch_attribute *attributes;
	size_t attribute_count; /* that could be read */
};

struct host_op {
	uint32_t index; /* in the trace */
	enum host_op_kind kind;
	const struct cuda_call *call; /* what it is a call of; NULL: not of CUDA's runtime or driver */
	const char *callee;           /* unqualified name of what is called, "" for chevrons and accesses */
	const struct ir_expr *expr;   /* the call or launch; for an access the expression; or NULL */
	struct ir_range range;
	struct host_where where;
	bool is_async;              /* the host doesn't wait for it (as far as the function's name says) */
	struct host_object *stream; /* that it goes to or is about; NULL: none. HOST_UNSEEN: unknown stream */
	struct host_object *event;  /* recorded, waited for, queried; ELAPSED: start */
	struct host_object *event2; /* ELAPSED: stop */
	struct host_object *object; /* made, destroyed, freed, registered, captured into, instantiated from,
				       launched, updated, attached, advised; NULL: unknown or none */
	const struct host_sum *device;   /* current device */
	const struct host_value *values; /* of all arguments of the call, as evaluated */
	size_t value_count;
	const struct host_access *accesses;
	size_t access_count;
	const struct host_launch *launch; /* HOST_LAUNCH */
	const struct host_batch *batch;   /* HOST_COPY_BATCH of linear copies, or NULL */
	int64_t copy_kind;                /* HOST_COPY: cudaMemcpyKind as stated, -1: none or unknown */
	bool result_dropped;              /* the call's result is used by nothing */
	/* HOST_GRAPH_ADD: the nodes that the new node (object) waits for; of edges alone, from depends[i] to
	 * dependents[i] */
	const struct host_object *const *depends;
	size_t depend_count;
	bool depends_known;
	const struct host_object *const *dependents;
	size_t dependent_count;
	const struct host_window *window; /* attributes of streams and nodes: the window set */
	struct host_object
		*memory; /* HOST_GRAPH_ADD: that the node allocates (its made_by is this) or frees */
	const struct host_object *capture; /* set by host_order_new: the graph that the operation goes into
					      instead of being run; else NULL */
};

/* A use of memory or a handle behind its end, on every way that leads there. */
struct host_late {
	const struct host_op *op;
	struct host_object *object;
	const struct host_op *end;  /* that freed or destroyed it */
	const struct ir_expr *expr; /* that names it; or NULL */
};

/* Memory or a handle that is still there, and that nothing leads to any more, where a function returns; or
 * that the function forgot, among others that it has freed. */
struct host_loss {
	struct host_object *object;
	const struct ir_function *function;
	const struct ir_stmt *at; /* the return; NULL: the end of the body */
	const struct host_path *path;
	size_t freed; /* forgotten: how many others were freed by then; 0: it is lost */
};

/* A 32-bit product or difference that was seen to leave its type. */
struct host_wrap {
	const struct ir_expr *expr;
	int64_t exact; /* what it would be without */
	uint32_t next; /* index of the operation that comes behind it */
	struct host_where where;
};

struct host_trace {
	const struct ir_module *module;
	const struct ir_function *root;
	const struct project_use *called; /* the call, in another unit, whose arguments the root was walked
					     with; NULL: with any */
	bool is_main;                     /* root is main: globals have their initial values */
	bool returns;    /* the root returns in some run; else all its ways exit, as far as was walked */
	bool is_partial; /* given up before the end: too long, goto */
	struct arena *arena;
	struct host_sums *sums;
	VEC(struct host_op *) ops;
	VEC(struct host_object *) objects;
	VEC(struct host_late) late;
	VEC(struct host_loss) losses;
	VEC(struct host_wrap) wraps;
	struct host_use_table *uses; /* see use.h; NULL until asked for */
	bool per_thread_default;     /* stream 0 is the per-thread default stream */
};

/* Whether two operations may happen in the same run of the root: no condition that one needs excludes the
 * other. */
bool host_may_both_happen(const struct host_where *a, const struct host_where *b);

/* Whether `b` happens whenever `a` does, as far as conditions show: every condition of b is one of a. */
bool host_is_implied(const struct host_where *a, const struct host_where *b);

/* The innermost loop turn of `where` that is a turn of `loop`, NULL: not in it. */
const struct host_turn *host_turn_of(const struct host_where *where, const struct ir_stmt *loop);

/* How many turns later than `turn` an operation happens, in the same execution of the same loop: 0 in that
 * turn, also in loops inside it. False: not in that execution. */
bool host_turns_after(const struct host_op *op, const struct host_turn *turn, int64_t *turns);

bool host_is_in_turn(const struct host_op *op, const struct host_turn *turn);
bool host_is_in_next_turn(const struct host_op *op, const struct host_turn *turn);

/* The innermost loop that both are in, in the same execution of it (perhaps different turns); NULL: none. */
const struct ir_stmt *host_common_loop(const struct host_where *a, const struct host_where *b);

/* Whether the operation is work for the device, which a stream (or a graph) orders: nodes of graphs are,
 * records and waits of streams aren't. */
bool host_is_work(const struct host_op *op);

/* The cudaMemcpySrcAccessOrder of one copy of a batch: 1 in stream order, 2 during the call, 3 any; -1
 * unknown. */
int64_t host_batch_order(const struct host_batch *batch, uint32_t part);

/* How to call an object in a message: the variable's name in backquotes, or "the NULL stream", or what it
 * is: "an event". */
const char *host_object_name(const struct host_trace *trace, const struct host_object *object);

#endif
