/* Every launch of a kernel that the host walk has seen: where launches are known, once, with their shape,
 * attributes, stream and arguments (struct host_launch). */
#ifndef CUDALINT_HOST_LAUNCHES_H
#define CUDALINT_HOST_LAUNCHES_H

#include "analyzer/host/host.h"

/* One launch on one way through host code; `op->launch` is never NULL. A launch in the source that several
 * callers or turns of a loop come to has several. */
struct host_launch_use {
	const struct host_trace *trace;
	const struct host_op *op;
};

struct host_launch_uses {
	const struct host_launch_use *data;
	size_t count;
};

struct host_launch_table;

/* A launch that another unit makes of `kernel`, as if host code here made it. */
struct host_launch_use host_launch_elsewhere(
	struct arena *arena, const struct ir_function *kernel, const struct project_use *use);

/* Those of all traces, kernels' nodes of graphs among them. In the arena. */
struct host_launch_table *host_launch_table_new(struct arena *arena, const struct host_traces *traces);

/* The same after a walk of its own, for who wants nothing else of it: what targets change matters to no
 * launch.
 */
struct host_launch_table *host_launches_walk(
	struct arena *arena, const struct ir_module *module, const struct ir_query *query);

/* Those of one kernel, in the order of the traces and of their operations; none for a table of NULL. */
struct host_launch_uses host_launches_of(
	const struct host_launch_table *table, const struct ir_function *kernel);

#endif
