/* Work on two streams that could overlap, but for an operation between them (CU703, CU711). */
#ifndef CUDALINT_RULES_CONCURRENCY_H
#define CUDALINT_RULES_CONCURRENCY_H

#include "analyzer/rule/rule.h"

struct concurrent_pair {
	const struct host_op *before, *after;
	bool is_likely; /* the streams are parameters, which might be one */
};

/* The work before `middle`, still pending there, and work behind it on another stream, that nothing else
 * orders: no data in common, directly or through `middle`, no wait of the host or of a stream between them.
 * blocking_only: on streams that wait for the NULL stream. */
bool concurrency_is_cut(struct concurrent_pair *pair, struct host_trace *trace,
	const struct host_order *order, const struct host_op *middle, bool blocking_only);

/* "`first` and on `second`", or "two streams" where they have one name. */
const char *concurrency_streams(const struct host_trace *trace, const struct concurrent_pair *pair);

#endif
