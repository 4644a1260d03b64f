/* The CUDA runtime and driver API as tables: what a function does and what its parameters are.
 *
 * Each line of runtime.def and driver.def is CALL(name, kind, "roles", whatever else applies of struct
 * cuda_call): kind is an enum host_op_kind without HOST_, roles has one character per parameter:
 *
 *   s stream               S receives a stream        e event              E receives an event
 *   g graph                G receives a graph         x graph exec         X receives a graph exec
 *   M graph node           N receives a graph node    D array of nodes     c how many elements an array has
 *   d memory written       r memory read              y symbol written     Y symbol read or named
 *   n bytes of d and r     o byte offset into y, Y    k cudaMemcpyKind     v value of a fill
 *   2 elements of 2 bytes  4 elements of 4 bytes      W bytes of a row     H rows
 *   q pitch of d           Q pitch of r               j struct or array of structs that says the rest
 *   A array of pointers    B array of sources         C array of sizes     t cudaMemcpyAttributes
 *   I indices of t         T how many t               p pointer to memory  P receives a pointer
 *   z bytes to allocate    f flags                    a priority           i device
 *   l pool, texture, ...   L receives one             K kernel             h host function
 *   u what h is called with                           w written by the call, of no interest
 *   . nothing of interest
 *
 * What S, E, G, X, N, P and L receive is new, but for kind RUNTIME: then it was there before. The rows of a
 * 2-D fill by cuMemsetD2D16 and cuMemsetD2D32 have W elements of 2 and 4 bytes. Arrays count as memory. */
#ifndef CUDALINT_CUDA_RUNTIME_H
#define CUDALINT_CUDA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

/* What the host does; also what isn't a call. */
enum host_op_kind {
	/* work that goes to a stream (graph nodes: to a graph) */
	HOST_LAUNCH, /* of a kernel */
	HOST_COPY,   /* memory copy, also 2D, 3D, peer, to and from symbols and arrays */
	HOST_COPY_BATCH,
	HOST_MEMSET,
	HOST_PREFETCH,
	HOST_CALLBACK, /* cudaLaunchHostFunc, cudaStreamAddCallback */
	HOST_ATTACH,   /* cudaStreamAttachMemAsync */
	HOST_MALLOC_ASYNC,
	HOST_FREE_ASYNC,
	HOST_LIBRARY_CALL, /* cuBLAS, cuFFT, Thrust with a stream, ... */
	HOST_GRAPH_LAUNCH,
	HOST_RECORD,      /* of an event */
	HOST_STREAM_WAIT, /* of a stream for an event */
	/* waits of the host */
	HOST_STREAM_SYNC,
	HOST_EVENT_SYNC,
	HOST_DEVICE_SYNC,
	HOST_STREAM_QUERY,
	HOST_EVENT_QUERY,
	/* making and ending of objects */
	HOST_MAKE, /* object: stream, event, graph, library handle */
	HOST_DESTROY,
	HOST_MALLOC, /* memory: device, pinned, managed, array, and malloc or new */
	HOST_FREE,
	HOST_REGISTER,
	HOST_UNREGISTER,
	/* graphs */
	HOST_CAPTURE_BEGIN,
	HOST_CAPTURE_END,
	HOST_GRAPH_ADD, /* of a node: object; or of edges alone */
	HOST_INSTANTIATE,
	HOST_GRAPH_UPDATE, /* cudaGraphExecUpdate, ...SetParams: object is the exec */
	/* settings */
	HOST_SET_DEVICE,
	HOST_STREAM_ATTRIBUTE,
	HOST_FUNCTION_ATTRIBUTE,
	HOST_LIMIT,
	HOST_ADVISE,  /* cudaMemAdvise */
	HOST_ELAPSED, /* cudaEventElapsedTime */
	HOST_RUNTIME, /* any other call of the CUDA runtime or driver; callee says which */
	/* the host's own */
	HOST_ACCESS, /* host code reads or writes memory that the device may use */
	HOST_STRAY,  /* host code reads or writes memory that isn't there for it: of the device, or freed */
	HOST_ENVIRONMENT, /* setenv, putenv */
	HOST_CLOCK,       /* the host reads a clock */
	HOST_SCOPE_END,   /* an ephemeral variable ends: object */
	HOST_OPAQUE,      /* a call of code that isn't seen and may use what it was handed */
	HOST_ROOT_END     /* the walked function returns */
};

/* What a call allocates. */
enum cuda_memory { CUDA_MEMORY_DEVICE, CUDA_MEMORY_PINNED, CUDA_MEMORY_MANAGED, CUDA_MEMORY_ARRAY };

/* What kind and roles don't say. */
enum cuda_detail {
	CUDA_NO_DETAIL,
	CUDA_SETS_DEVICE,    /* the number of the device is the argument */
	CUDA_FINDS_SYMBOL,   /* what P receives is the address of Y */
	CUDA_FINDS_MAPPED,   /* what P receives is p, for the device */
	CUDA_ADDS_FREE,      /* a graph node that frees p */
	CUDA_SETS_ATTRIBUTE, /* of a stream or a graph node: by id and value */
	CUDA_UPDATES_ALL,    /* a graph exec gets all of a graph */
	CUDA_RESETS_DEVICE,
	CUDA_RESETS_L2, /* what persists in the L2 cache */
	CUDA_READS_ERROR,
	CUDA_ASKS_ATTRIBUTE, /* of a device */
	CUDA_ASKS_PROPERTIES,
	CUDA_ASKS_PRIORITIES, /* of streams */
	CUDA_ASKS_OCCUPANCY,
	CUDA_SETS_CACHE,        /* the split of L1 and shared memory */
	CUDA_SETS_CAPTURE_MODE, /* of the thread */
	CUDA_CHANGES_CAPTURE,   /* what the next node of a capture depends on */
	CUDA_WAITS_FOR_OTHERS   /* a stream does: for a value in memory, or for another API's semaphore */
};

struct cuda_call {
	const char *name;
	enum host_op_kind kind;
	const char *roles;       /* as many as parameters */
	enum cuda_memory memory; /* of what P receives */
	enum cuda_detail detail;
	bool is_async;    /* it says so in its name: may go on when the call returns */
	bool shows_host;  /* makes memory that the host and kernels see, or finds it: by the first argument */
	bool meets_peers; /* lets another device or process in */
};

/* The signature with `arg_count` parameters, or the shortest with more (the others have defaults), or the
 * longest of variadic ones; NULL: no such function. */
const struct cuda_call *cuda_call_of(const char *name, size_t arg_count);

/* What calls of the libraries that come with CUDA do, as far as their names tell, which are made of words in
 * all of them: cublasCreate, cufftPlan1d, curandSetStream, cublasGetVectorAsync. */
enum cuda_library_call {
	CUDA_NO_LIBRARY,
	CUDA_LIBRARY_SETUP,   /* makes a handle */
	CUDA_LIBRARY_END,     /* of a handle */
	CUDA_LIBRARY_STREAM,  /* puts a handle onto a stream */
	CUDA_LIBRARY_SETTING, /* sets or gets something */
	CUDA_LIBRARY_WORK
};
enum cuda_library_call cuda_library_call_of(const char *name);

/* Whether a call of a library copies between host and device, and the host waits: cublasGetVector and its
 * kin. */
bool cuda_library_copies(const char *name);

#endif
