/* Where objects are used: for every object the operations of a trace that touch it or are about it, in the
 * order of the trace. */
#ifndef CUDALINT_HOST_USE_H
#define CUDALINT_HOST_USE_H

#include "analyzer/host/trace.h"

struct host_use {
	const struct host_op *op;
	const struct host_access *access; /* NULL: the operation is about the object, as its end is */
};

struct host_uses {
	const struct host_use *data;
	size_t count;
};

struct host_use_table;

/* The table of a trace, made when first asked for, which is after host_order_new: that gives launches of
 * graphs their accesses. */
const struct host_use_table *host_use_table_of(struct host_trace *trace);

struct host_uses host_uses_of(const struct host_use_table *table, const struct host_object *object);

#endif
