/* Work on two streams that could overlap, see concurrency.h. */
#include "rules/host/common/concurrency.h"

#include <string.h>

static bool is_on_stream(const struct host_op *op, bool blocking_only)
{
	const struct host_object *stream = op->stream;
	bool is_work = op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH ||
		       op->kind == HOST_LIBRARY_CALL ||
		       (op->is_async && (op->kind == HOST_COPY || op->kind == HOST_MEMSET));
	if (!is_work || op->capture || !stream)
		return false;
	/* a parameter, or one of several that somebody keeps together: an element, a member */
	if (stream->kind == HOST_UNSEEN)
		return !blocking_only && ((stream->var && stream->var->storage == IR_PARAM) ||
						 (stream->kept_in && stream->kept_in->kind == HOST_UNSEEN));
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

/* Bytes from the start of an access that are taken to be touched: of a kernel what its threads span if each
 * has one element; -1: unknown. */
static int64_t extent_of(const struct host_op *op, const struct host_access *access)
{
	int64_t bytes, extent;
	if (!access->size || !host_sum_is_number(access->size, &extent))
		return -1;
	for (int i = 0; op->launch && i < 3; i++) {
		if (!host_sum_is_number(op->launch->grid[i], &bytes) || bytes <= 0 || bytes > INT32_MAX)
			return -1;
		extent = extent > INT64_MAX / bytes ? INT64_MAX : extent * bytes;
		if (!host_sum_is_number(op->launch->block[i], &bytes) || bytes <= 0 || bytes > INT32_MAX)
			return -1;
		extent = extent > INT64_MAX / bytes ? INT64_MAX : extent * bytes;
	}
	return extent;
}

static bool may_meet(const struct host_op *a, const struct host_access *in_a, const struct host_op *b,
	const struct host_access *in_b)
{
	int64_t distance;
	if (!in_a->object || in_a->object != in_b->object || !(in_a->writes || in_b->writes))
		return false;
	if (!in_a->offset || !in_b->offset)
		return true;
	if (!host_sum_distance(in_b->offset, in_a->offset, &distance))
		return false; /* parts of one buffer, as host_conflict has it */
	int64_t extent = distance >= 0 ? extent_of(a, in_a) : extent_of(b, in_b);
	return extent < 0 || (distance >= 0 ? distance : -distance) < extent;
}

/* Whether two operations may touch the same bytes, one writing: kernels go further than their first element.
 */
static bool share_data(struct host_trace *trace, const struct host_op *a, const struct host_op *b)
{
	if (host_conflict(trace, a, b, NULL, NULL))
		return true;
	for (size_t i = 0; i < a->access_count; i++)
		for (size_t k = 0; k < b->access_count; k++)
			if (may_meet(a, &a->accesses[i], b, &b->accesses[k]))
				return true;
	return false;
}

static bool could_overlap(struct host_trace *trace, const struct host_op *before,
	const struct host_op *middle, const struct host_op *after)
{
	if (before->stream == after->stream || before->stream->device != after->stream->device ||
		!host_may_both_happen(&before->where, &after->where) ||
		!host_may_both_happen(&middle->where, &after->where) ||
		waits_for_event(trace, before, after) || share_data(trace, before, after))
		return false;
	return !share_data(trace, before, middle) || !share_data(trace, middle, after);
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

bool concurrency_is_cut(struct concurrent_pair *pair, struct host_trace *trace,
	const struct host_order *order, const struct host_op *middle, bool blocking_only)
{
	for (size_t i = middle->index; i-- > 0;) {
		const struct host_op *before = trace->ops.data[i];
		if (!is_on_stream(before, blocking_only) || host_is_waited_for(order, before, middle) ||
			!host_may_both_happen(&before->where, &middle->where))
			continue;
		const struct host_op *after = find_after(trace, before, middle, blocking_only);
		if (!after)
			continue;
		*pair = (struct concurrent_pair){before, after,
			before->stream->kind == HOST_UNSEEN || after->stream->kind == HOST_UNSEEN};
		return true;
	}
	return false;
}

const char *concurrency_streams(const struct host_trace *trace, const struct concurrent_pair *pair)
{
	const char *before = host_object_name(trace, pair->before->stream);
	const char *after = host_object_name(trace, pair->after->stream);
	if (!strcmp(before, after))
		return "two streams";
	return arena_printf(trace->arena, "%s and on %s", before, after);
}
