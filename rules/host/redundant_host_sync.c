/* CU732 redundant-host-sync: the host waits for work, and then only enqueues what stream order puts behind
 * that work anyway, or calls something that waits for it itself.
 *
 * Followed from the wait to where the host waits again. Silent when anything on the way may need the work:
 * host code that reads or writes its data, code that isn't seen, work on a stream that isn't ordered behind
 * it; when a clock is read around; when the wait is there for debugging; and for what CU706 reports. All ways
 * to the call that the unit shows have to agree. */
#include "rules/host/common/wait.h"

enum end { END_NEEDED, END_UNKNOWN, END_WAITS, END_RETURNS };

struct look {
	struct pass *pass;
	const struct host_trace *trace;
	const struct host_order *order;
	const struct host_op *wait;
	VEC(const struct host_op *) pending; /* that the wait covers */
	const struct host_op *end;           /* what waits itself */
	const struct host_op *first_work;
};

static bool is_legacy(const struct host_object *stream)
{
	return stream && stream->kind == HOST_STREAM && stream->stream == HOST_STREAM_NULL;
}

static bool is_blocking(const struct host_object *stream)
{
	return stream && stream->kind == HOST_STREAM &&
	       (stream->stream == HOST_STREAM_BLOCKING || stream->stream == HOST_STREAM_NULL);
}

/* Whether stream order alone puts what goes to `stream` behind the work. */
static bool follows(const struct host_object *stream, const struct host_op *work)
{
	const struct host_object *before = work->stream;
	if (!stream || !before)
		return false;
	if (stream == before)
		return true;
	return is_blocking(stream) && is_blocking(before) && (is_legacy(stream) || is_legacy(before)) &&
	       stream->device == before->device;
}

static bool follows_all(const struct look *look, const struct host_object *stream)
{
	for (size_t i = 0; i < look->pending.count; i++)
		if (!follows(stream, look->pending.data[i]))
			return false;
	return true;
}

static bool is_needed_by(const struct look *look, const struct host_op *op)
{
	for (size_t i = 0; i < look->pending.count; i++)
		if (wait_is_needed_by(look->trace, op, look->pending.data[i]))
			return true;
	return false;
}

/* A copy to the host: it returns when all is there. */
static bool is_copy_to_host(const struct host_op *op)
{
	if (op->kind != HOST_COPY || op->is_async)
		return false;
	if (op->copy_kind >= 0 && op->copy_kind < 4)
		return op->copy_kind == 2;
	for (size_t i = 0; i < op->access_count; i++)
		if (op->accesses[i].writes && op->accesses[i].object &&
			(op->accesses[i].object->kind == HOST_VARIABLE ||
				op->accesses[i].object->kind == HOST_HEAP ||
				op->accesses[i].object->kind == HOST_PINNED))
			return true;
	return false;
}

/* Whether another explicit wait covers all that this one does. */
static bool waits_for_all(const struct look *look, const struct host_op *op)
{
	bool is_unknown;
	if (op->kind == HOST_DEVICE_SYNC)
		return op->device == look->wait->device;
	if (op->kind == HOST_STREAM_SYNC)
		return follows_all(look, op->stream);
	const struct host_op *record = host_last_record(look->order, op->event, op, &is_unknown);
	return record && !is_unknown && record->index > look->wait->index &&
	       follows_all(look, record->stream);
}

static enum end follow(struct look *look)
{
	const struct host_trace *trace = look->trace;
	for (size_t i = look->wait->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &look->wait->where) || op->capture)
			continue;
		if (op->kind == HOST_ROOT_END)
			return look->first_work && !trace->is_partial ? END_RETURNS : END_UNKNOWN;
		if (is_needed_by(look, op))
			return END_NEEDED;
		look->end = op;
		if (wait_is_explicit(op))
			return waits_for_all(look, op) && host_is_implied(&look->wait->where, &op->where)
				       ? END_WAITS
				       : END_NEEDED;
		if (host_is_work(op)) {
			if (op->kind == HOST_GRAPH_ADD || !follows_all(look, op->stream))
				return END_NEEDED;
			if (is_copy_to_host(op) && host_is_implied(&look->wait->where, &op->where))
				return END_WAITS;
			if (op->kind <= HOST_GRAPH_LAUNCH && !look->first_work)
				look->first_work = op;
		} else if (op->kind == HOST_DESTROY || op->kind == HOST_FREE || op->kind == HOST_SET_DEVICE ||
			   op->kind == HOST_STREAM_QUERY || op->kind == HOST_EVENT_QUERY ||
			   op->kind == HOST_GRAPH_UPDATE) {
			return END_NEEDED;
		}
	}
	return END_UNKNOWN;
}

static void judge(struct look *look, struct verdict *verdict)
{
	struct pass *pass = look->pass;
	enum end end = follow(look);
	if (end == END_NEEDED || end == END_UNKNOWN || (end == END_RETURNS && look->trace->is_main)) {
		verdict->is_refuted = true;
		return;
	}
	if (verdict->op)
		return;
	verdict->op = look->wait;
	verdict->us = model_host_costs.chain_sync_us - model_host_costs.chain_launch_us;
	bool is_sure = end == END_WAITS && (look->trace->is_main || look->wait->kind != HOST_DEVICE_SYNC);
	verdict->confidence = is_sure ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	if (end == END_WAITS && !look->first_work) {
		verdict->related = look->end;
		verdict->related_text = "waits itself";
		verdict->message = arena_printf(pass->arena,
			"the host waits here, and `%s` behind it waits for the same work itself",
			look->end->callee);
		return;
	}
	verdict->related = look->first_work;
	verdict->related_text = "enqueued behind it";
	verdict->message =
		"the host waits here, and then only enqueues work that the order of the stream puts behind "
		"the same work: the wait is not needed, and the device idles until the next launch";
}

/* The host waits for what becomes of managed memory, whatever comes next. */
static bool attaches(const struct look *look)
{
	for (size_t i = 0; i < look->pending.count; i++)
		if (look->pending.data[i]->kind == HOST_ATTACH)
			return true;
	return false;
}

static void look_at(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct host_op *wait)
{
	struct look look = {.pass = pass, .trace = trace, .order = order, .wait = wait};
	for (size_t i = 0; i < wait->index; i++)
		if (wait_covers(trace, order, wait, trace->ops.data[i]))
			vec_push(pass->arena, &look.pending, trace->ops.data[i]);
	struct verdict *verdict = verdict_of(pass, wait);
	if (verdict->is_refuted)
		return;
	if (!look.pending.count || attaches(&look) || wait_is_timed(pass, trace, wait) ||
		wait_is_debugging(pass, trace, wait) || wait_in_launch_loop(trace, order, wait))
		verdict->is_refuted = true;
	else
		judge(&look, verdict);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (wait_is_explicit(trace->ops.data[i]))
			look_at(pass, trace, order, trace->ops.data[i]);
}

const struct rule rule_redundant_host_sync = {
	.code = "CU732",
	.name = "redundant-host-sync",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Host waits for what stream order, or a later call, waits for anyway",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
