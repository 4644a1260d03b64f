/* The abstract host: walks host functions with the objects that they make and hand on, see trace.h. */
#ifndef CUDALINT_HOST_HOST_H
#define CUDALINT_HOST_HOST_H

#include "analyzer/host/trace.h"
#include "analyzer/ir/query.h"

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

/* Prints a trace for people and tests: a line per operation. */
void host_print(const struct host_trace *trace, void *file);

#endif
