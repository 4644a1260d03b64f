/* CU727 cross-stream-race: work in two streams touches the same memory, one of them writes, and nothing
 * orders them: neither an event nor the host nor the NULL stream.
 *
 * What isn't known is no race: streams, events and code that aren't seen, ranges that may lie apart (those
 * are `possible`), data behind a handshake of atomics. Memory of cudaMallocAsync whose allocation or free
 * isn't ordered is CU733's, nodes that were added to a graph by hand are CU729's. */
#include "rules/host/common/api.h"
#include "rules/host/common/overlap.h"

#include <string.h>

enum { MOST_EARLIER = 256 }; /* uses of the object that one is compared with */

static bool is_compared(const struct host_use *use)
{
	const struct host_op *op = use->op;
	return use->access && host_is_work(op) && op->kind != HOST_GRAPH_ADD && op->kind != HOST_PREFETCH &&
	       op->kind != HOST_ATTACH && op->kind != HOST_MALLOC_ASYNC && op->kind != HOST_FREE_ASYNC;
}

/* Two fills with one value leave it whoever comes last. */
static bool fill_the_same(const struct host_op *a, const struct host_op *b)
{
	if (a->kind != HOST_MEMSET || b->kind != HOST_MEMSET || strcmp(a->callee, b->callee) != 0)
		return false;
	const char *roles = a->expr ? api_call(a->expr).roles : "", *at = strchr(roles, 'v');
	size_t value = at ? (size_t)(at - roles) : 1;
	return a->value_count > value && b->value_count > value && a->values[value].kind == HOST_NUMBER &&
	       b->values[value].kind == HOST_NUMBER && a->values[value].number == b->values[value].number;
}

/* Whether CU733 says it: the memory isn't there yet in that stream, or not any more. */
static bool is_of_lifetime(
	const struct host_order *order, struct host_uses uses, const struct overlap *overlap)
{
	const struct host_object *object = overlap->in_second->object;
	const struct host_op *ends[2] = {overlap->first, overlap->second};
	if (!object->is_stream_ordered || !object->made_by)
		return false;
	for (int i = 0; i < 2; i++) {
		if (!host_is_ordered(order, object->made_by, ends[i]))
			return true;
		for (size_t k = 0; k < uses.count; k++) {
			const struct host_op *op = uses.data[k].op;
			if ((op->kind == HOST_FREE_ASYNC || op->kind == HOST_FREE) &&
				(op->index < ends[i]->index || !host_is_ordered(order, ends[i], op)))
				return true;
		}
	}
	return false;
}

static bool is_on_null_stream(const struct host_op *op)
{
	return op->stream && op->stream->kind == HOST_STREAM && op->stream->stream == HOST_STREAM_NULL;
}

static const char *remedy(const struct overlap *overlap)
{
	const struct host_op *first = overlap->first, *second = overlap->second;
	if (first->capture)
		return "the graph gets no edge between them; record an event behind the first and let the "
		       "stream of the second wait for it";
	if (is_on_null_stream(first) && first->kind == HOST_MEMSET && !first->is_async)
		return "a fill of device memory returns before it is done, and the NULL stream doesn't hold "
		       "up a non-blocking stream; fill in the same stream with cudaMemsetAsync";
	if (is_on_null_stream(second) && second->kind == HOST_COPY && !second->is_async)
		return "the copy doesn't wait for a non-blocking stream; wait for that first, or copy in it "
		       "with cudaMemcpyAsync";
	if (is_on_null_stream(first) || is_on_null_stream(second))
		return "the NULL stream and a non-blocking stream don't wait for each other; use one stream, "
		       "or an event";
	return "record an event behind the first and let the stream of the second wait for it "
	       "(cudaStreamWaitEvent)";
}

static void tell(struct pass *pass, const struct host_trace *trace, const struct overlap *overlap)
{
	const struct host_op *first = overlap->first, *second = overlap->second;
	struct finding *finding = pass_report_op(pass, second,
		"%s %s %s in %s while %s in %s may still %s it: %s", overlap_work_name(pass, second),
		overlap_verb(overlap->in_second), host_object_name(trace, overlap->in_second->object),
		host_object_name(trace, second->stream), overlap_work_name(pass, first),
		overlap_stream_name(pass, trace, first, second), overlap->in_first->writes ? "write" : "read",
		remedy(overlap));
	finding->confidence = overlap->confidence;
	if (overlap->confidence != CONFIDENCE_PROVEN)
		finding->severity = SEVERITY_WARNING;
	pass_related(pass, finding, first->range, "not ordered before it: %s %s the same memory in %s",
		overlap_work_name(pass, first), overlap_verb(overlap->in_first),
		host_object_name(trace, first->stream));
}

/* The surest of the conflicts with earlier uses. */
static bool find_worst(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	struct host_uses uses, size_t at, struct overlap *worst)
{
	bool is_found = false;
	size_t earliest = at > MOST_EARLIER ? at - MOST_EARLIER : 0;
	for (size_t i = earliest; i < at; i++) {
		struct overlap overlap;
		const struct host_op *first = uses.data[i].op, *second = uses.data[at].op;
		if (!is_compared(&uses.data[i]) || first->stream == second->stream ||
			first->capture != second->capture || fill_the_same(first, second) ||
			!overlap_find(pass, trace, order, &uses.data[i], &uses.data[at], &overlap) ||
			is_of_lifetime(order, uses, &overlap))
			continue;
		if (!is_found || overlap.confidence > worst->confidence)
			*worst = overlap;
		is_found = true;
	}
	return is_found;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	if (overlap_has_other_order(trace))
		return;
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->objects.count; i++) {
		struct host_uses uses = host_uses_of(table, trace->objects.data[i]);
		for (size_t k = 1; k < uses.count; k++) {
			struct overlap worst = {0};
			if (is_compared(&uses.data[k]) && find_worst(pass, trace, order, uses, k, &worst) &&
				!overlap_is_told(pass, overlap_told(pass), worst.second, worst.second,
					worst.confidence))
				tell(pass, trace, &worst);
		}
	}
}

const struct rule rule_cross_stream_race = {
	.code = "CU727",
	.name = "cross-stream-race",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Work in two streams touches the same memory, and nothing orders it",
	.hooks = {.host = on_host},
};
