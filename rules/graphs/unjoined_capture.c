/* CU719 unjoined-capture: streams that a capture doesn't bring together as it must.
 *
 *   - a stream that was forked into the capture has work that the origin doesn't wait for when it ends
 *   - a stream waits inside the capture for an event that was recorded outside it
 *   - the capture begins on the legacy NULL stream, or ends on another stream than it began on
 *   - another stream gets work while the capture goes on without an event of the capture: legal, but that
 *     work runs at once instead of becoming part of the graph (a warning; an error where it reads what
 * captured work before it writes)
 *
 * Events and streams that aren't seen may join anything: silent. Events recorded or waited for as external
 * (cudaEventRecordExternal, cudaEventWaitExternal) aren't part of the capture's order. */
#include "analyzer/cuda/host_traits.h"
#include "rules/graphs/common/captures.h"
#include "rules/host/common/overlap.h"

enum { EXTERNAL = 1, MOST_STREAMS = 64 };

static const char *name_of(struct host_trace *trace, const struct host_object *object)
{
	return object->kind == HOST_EVENT ? host_object_name(trace, object)
					  : stream_name(trace, object, "a stream");
}

/* The flags of a record or wait, 0 where there are none. */
static bool is_external(const struct host_op *op)
{
	int64_t flags;
	if (op->value_count < 3)
		return false;
	const struct host_value *value = &op->values[2];
	return value->kind != HOST_NUMBER || !host_sum_is_number(value->number, &flags) || flags == EXTERNAL;
}

static void report_at(
	struct pass *pass, const struct capture *capture, struct finding *finding, const struct host_op *op)
{
	enum confidence confidence = capture_confidence(pass, capture, op);
	if (confidence < finding->confidence)
		finding->confidence = confidence;
	pass_related(pass, finding, capture->begin->range, "the capture begins here");
}

/* ---- a fork that isn't joined ---------------------------------------------------------------- */

/* What of the last work of a stream is contained in an operation: found by walking the capture once, with the
 * streams and events that have it. Streams that differ by name count as different ones. */
struct spread {
	const struct host_object *holders[MOST_STREAMS]; /* streams and events that come after the work */
	size_t count;
};

static bool holds(const struct spread *spread, const struct host_object *object)
{
	for (size_t i = 0; i < spread->count; i++)
		if (spread->holders[i] == object)
			return true;
	return false;
}

static void hold(struct spread *spread, const struct host_object *object)
{
	if (!holds(spread, object) && spread->count < MOST_STREAMS)
		spread->holders[spread->count++] = object;
}

static void drop(struct spread *spread, const struct host_object *object)
{
	for (size_t i = 0; i < spread->count; i++)
		if (spread->holders[i] == object)
			spread->holders[i--] = spread->holders[--spread->count];
}

/* Whether something on the origin waits for captured work before the capture ends; also when an event or code
 * that isn't seen may see to it. */
static bool is_joined(const struct host_trace *trace, const struct host_order *order,
	const struct capture *capture, const struct host_op *work)
{
	struct spread spread = {.holders = {work->stream}, .count = 1};
	for (size_t i = work->index + 1; i < capture->end->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool is_unknown = false;
		if (cuda_host_traits(op->callee)->changes_capture || op->kind == HOST_OPAQUE)
			return true;
		if ((op->kind != HOST_RECORD && op->kind != HOST_STREAM_WAIT) || !op->stream || !op->event ||
			!host_may_both_happen(&work->where, &op->where))
			continue;
		if (op->kind == HOST_RECORD) {
			if (holds(&spread, op->stream))
				hold(&spread, op->event);
			else
				drop(&spread, op->event);
		} else if (holds(&spread, op->event) ||
			   !host_last_record(order, op->event, op, &is_unknown)) {
			hold(&spread, op->stream);
		}
	}
	return holds(&spread, capture->begin->stream);
}

static void judge_joins(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct capture *capture)
{
	const struct host_object *seen[MOST_STREAMS];
	size_t count = 0;
	/* The last work of each stream tells: what comes before it on the stream is joined with it. */
	for (size_t i = capture->end->index; i-- > capture->begin->index + 1;) {
		const struct host_op *op = trace->ops.data[i];
		bool is_new = true;
		if (!host_is_work(op) || !op->stream || op->capture != capture->graph ||
			op->stream == capture->begin->stream || !capture_spans(trace, capture, op))
			continue;
		for (size_t k = 0; k < count; k++)
			is_new &= seen[k] != op->stream;
		if (!is_new || count == MOST_STREAMS)
			continue;
		seen[count++] = op->stream;
		if (is_joined(trace, order, capture, op))
			continue;
		struct finding *finding = pass_report_op(pass, op,
			"%s is forked into the capture of %s and never joined: nothing that %s does before "
			"the capture ends waits for this work, so `%s` fails",
			overlap_stream_name(pass, trace, op, capture->begin),
			name_of(trace, capture->begin->stream), name_of(trace, capture->begin->stream),
			capture->end->callee);
		if (op->stream->kind != HOST_STREAM || capture->begin->stream->kind != HOST_STREAM)
			finding->confidence = CONFIDENCE_LIKELY;
		report_at(pass, capture, finding, op);
		pass_related(pass, finding, capture->end->range,
			"record an event in %s and let %s wait for it before the capture ends",
			name_of(trace, op->stream), name_of(trace, capture->begin->stream));
	}
}

/* ---- events from outside --------------------------------------------------------------------- */

static void judge_wait(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct capture *capture, const struct host_op *op)
{
	bool is_unknown;
	const struct host_op *record = host_last_record(order, op->event, op, &is_unknown);
	if (!record || is_unknown || record->capture || is_external(op) || is_external(record))
		return;
	struct finding *finding = pass_report_op(pass, op,
		"%s is being captured and waits for %s, which was recorded outside the capture: the call "
		"fails, and the capture ends with an error",
		name_of(trace, op->stream), name_of(trace, op->event));
	report_at(pass, capture, finding, op);
	pass_related(pass, finding, record->range, "recorded here, by work that isn't captured");
}

/* ---- streams without an event ---------------------------------------------------------------- */

/* Whether an operation reads what work that was captured before it writes: that work hasn't run. */
static bool reads_captured(struct host_trace *trace, const struct capture *capture, const struct host_op *op)
{
	for (size_t i = capture->begin->index + 1; capture->graph && i < op->index; i++) {
		const struct host_op *other = trace->ops.data[i];
		const struct host_access *mine = NULL, *theirs = NULL;
		if (host_is_work(other) && other->capture == capture->graph &&
			host_conflict(trace, op, other, &mine, &theirs) == 2 && mine->reads && theirs->writes)
			return true;
	}
	return false;
}

static void judge_bystander(
	struct pass *pass, struct host_trace *trace, const struct capture *capture, const struct host_op *op)
{
	const struct host_object *stream = op->stream, *origin = capture->begin->stream;
	bool is_work = op->kind == HOST_LAUNCH ||
		       ((op->kind == HOST_COPY || op->kind == HOST_MEMSET) && op->is_async);
	if (!is_work || op->capture || !stream || stream == origin ||
		(stream->kind == HOST_STREAM && stream->stream == HOST_STREAM_NULL) ||
		(stream->kind != HOST_STREAM && (stream->kind != HOST_UNSEEN || origin->kind != HOST_UNSEEN)))
		return;
	bool is_sure = reads_captured(trace, capture, op);
	struct finding *finding = pass_report_op(pass, op,
		"%s gets this work while %s is being captured, but has not waited for an event of the "
		"capture: the work runs at once and is not part of the graph%s",
		name_of(trace, stream), name_of(trace, origin),
		is_sure ? ", and it reads what captured work writes, which hasn't run" : "");
	finding->confidence = CONFIDENCE_LIKELY;
	if (!is_sure)
		finding->severity = SEVERITY_WARNING;
	report_at(pass, capture, finding, op);
}

/* ---- begin and end --------------------------------------------------------------------------- */

static const struct host_op *foreign_end(const struct host_trace *trace, const struct capture *capture)
{
	for (size_t i = capture->begin->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_OPAQUE || op->kind == HOST_CAPTURE_BEGIN)
			return NULL;
		if (op->kind == HOST_CAPTURE_END)
			return host_is_implied(&capture->begin->where, &op->where) ? op : NULL;
	}
	return NULL;
}

static void judge_ends(struct pass *pass, struct host_trace *trace, const struct capture *capture)
{
	const struct host_object *origin = capture->begin->stream;
	if (origin->kind == HOST_STREAM && origin->stream == HOST_STREAM_NULL) {
		pass_report_op(pass, capture->begin,
			"a capture can't begin on the NULL stream: `%s` fails, and the work that follows "
			"runs at once",
			capture->begin->callee);
		return;
	}
	const struct host_op *end = capture->end ? NULL : foreign_end(trace, capture);
	if (!end || !end->stream || (end->stream->kind != origin->kind))
		return;
	struct finding *finding = pass_report_op(pass, end,
		"the capture began on %s and ends on %s: it must end on the stream that it began on, so the "
		"call fails",
		name_of(trace, origin), name_of(trace, end->stream));
	if (origin->kind != HOST_STREAM)
		finding->confidence = CONFIDENCE_LIKELY;
	report_at(pass, capture, finding, end);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *begin = trace->ops.data[i];
		if (begin->kind != HOST_CAPTURE_BEGIN || !begin->stream)
			continue;
		const struct capture capture = capture_of(trace, begin);
		judge_ends(pass, trace, &capture);
		if (!capture.end ||
			(begin->stream->kind == HOST_STREAM && begin->stream->stream == HOST_STREAM_NULL))
			continue;
		for (size_t k = i + 1; k < capture.end->index; k++) {
			const struct host_op *op = trace->ops.data[k];
			if (!capture_spans(trace, &capture, op))
				continue;
			if (op->kind == HOST_STREAM_WAIT && op->capture && op->capture == capture.graph)
				judge_wait(pass, trace, order, &capture, op);
			else
				judge_bystander(pass, trace, &capture, op);
		}
		judge_joins(pass, trace, order, &capture);
	}
}

const struct rule rule_unjoined_capture = {
	.code = "CU719",
	.name = "unjoined-capture",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Stream that a capture does not join, or begins and ends wrongly",
	.hooks = {.host = on_host},
};
