/* What CUDA's names mean: functions and methods that device code calls, classes of its objects, and the
 * variables that are there from the start.
 *
 * device.def has a row for each, which lists only what applies; everything else is zero, which is always
 * "none of it" or "not known". Code above asks for these facets, never for a name: the IR carries the row
 * (ir_cuda, ir_cuda_type, ir_builtin in ir.h). */
#ifndef CUDALINT_CUDA_DEVICE_H
#define CUDALINT_CUDA_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

/* ---- what rows say --------------------------------------------------------------------------- */

/* Who sees an operation in order; wider ones are greater. */
enum ir_scope {
	IR_SCOPE_UNKNOWN, /* hangs on a template parameter or a variable */
	IR_SCOPE_THREAD,
	IR_SCOPE_BLOCK,
	IR_SCOPE_CLUSTER,
	IR_SCOPE_DEVICE,
	IR_SCOPE_SYSTEM
};

/* In which words an atomic operation or a fence is written. */
enum ir_dialect {
	IR_DIALECT_NONE,
	IR_DIALECT_CUDA,      /* atomicAdd, __threadfence */
	IR_DIALECT_LIBCU,     /* members and free functions of cuda:: and cuda::std:: */
	IR_DIALECT_SEMAPHORE, /* libcu++'s, which acquire and release */
	IR_DIALECT_BUILTIN,   /* __nv_atomic_* */
	IR_DIALECT_PTX,
	IR_DIALECT_HOST /* the compiler's own for the host: __atomic_*, __sync_* */
};

/* What an operation does to memory. */
enum ir_memory_effect {
	IR_MEMORY_NONE,
	IR_MEMORY_READ,
	IR_MEMORY_WRITE,
	IR_MEMORY_ADD, /* every update that depends on the old value */
	IR_MEMORY_EXCHANGE,
	IR_MEMORY_CAS
};

/* Which atomic read-modify-write it is. */
enum ir_update_kind {
	IR_UPDATE_NONE,
	IR_UPDATE_ADD,
	IR_UPDATE_SUB,
	IR_UPDATE_MIN,
	IR_UPDATE_MAX,
	IR_UPDATE_AND,
	IR_UPDATE_OR,
	IR_UPDATE_XOR,
	IR_UPDATE_WRAP, /* atomicInc, atomicDec */
	IR_UPDATE_EXCHANGE,
	IR_UPDATE_COMPARE /* compare-and-swap */
};

/* By which cache operator a load or a store that isn't atomic is done. */
enum cuda_cache {
	CUDA_CACHE_NONE,
	CUDA_CACHE_READ_ONLY, /* __ldg */
	CUDA_CACHE_ALL,       /* __ldca */
	CUDA_CACHE_GLOBAL,    /* __ldcg, __stcg */
	CUDA_CACHE_STREAMING, /* __ldcs, __stcs */
	CUDA_CACHE_LAST_USE,  /* __ldlu */
	CUDA_CACHE_VOLATILE,  /* __ldcv: fetched anew */
	CUDA_CACHE_BACK,      /* __stwb */
	CUDA_CACHE_THROUGH    /* __stwt */
};

/* What lanes of a warp, or threads of a group, do together. */
enum ir_collective {
	IR_NO_COLLECTIVE,
	IR_SHUFFLE, /* from the lane that is named */
	IR_SHUFFLE_UP,
	IR_SHUFFLE_DOWN,
	IR_SHUFFLE_XOR,
	IR_BALLOT,
	IR_VOTE,  /* any, all, uni: which of them is in `vote` */
	IR_MATCH, /* __match_any_sync, __match_all_sync */
	IR_REDUCE,
	IR_SYNCWARP
};

enum cuda_vote { CUDA_VOTE_NONE, CUDA_VOTE_ANY, CUDA_VOTE_ALL, CUDA_VOTE_UNI };

/* On a barrier object, on a numbered barrier of the block, or on the cluster's. */
enum ir_barrier_action {
	IR_BARRIER_NONE,
	/* on a barrier object */
	IR_BARRIER_INIT, /* count: arrivals that end a phase */
	IR_BARRIER_INVAL,
	IR_BARRIER_ARRIVE, /* count arrivals, and bytes more to wait for */
	IR_BARRIER_ARRIVE_AND_WAIT,
	IR_BARRIER_ARRIVE_AND_DROP, /* and one less to arrive from then on */
	IR_BARRIER_WAIT,            /* until the phase of `token` or `parity` is over */
	IR_BARRIER_EXPECT,          /* bytes more to wait for */
	IR_BARRIER_COPY,            /* a copy takes `bytes` off when it is done */
	IR_BARRIER_JOIN, /* the phase lasts until this thread's copies are done; no count changes */
	/* numbered ones of the block: count threads, 0: all; barrier number in `id` */
	IR_BARRIER_NAMED_SYNC,
	IR_BARRIER_NAMED_ARRIVE,
	/* the cluster's */
	IR_BARRIER_CLUSTER_ARRIVE,
	IR_BARRIER_CLUSTER_WAIT
};

/* Asynchronous copies to shared memory. */
enum ir_async_action {
	IR_ASYNC_NONE,
	IR_ASYNC_COPY,   /* starts */
	IR_ASYNC_COMMIT, /* what the thread has started becomes a batch, or a stage of a pipeline */
	IR_ASYNC_WAIT,   /* until all batches but the youngest `prior` are there, or the oldest stage is */
	IR_ASYNC_ACQUIRE,
	IR_ASYNC_RELEASE,
	IR_ASYNC_MAKE, /* a pipeline */
	IR_ASYNC_READ  /* no copy: assembly reads 16 bytes of shared memory in each lane */
};

/* Where the addresses of a bulk copy stand among the arguments. */
enum cuda_bulk {
	CUDA_BULK_NONE,
	CUDA_BULK_LINEAR,       /* to, from, size: behind tags, if any */
	CUDA_BULK_TENSOR_IN,    /* to comes first */
	CUDA_BULK_TENSOR_OUT,   /* from comes last */
	CUDA_BULK_TENSOR_EITHER /* one name for both: without a barrier it goes out */
};

/* What a call says of the alignment of its addresses, which aren't followed as accesses. */
enum cuda_demand {
	CUDA_DEMAND_NONE,
	CUDA_DEMAND_ARGUMENT, /* its third argument is the size of the copy */
	CUDA_DEMAND_TYPE,     /* a cuda::aligned_size_t among the arguments, and what the pointers point to */
	CUDA_DEMAND_SIZE,     /* a cuda::aligned_size_t alone */
	CUDA_DEMAND_MATRIX
};

/* What a function or method is that no other facet names. */
enum cuda_op {
	CUDA_NO_OP,
	/* order and waiting */
	CUDA_FENCE,         /* of memory, to `scope` (UNKNOWN: an argument says it) */
	CUDA_PROXY_FENCE,   /* orders what threads write before what the engine for bulk copies reads */
	CUDA_SPECIAL_FENCE, /* orders something else than ordinary accesses */
	CUDA_BLOCK_BARRIER, /* __syncthreads and its kin; `counts`: which take a vote, too */
	CUDA_GROUP_BARRIER, /* sync, wait and the like: of the group that is the object or the first argument
			     */
	CUDA_GROUP_ARRIVE,
	CUDA_GROUP_COLLECTIVE, /* what the threads of a group do together; `collective` where there is one */
	CUDA_INVOKE_ONE,       /* a collective: one thread of a group calls */
	CUDA_NOTIFY,           /* wakes waiters of an atomic object */
	CUDA_LATCH_ARRIVE,     /* counts a latch down; `waits`: and waits */
	CUDA_LATCH_WAIT,
	CUDA_GRID_WAIT,    /* programmatic dependent launch: for the grid before */
	CUDA_GRID_TRIGGER, /* lets the next grid start */
	CUDA_TRAP,         /* ends the kernel */
	CUDA_SLEEP,
	CUDA_CLOCK,
	CUDA_PRINT,
	CUDA_ASSERT,
	/* lanes and groups */
	CUDA_ACTIVE_MASK,
	CUDA_LANE_MASK,         /* __lanemask_lt and its kin */
	CUDA_MAKE_GROUP,        /* this_thread_block and its kin */
	CUDA_COALESCED_THREADS, /* makes a group of the lanes that are converged there */
	CUDA_PART_GROUP,        /* cuts a group into parts: all of them have to come */
	CUDA_GROUP_IS_VALID,    /* whether the launch was cooperative */
	/* matrix fragments */
	CUDA_MATRIX_LOAD,
	CUDA_MATRIX_STORE,
	CUDA_MATRIX_MULTIPLY,
	CUDA_MATRIX_FILL,
	CUDA_TO_TF32,
	/* L2 */
	CUDA_APPLY_PROPERTY,
	CUDA_DISCARD,
	/* values */
	CUDA_MAKE_TRIPLE, /* make_uint3, make_int3 */
	CUDA_MAKE_FIELDS  /* make_float4 and its kin, make_pair: a record, from its fields in order */
};

/* Numbers that the hardware gives: by a built-in variable, or by a function or method, which may take them
 * from the group it is called for. */
enum cuda_builtin {
	CUDA_NO_BUILTIN,
	/* variables */
	CUDA_THREAD_INDEX, /* threadIdx, thread_index() */
	CUDA_BLOCK_INDEX,  /* blockIdx, group_index(), block_index() */
	CUDA_BLOCK_DIM,    /* blockDim, group_dim(), dim_threads() */
	CUDA_GRID_DIM,     /* gridDim, dim_blocks() */
	CUDA_WARP_SIZE,
	/* functions alone */
	CUDA_THREAD_RANK,
	CUDA_THREAD_COUNT, /* size(), num_threads() */
	CUDA_BLOCK_RANK,   /* in the grid or the cluster */
	CUDA_BLOCK_COUNT,
	CUDA_CLUSTER_INDEX,
	CUDA_CLUSTER_RANK,
	CUDA_CLUSTER_DIM,
	CUDA_CLUSTER_COUNT,
	CUDA_PART_RANK, /* meta_group_rank() */
	CUDA_PART_COUNT,
	CUDA_LANE /* number of the lane in its warp */
};

/* How the result differs between threads, for functions without a body. */
enum cuda_result {
	CUDA_RESULT_FOLLOWS, /* from the arguments, as far as is known */
	CUDA_RESULT_UNIFORM, /* the same for the whole block */
	CUDA_RESULT_WARP,    /* the same for a warp */
	CUDA_RESULT_VARYING
};

/* A function whose result is an address made of its first argument, or of its object. */
enum cuda_address {
	CUDA_ADDRESS_NONE,
	CUDA_ADDRESS_TO_SHARED,   /* generic to an address in shared memory */
	CUDA_ADDRESS_FROM_SHARED, /* and back */
	CUDA_ADDRESS_TO_GLOBAL,
	CUDA_ADDRESS_FROM_GLOBAL,
	CUDA_ADDRESS_OF,            /* of the object that it is given */
	CUDA_ADDRESS_RAW,           /* of what a fancy pointer leads to */
	CUDA_ADDRESS_REMOTE,        /* the same place in the shared memory of another block of the cluster */
	CUDA_ADDRESS_REMOTE_TAGGED, /* likewise, of the second argument: the first is a tag */
	CUDA_ADDRESS_HINTED,        /* the address itself, with something said about it */
	CUDA_ADDRESS_ASKED          /* no address: in which space it is */
};

/* What code that isn't seen does to memory that it is given to change. */
enum cuda_touch { CUDA_TOUCH_UNKNOWN, CUDA_TOUCH_READ, CUDA_TOUCH_WRITE, CUDA_TOUCH_BOTH };

/* What a function computes; functions of the standard library are found with and without `std::`. */
enum cuda_math {
	CUDA_MATH_NONE,
	CUDA_MATH_OTHER, /* only its cost is known */
	CUDA_MATH_MIN,   /* of integers, or of any type */
	CUDA_MATH_MAX,
	CUDA_MATH_FMIN, /* of floating-point numbers */
	CUDA_MATH_FMAX,
	CUDA_MATH_CEIL,
	CUDA_MATH_FLOOR,
	CUDA_MATH_ROUND, /* trunc, rint, ...: to an integer otherwise */
	CUDA_MATH_COPY_SIGN,
	CUDA_MATH_ABS,  /* of integers, or of any type */
	CUDA_MATH_FABS, /* of floating-point numbers */
	CUDA_MATH_SQRT,
	CUDA_MATH_MUL24,
	/* on bits of an integer: of 32, or `wide`: of 64 */
	CUDA_MATH_POPC,
	CUDA_MATH_FFS,
	CUDA_MATH_CLZ,
	CUDA_MATH_BREV,
	CUDA_MATH_FNS
};

/* Instructions of the type's own kind (of a `double` twice as many, but for one), and special ones. */
struct cuda_cost {
	unsigned fp, sfu;
};

/* ---- functions ------------------------------------------------------------------------------- */

struct cuda_function {
	const char *
		name; /* as qualified: "__shfl_sync", "cuda::barrier::wait"; `*` for all classes of a space */
	enum cuda_op op;

	/* Atomic operations (with `dialect`) and loads and stores with a cache operator (with `cache`): on
	 * the object of a method, or on what the first argument points to. */
	enum ir_memory_effect effect;
	enum ir_update_kind update;
	enum ir_dialect dialect; /* NONE for methods, whose object's type tells it; of fences, too */
	enum ir_scope scope;     /* of atomics and fences; UNKNOWN: a type or an argument tells */
	enum cuda_cache cache;
	bool waits;         /* returns only once the value has changed, or the semaphore was free */
	unsigned order;     /* arguments before the order in a call with the shortest list of them */
	const char *base;   /* CUDA's function of device scope that does the same: "atomicAdd" */
	bool is_conversion; /* of an atomic object to its value */

	/* Collectives of a warp: the first argument is a mask of lanes, unless the call is one of those that
	 * have none, for which `masked` is the name of what replaces them. Of a group: methods. */
	enum ir_collective collective;
	enum cuda_vote vote;
	bool mask;
	const char *masked;

	/* Barriers. `roles` has a letter for each argument that isn't a tag: b barrier, n number of arrivals,
	 * x bytes, t token, p parity, any other none; `$` stands for all arguments but the last, which is the
	 * barrier. */
	enum ir_barrier_action barrier;
	const char *roles;
	bool tries;  /* a wait that may come back early */
	bool late;   /* an arrival that comes later, when something asynchronous is done */
	bool remote; /* on a barrier of another block */
	bool counts; /* a barrier of the block that takes a vote */

	/* Asynchronous copies, and bulk copies among them. `batches`: p: the argument that is a number of
	 * batches, P: the template argument that is, o: the first argument is a pipeline. */
	enum ir_async_action async;
	const char *batches;
	bool commits; /* the copy is a batch of its own */
	bool is_bulk; /* the barrier it completes on comes last */
	enum cuda_bulk bulk;
	enum cuda_demand demand;

	enum cuda_builtin builtin;
	enum cuda_result result;
	enum cuda_address address;
	enum cuda_touch touch;
	enum cuda_math math;
	bool wide;             /* of 64 bits */
	bool tiles;            /* CUDA_PART_GROUP: into tiles of one size */
	struct cuda_cost cost; /* without: none, or not known */
	int arch;              /* lowest compute capability where it isn't emulated, as 80; 0: any */
};

/* The row for a qualified name: that name, then with the class replaced by the one whose methods it has (see
 * types), then with the last class replaced by `*`, then with all between the first namespace and the method.
 * Inline namespaces (`__4`, `__cxx11`) count for nothing. NULL: none. */
const struct cuda_function *cuda_function_find(const char *qualified);

/* For a call of what isn't known: by the name as written. Members and functions of cooperative groups are
 * found without their class and namespace; all others only if they need none. NULL: none. */
const struct cuda_function *cuda_function_find_written(const char *name, bool is_member);

/* A row that says nothing. */
extern const struct cuda_function cuda_no_function;

/* Shuffles of all kinds. */
static inline bool cuda_is_shuffle(const struct cuda_function *function)
{
	return function->collective >= IR_SHUFFLE && function->collective <= IR_SHUFFLE_XOR;
}

static inline bool cuda_is_cached_load(const struct cuda_function *function)
{
	return function->cache && function->effect == IR_MEMORY_READ;
}

static inline bool cuda_is_cached_store(const struct cuda_function *function)
{
	return function->cache && function->effect == IR_MEMORY_WRITE;
}

/* An atomic operation, in whatever words. */
static inline bool cuda_is_atomic(const struct cuda_function *function)
{
	return function->effect && !function->cache;
}

static inline bool cuda_is_min(const struct cuda_function *function)
{
	return function->math == CUDA_MATH_MIN || function->math == CUDA_MATH_FMIN;
}

static inline bool cuda_is_max(const struct cuda_function *function)
{
	return function->math == CUDA_MATH_MAX || function->math == CUDA_MATH_FMAX;
}

/* Counting and finding bits: popc, ffs, clz, brev, fns. */
static inline bool cuda_is_bits(const struct cuda_function *function)
{
	return function->math >= CUDA_MATH_POPC;
}

/* Any fence. */
static inline bool cuda_is_fence(const struct cuda_function *function)
{
	return function->op >= CUDA_FENCE && function->op <= CUDA_SPECIAL_FENCE;
}

/* ---- types ----------------------------------------------------------------------------------- */

enum cuda_family {
	CUDA_NO_TYPE,
	/* synchronization */
	CUDA_ATOMIC,
	CUDA_ATOMIC_REF,
	CUDA_ATOMIC_FLAG,
	CUDA_BARRIER,
	CUDA_LATCH,
	CUDA_SEMAPHORE,
	CUDA_PIPELINE,
	CUDA_PIPELINE_STATE,
	CUDA_LOCK,       /* std::mutex and its kin */
	CUDA_LOCK_GUARD, /* std::lock_guard and its kin */
	CUDA_CONDITION,  /* std::condition_variable */
	/* groups */
	CUDA_ANY_GROUP, /* thread_group */
	CUDA_GRID_GROUP,
	CUDA_MULTI_GRID_GROUP,
	CUDA_CLUSTER_GROUP,
	CUDA_BLOCK_GROUP,
	CUDA_COALESCED_GROUP,
	CUDA_TILE,        /* its first template argument is its number of threads */
	CUDA_TILE_MEMORY, /* block_tile_memory */
	/* copies and L2 */
	CUDA_ALIGNED_SIZE, /* its first template argument is the alignment */
	CUDA_ACCESS_PROPERTY,
	CUDA_PROPERTY, /* access_property::shared, ::persisting, ... */
	CUDA_ANNOTATED_POINTER,
	CUDA_TAG, /* integral_constant: space_shared, sem_release, scope_cluster, ...; no value at run time */
	/* libraries */
	CUDA_FRAGMENT,
	CUDA_CUB_BLOCK, /* collectives of cub that work on scratch of the caller */
	CUDA_CUB_WARP,
	CUDA_CUB_DEVICE,
	/* template arguments of fragments */
	CUDA_MATRIX_A,
	CUDA_MATRIX_B,
	CUDA_ACCUMULATOR,
	CUDA_ROW_MAJOR,
	CUDA_COL_MAJOR,
	CUDA_PRECISION, /* tf32, u4, s4, b1: which is in `element` */
	/* values */
	CUDA_DIM3,
	CUDA_TRIPLE, /* uint3, int3 */
	CUDA_HALF,   /* __half and __nv_bfloat16, pairs and raw forms, too */
	/* of the host's API */
	CUDA_STREAM,
	CUDA_LAUNCH_CONFIG,
	CUDA_LAUNCH_ATTRIBUTE,
	CUDA_LAUNCH_ATTRIBUTE_VALUE,
	CUDA_ANY_NODE, /* what a node of a graph is made from: of any kind, ... */
	CUDA_KERNEL_NODE,
	CUDA_FILL_NODE,
	CUDA_COPY_NODE, /* the copy itself */
	CUDA_ALLOC_NODE,
	CUDA_FREE_NODE,
	CUDA_TEXTURE_REFERENCE, /* removed */
	CUDA_SURFACE_REFERENCE,
	CUDA_STATUS /* what calls of the API and its libraries come back with */
};

/* What a fragment's elements are; what isn't listed isn't a type of CUDA's own. */
enum cuda_element {
	CUDA_ELEMENT_NONE,
	CUDA_ELEMENT_HALF,
	CUDA_ELEMENT_BF16,
	CUDA_ELEMENT_TF32,
	CUDA_ELEMENT_FLOAT,
	CUDA_ELEMENT_DOUBLE,
	CUDA_ELEMENT_BYTE,
	CUDA_ELEMENT_INT,
	CUDA_ELEMENT_NIBBLE,
	CUDA_ELEMENT_BIT
};

/* cuda::access_property::... */
enum cuda_property {
	CUDA_PROPERTY_NONE,
	CUDA_PROPERTY_NORMAL,
	CUDA_PROPERTY_STREAMING,
	CUDA_PROPERTY_PERSISTING,
	CUDA_PROPERTY_GLOBAL,
	CUDA_PROPERTY_SHARED
};

struct cuda_type {
	const char *name; /* as qualified; with `*`, a pattern */
	enum cuda_family family;
	const char *methods; /* the class whose rows its methods have; NULL: its own */
	unsigned scope_at;   /* number of the template argument that is its scope, from 1; 0: none */
	enum ir_scope scope; /* where no template argument tells it; UNKNOWN: not an object with a scope */
	bool is_libcu;       /* of libcu++ */
	bool needs_scratch;  /* all its functions leave their scratch in use */
	unsigned plain_at;   /* number of the template argument, from 1, that ... */
	int plain_below;     /* ... makes it need none by a value below this */
	unsigned bits;       /* of a CUDA_PRECISION of less than a byte */
	int arch;            /* lowest compute capability that has it, as 90; 0: any */
	const char *feature; /* of which that is a part, in words */
	const char *instead; /* of the host alone: what device code takes for it */
	const char *shown;   /* of a base that only headers name: the class that it is for people */
	enum cuda_element element;
	enum cuda_property property;
};

/* The row for a class; NULL: none. */
const struct cuda_type *cuda_type_find(const char *qualified);

/* A row that says nothing. */
extern const struct cuda_type cuda_no_type;

static inline bool cuda_is_atomic_type(const struct cuda_type *type)
{
	return type->family >= CUDA_ATOMIC && type->family <= CUDA_ATOMIC_FLAG;
}

static inline bool cuda_is_group_type(const struct cuda_type *type)
{
	return type->family >= CUDA_ANY_GROUP && type->family <= CUDA_TILE;
}

static inline bool cuda_is_cub_collective(const struct cuda_type *type)
{
	return type->family == CUDA_CUB_BLOCK || type->family == CUDA_CUB_WARP;
}

/* ---- variables and spaces -------------------------------------------------------------------- */

/* threadIdx, blockIdx, blockDim, gridDim, warpSize. */
enum cuda_builtin cuda_builtin_find(const char *name);

/* Which library a qualified name is of. */
enum cuda_space {
	CUDA_SPACE_NONE,   /* the project's, the language's, or another library's */
	CUDA_SPACE_GROUPS, /* cooperative_groups:: */
	CUDA_SPACE_LIBCU,  /* cuda::, but for the following */
	CUDA_SPACE_LIBCU_STD,
	CUDA_SPACE_PTX,    /* cuda::ptx:: */
	CUDA_SPACE_DEVICE, /* cuda::device:: */
	CUDA_SPACE_WMMA,   /* nvcuda::wmma:: */
	CUDA_SPACE_NVCUDA, /* nvcuda::, but for that */
	CUDA_SPACE_CUB,
	CUDA_SPACE_THRUST,
	CUDA_SPACE_STD,
	CUDA_SPACE_BUILTIN, /* __builtin_* of the compiler */
	CUDA_SPACE_RUNTIME, /* cudaMalloc */
	CUDA_SPACE_DRIVER,  /* cuMemAlloc */
	CUDA_SPACE_LIBRARY, /* cuBLAS, cuFFT, NCCL, ... */
	CUDA_SPACE_NVSHMEM
};

enum cuda_space cuda_space_of(const char *qualified);

/* The host's API: functions of C, of the runtime, the driver, or a library. */
static inline bool cuda_is_api_space(enum cuda_space space)
{
	return space >= CUDA_SPACE_RUNTIME && space <= CUDA_SPACE_LIBRARY;
}

/* Anything of cuda::. */
static inline bool cuda_is_libcu_space(enum cuda_space space)
{
	return space >= CUDA_SPACE_LIBCU && space <= CUDA_SPACE_DEVICE;
}

/* ---- the rows -------------------------------------------------------------------------------- */

/* For tests: all rows, in the order of the table. */
const struct cuda_function *cuda_function_at(size_t index);
const struct cuda_type *cuda_type_at(size_t index);

#endif
