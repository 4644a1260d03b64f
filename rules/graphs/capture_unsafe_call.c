/* CU718 capture-unsafe-call: calls between the begin and the end of a capture that end it with an error.
 *
 * Which calls these are was read off a device (CUDA 13): in every mode what waits for or asks about a
 * captured stream or event, waits for the device, or launches a graph into the capture; in global and
 * thread-local mode also what allocates, frees, registers, instantiates, sets a limit, or waits for or asks
 * about any other stream or event. Work for the legacy NULL stream is an error beside a capture on a blocking
 * stream, and beside one on a non-blocking stream it runs at once and isn't captured: a warning.
 *
 * A call under a condition of its own is likely; when the condition asks about captures or graphs it is only
 * possible. Unknown modes, and modes exchanged for the thread, count as relaxed. */
#include "analyzer/cuda/host_traits.h"
#include "rules/graphs/common/captures.h"

static bool is_relaxed(const struct host_trace *trace, const struct capture *capture)
{
	for (size_t i = 0; i < capture->begin->index; i++)
		if (cuda_host_traits(trace->ops.data[i]->callee)->exchanges_capture_mode)
			return true;
	for (size_t i = capture->begin->index; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (capture->end && op->index > capture->end->index)
			break;
		if (cuda_host_traits(op->callee)->exchanges_capture_mode)
			return true;
	}
	return capture->mode == CAPTURE_RELAXED || capture->mode == CAPTURE_MODE_UNKNOWN;
}

static bool is_null_pointer(const struct host_value *value)
{
	int64_t number;
	return value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number) && number == 0;
}

/* Whether the device that is current is the one of the capture, as far as is known. */
static bool is_same_device(const struct capture *capture, const struct host_op *op)
{
	return !op->device || !capture->begin->device || op->device == capture->begin->device;
}

/* What a call does that the capture doesn't allow; NULL: nothing. */
static const char *forbidden(const struct host_trace *trace, const struct host_order *order,
	const struct capture *capture, const struct host_op *op)
{
	bool is_strict = !is_relaxed(trace, capture), is_unknown = false;
	bool is_member = capture_has_stream(trace, capture, op->stream, op);
	const struct host_op *record;
	switch (op->kind) {
	case HOST_DEVICE_SYNC: return is_same_device(capture, op) ? "waits for the device" : NULL;
	case HOST_STREAM_SYNC:
		return is_member   ? "waits for a stream that is being captured"
		       : is_strict ? "waits for a stream"
				   : NULL;
	case HOST_STREAM_QUERY:
		return is_member   ? "asks about a stream that is being captured"
		       : is_strict ? "asks about a stream"
				   : NULL;
	case HOST_EVENT_SYNC:
	case HOST_EVENT_QUERY:
		record = host_last_record(order, op->event, op, &is_unknown);
		if (record && capture->graph && record->capture == capture->graph)
			return op->kind == HOST_EVENT_SYNC ? "waits for an event that is being captured"
							   : "asks about an event that is being captured";
		return !is_strict                    ? NULL
		       : op->kind == HOST_EVENT_SYNC ? "waits for an event"
						     : "asks about an event";
	case HOST_MALLOC: return is_strict && op_is_cuda(op) ? "allocates memory" : NULL;
	case HOST_FREE:
		return is_strict && op_is_cuda(op) && op->value_count && !is_null_pointer(&op->values[0])
			       ? "frees memory"
			       : NULL;
	case HOST_REGISTER: return is_strict ? "registers memory" : NULL;
	case HOST_LIMIT: return is_strict ? "sets a limit of the device" : NULL;
	case HOST_INSTANTIATE: return is_strict ? "instantiates a graph" : NULL;
	case HOST_GRAPH_LAUNCH: return is_member ? "launches a graph into the capture" : NULL;
	case HOST_MALLOC_ASYNC:
		return is_strict && !is_member && op->stream && op->stream->kind == HOST_STREAM
			       ? "allocates memory in a stream that isn't captured"
			       : NULL;
	default: return NULL;
	}
}

/* ---- the legacy stream ----------------------------------------------------------------------- */

static bool is_legacy_work(const struct host_op *op)
{
	if (!op->stream || op->stream->kind != HOST_STREAM || op->stream->stream != HOST_STREAM_NULL)
		return false;
	return op->kind == HOST_LAUNCH || op->kind == HOST_COPY || op->kind == HOST_MEMSET ||
	       op->kind == HOST_PREFETCH || op->kind == HOST_CALLBACK;
}

static bool other_device(const struct host_object *a, const struct host_object *b)
{
	int64_t distance;
	return a->device && b->device && a->device != b->device &&
	       (!host_sum_distance(a->device, b->device, &distance) || distance);
}

enum legacy { LEGACY_FAILS, LEGACY_NOT_CAPTURED, LEGACY_EITHER };

static enum legacy legacy_outcome(const struct host_object *captured)
{
	if (captured->kind != HOST_STREAM)
		return LEGACY_EITHER;
	switch (captured->stream) {
	case HOST_STREAM_BLOCKING:
	case HOST_STREAM_PER_THREAD: return LEGACY_FAILS;
	case HOST_STREAM_NON_BLOCKING: return LEGACY_NOT_CAPTURED;
	default: return LEGACY_EITHER;
	}
}

static struct finding *report_legacy(
	struct pass *pass, struct host_trace *trace, const struct capture *capture, const struct host_op *op)
{
	const struct host_object *captured = capture->begin->stream;
	const char *what = *op->callee ? op->callee : "this launch", *quote = *op->callee ? "`" : "";
	const char *name = stream_name(trace, captured, "the stream");
	struct finding *finding;
	if (other_device(captured, op->stream) ||
		(captured->kind == HOST_STREAM && captured->stream == HOST_STREAM_NULL))
		return NULL;
	switch (legacy_outcome(captured)) {
	case LEGACY_FAILS:
		return pass_report_op(pass, op,
			"%s%s%s goes to the NULL stream while %s is being captured: %s waits for the NULL "
			"stream, so the call fails and the capture ends with an error",
			quote, what, quote, name, name);
	case LEGACY_NOT_CAPTURED:
		finding = pass_report_op(pass, op,
			"%s%s%s goes to the NULL stream while %s is being captured: it runs once, now, and "
			"is not part of the graph",
			quote, what, quote, name);
		finding->severity = SEVERITY_WARNING;
		return finding;
	default:
		finding = pass_report_op(pass, op,
			"%s%s%s goes to the NULL stream while %s is being captured: it ends the capture with "
			"an error if that stream is a blocking one, and is not part of the graph otherwise",
			quote, what, quote, name);
		finding->severity = SEVERITY_WARNING;
		finding->confidence = CONFIDENCE_LIKELY;
		return finding;
	}
}

/* ---- the hook -------------------------------------------------------------------------------- */

static void judge(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct capture *capture, const struct host_op *op)
{
	static const char *const modes[] = {"global", "thread-local", "relaxed", "unknown"};
	const char *what = forbidden(trace, order, capture, op);
	struct finding *finding = NULL;
	if (what)
		finding = pass_report_op(pass, op,
			"`%s` %s while %s is being captured: it fails, and the capture ends with an error",
			op->callee, what, stream_name(trace, capture->begin->stream, "the stream"));
	else if (is_legacy_work(op))
		finding = report_legacy(pass, trace, capture, op);
	if (!finding)
		return;
	enum confidence confidence = capture_confidence(pass, capture, op);
	if (confidence < finding->confidence)
		finding->confidence = confidence;
	if (!capture->end && finding->confidence == CONFIDENCE_PROVEN)
		finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, capture->begin->range, "the capture begins here, in %s mode",
		modes[capture->mode]);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *begin = trace->ops.data[i];
		if (begin->kind != HOST_CAPTURE_BEGIN || !begin->stream)
			continue;
		const struct capture capture = capture_of(trace, begin);
		size_t end = capture.end ? capture.end->index : trace->ops.count;
		for (size_t k = i + 1; k < end; k++)
			if (capture_spans(trace, &capture, trace->ops.data[k]))
				judge(pass, trace, order, &capture, trace->ops.data[k]);
	}
}

const struct rule rule_capture_unsafe_call = {
	.code = "CU718",
	.name = "capture-unsafe-call",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Call that a stream capture does not permit, or work that it does not capture",
	.hooks = {.host = on_host},
};
