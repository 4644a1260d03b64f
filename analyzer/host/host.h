/* The abstract host: walks host functions with the objects that they make and hand on, see trace.h. */
#ifndef CUDALINT_HOST_HOST_H
#define CUDALINT_HOST_HOST_H

#include "analyzer/host/trace.h"
#include "analyzer/ir/query.h"
#include "analyzer/project/project.h"

struct host_options {
	bool per_thread_default_stream;
	int cuda_version; /* 13000 */
};

struct host_traces {
	struct host_trace *const *data;
	size_t count;
};

/* One trace for every host function of the unit that no other host function calls (main first) and that uses
 * CUDA, itself or in what it calls. Everything lies in the arena. */
struct host_traces host_walk(struct arena *arena, const struct ir_module *module,
	const struct ir_query *query, const struct host_options *options);

/* One trace for every call that another unit makes of such a function, with its arguments, as far as they are
 * told; in the order of `uses`, which outlive the traces. */
struct host_traces host_walk_called(struct arena *arena, const struct ir_module *module,
	const struct ir_query *query, const struct host_options *options, const project_uses *uses);

/* Whether a function is one of the host's that another unit defines. */
bool host_is_elsewhere(const struct ir_function *function);

/* The traces of functions that no other host function of the unit calls and that don't use CUDA, but call
 * what other units define. */
struct host_traces host_walk_passing(struct arena *arena, const struct ir_module *module,
	const struct ir_query *query, const struct host_options *options);

/* What an operation has to say to the unit that defines what it calls; all of it but the place. False: it is
 * no such call. */
bool host_tell_call(struct arena *arena, const struct host_op *op, struct project_use *out);

/* The memory that a use speaks of, in the order of use->memories. */
typedef VEC(const struct host_object *) host_told_objects;

/* The number of an object in use->memories, which it is added to where it is new. */
size_t host_tell_memory(struct arena *arena, host_told_objects *told, const struct host_object *object,
	struct project_use *use);

/* Prints a trace for people and tests: a line per operation. */
void host_print(const struct host_trace *trace, void *file);

#endif
