/* Work on two streams that could overlap, see overlap.h. */
#include "rules/host/overlap.h"

#include <string.h>

static bool is_on_stream(const struct host_op *op, bool blocking_only)
{
	const struct host_object *stream = op->stream;
	bool is_work = op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH ||
		       op->kind == HOST_LIBRARY_CALL ||
		       (op->is_async && (op->kind == HOST_COPY || op->kind == HOST_MEMSET));
	if (!is_work || op->capture || !stream)
		return false;
	if (stream->kind == HOST_UNSEEN)
		return !blocking_only && stream->var && stream->var->storage == IR_PARAM;
	return stream->kind == HOST_STREAM &&
	       (stream->stream == HOST_STREAM_BLOCKING ||
		       (!blocking_only && stream->stream == HOST_STREAM_NON_BLOCKING));
}

/* Whether the host stops to look at something, or may, so that what follows can't have come earlier. */
static bool is_end(struct host_trace *trace, const struct host_op *op, const struct host_op *middle)
{
	switch (op->kind) {
	case HOST_STREAM_SYNC:
	case HOST_EVENT_SYNC:
	case HOST_DEVICE_SYNC:
	case HOST_STREAM_QUERY:
	case HOST_EVENT_QUERY:
	case HOST_OPAQUE:
	case HOST_CAPTURE_BEGIN: return true;
	case HOST_ACCESS: return middle->access_count && host_conflict(trace, middle, op, NULL, NULL);
	default: return false;
	}
}

static bool waits_for_event(
	const struct host_trace *trace, const struct host_op *before, const struct host_op *after)
{
	for (size_t i = before->index + 1; i < after->index; i++)
		if (trace->ops.data[i]->kind == HOST_STREAM_WAIT &&
			trace->ops.data[i]->stream == after->stream)
			return true;
	return false;
}

static bool could_overlap(struct host_trace *trace, const struct host_op *before,
	const struct host_op *middle, const struct host_op *after)
{
	if (before->stream == after->stream || before->stream->device != after->stream->device ||
		!host_may_both_happen(&before->where, &after->where) ||
		!host_may_both_happen(&middle->where, &after->where) ||
		waits_for_event(trace, before, after) || host_conflict(trace, before, after, NULL, NULL))
		return false;
	return !host_conflict(trace, before, middle, NULL, NULL) ||
	       !host_conflict(trace, middle, after, NULL, NULL);
}

static const struct host_op *find_after(struct host_trace *trace, const struct host_op *before,
	const struct host_op *middle, bool blocking_only)
{
	for (size_t i = middle->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (is_end(trace, op, middle))
			return NULL;
		if (is_on_stream(op, blocking_only) && could_overlap(trace, before, middle, op))
			return op;
	}
	return NULL;
}

bool overlap_is_cut(struct overlap *overlap, struct host_trace *trace, const struct host_order *order,
	const struct host_op *middle, bool blocking_only)
{
	for (size_t i = middle->index; i-- > 0;) {
		const struct host_op *before = trace->ops.data[i];
		if (!is_on_stream(before, blocking_only) || host_is_waited_for(order, before, middle) ||
			!host_may_both_happen(&before->where, &middle->where))
			continue;
		const struct host_op *after = find_after(trace, before, middle, blocking_only);
		if (!after)
			continue;
		*overlap = (struct overlap){before, after,
			before->stream->kind == HOST_UNSEEN || after->stream->kind == HOST_UNSEEN};
		return true;
	}
	return false;
}

const char *overlap_streams(const struct host_trace *trace, const struct overlap *overlap)
{
	const char *before = host_object_name(trace, overlap->before->stream);
	const char *after = host_object_name(trace, overlap->after->stream);
	if (!strcmp(before, after))
		return "two streams";
	return arena_printf(trace->arena, "%s and on %s", before, after);
}
