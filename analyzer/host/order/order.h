/* What is ordered before what: streams, events, waits of the host, the NULL stream, graphs.
 *
 * A clock per stream and one for the host say which work is complete when the next operation starts. Waits
 * that happen only under a condition are taken to happen, work handed to code that isn't seen is taken to
 * have been waited for: "not ordered" is said only when nothing in the unit can order two operations. */
#ifndef CUDALINT_HOST_ORDER_H
#define CUDALINT_HOST_ORDER_H

#include "analyzer/host/trace.h"

struct host_order;

/* Reads a trace from start to end; also sets op->capture in it. Lies in the trace's arena. */
struct host_order *host_order_new(struct host_trace *trace);

/* Whether work `a` is complete before work `b` starts (a comes first in the trace), on whatever stream.
 * Within one capture: whether a path of the graph joins them. For operations of the host: as
 * host_is_waited_for. */
bool host_is_ordered(const struct host_order *order, const struct host_op *a, const struct host_op *b);

/* Whether work `a` is complete when the host reaches `at`. */
bool host_is_waited_for(const struct host_order *order, const struct host_op *a, const struct host_op *at);

/* Why it may be unordered only by what isn't known: an unseen stream or event is involved, so that a rule
 * should stay silent. */
bool host_is_order_unknown(const struct host_order *order, const struct host_op *a, const struct host_op *b);

/* The last record of the event before `at`, NULL: none seen. *is_unknown: it may have been recorded by code
 * that isn't seen (or the event comes from elsewhere). */
const struct host_op *host_last_record(const struct host_order *order, const struct host_object *event,
	const struct host_op *at, bool *is_unknown);

/* Work issued before `at` and perhaps still running then, by stream (NULL: all), oldest first. */
size_t host_pending(const struct host_order *order, const struct host_op *at,
	const struct host_object *stream, const struct host_op **out, size_t room);

/* For a graph or a graph exec: the operations that were captured into it or added to it. */
size_t host_graph_ops(const struct host_order *order, const struct host_object *graph,
	const struct host_op **out, size_t room);

/* Whether two accesses touch the same bytes with one writing, not both by atomics: 2 certainly, 1 perhaps,
 * 0 never. */
int host_accesses_meet(struct host_trace *trace, const struct host_access *a, const struct host_access *b);

/* Accesses of two operations that touch the same bytes with one writing: 2 certainly, 1 perhaps, 0 never.
 * The accesses are returned when wanted. */
int host_conflict(struct host_trace *trace, const struct host_op *a, const struct host_op *b,
	const struct host_access **in_a, const struct host_access **in_b);

#endif
