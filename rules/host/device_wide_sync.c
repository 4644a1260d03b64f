/* CU705 device-wide-sync: cudaDeviceSynchronize where only one of several streams is waited for.
 *
 * Two cases. Only one stream has work pending, in a program that has several or in a function that was handed
 * its stream. Or several have, the host then uses the results of one alone, and waits for the others later.
 * Silent where only the NULL stream is used, where a clock is read, where code that isn't seen may have
 * enqueued or may need something, and where nothing follows: at the end of a program all is waited for. */
#include "rules/host/common/library_stream.h"
#include "rules/host/common/wait.h"

struct look {
	struct pass *pass;
	const struct host_trace *trace;
	const struct host_order *order;
	const struct host_op *wait;
	VEC(const struct host_op *) pending;
	VEC(const struct host_object *) streams; /* of the pending work */
};

static bool is_default(const struct host_object *stream)
{
	return stream->kind == HOST_STREAM &&
	       (stream->stream == HOST_STREAM_NULL || stream->stream == HOST_STREAM_PER_THREAD);
}

static void add_stream(struct look *look, const struct host_object *stream)
{
	for (size_t i = 0; i < look->streams.count; i++)
		if (look->streams.data[i] == stream)
			return;
	vec_push(look->pass->arena, &look->streams, stream);
}

/* False when something pending can't be told. */
static bool gather(struct look *look)
{
	bool has_work = false;
	for (size_t i = 0; i < look->wait->index; i++) {
		const struct host_op *op = look->trace->ops.data[i];
		if (op->kind == HOST_OPAQUE && has_work)
			return false;
		if (!host_is_work(op) || op->capture)
			continue;
		has_work = true;
		if (!wait_covers(look->trace, look->order, look->wait, op))
			continue;
		if (!op->stream)
			return false;
		vec_push(look->pass->arena, &look->pending, op);
		add_stream(look, op->stream);
	}
	return look->pending.count > 0;
}

/* Whether work goes to another stream than the given one, too, anywhere in the walk. */
static bool uses_other_stream(const struct host_trace *trace, const struct host_object *stream)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool counts = op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH ||
			      op->kind == HOST_LIBRARY_CALL ||
			      (op->is_async && (op->kind == HOST_COPY || op->kind == HOST_MEMSET));
		if (counts && !op->capture && op->stream && op->stream != stream && !is_default(op->stream))
			return true;
	}
	return false;
}

/* cudaStream_t or a class around it; a plan or a handle of a library has a stream of its own. */
static bool is_stream_type(const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type->kind != IR_TYPE_POINTER)
		return type->kind == IR_TYPE_RECORD;
	return library_is_stream(type);
}

static bool is_param(const struct host_trace *trace, const struct host_object *stream)
{
	for (size_t i = 0; i < trace->root->param_count; i++)
		if (stream->var && stream->var == trace->root->params[i])
			return is_stream_type(stream->var->type);
	return false;
}

static bool work_follows(const struct look *look)
{
	for (size_t i = look->wait->index + 1; i < look->trace->ops.count; i++) {
		const struct host_op *op = look->trace->ops.data[i];
		if (host_is_work(op) && op->kind != HOST_FREE_ASYNC &&
			!(op->kind == HOST_COPY && !op->is_async) &&
			host_may_both_happen(&op->where, &look->wait->where))
			return true;
	}
	return false;
}

/* Only one stream has work pending. */
static bool is_one_stream(const struct look *look)
{
	const struct host_object *stream = look->streams.data[0];
	if (look->streams.count != 1 || is_default(stream))
		return false;
	if (stream->kind == HOST_UNSEEN)
		return is_param(look->trace, stream);
	return stream->kind == HOST_STREAM && uses_other_stream(look->trace, stream) && work_follows(look);
}

/* Whether something behind `from` waits for the stream. */
static bool is_waited_for_later(const struct look *look, size_t from, const struct host_object *stream)
{
	for (size_t i = from; i < look->trace->ops.count; i++) {
		const struct host_op *op = look->trace->ops.data[i];
		if (op->kind == HOST_DEVICE_SYNC || op->kind == HOST_EVENT_SYNC ||
			(op->kind == HOST_STREAM_SYNC && op->stream == stream))
			return true;
	}
	return false;
}

/* Host code that touches only what some pending work is known to touch: which work it is the accesses tell.
 */
static bool is_told(const struct look *look, const struct host_op *op)
{
	for (size_t i = 0; op->kind == HOST_ACCESS && i < op->access_count; i++) {
		bool is_found = false;
		for (size_t k = 0; k < look->pending.count && !is_found; k++)
			for (size_t j = 0; j < look->pending.data[k]->access_count; j++)
				is_found |=
					look->pending.data[k]->accesses[j].object == op->accesses[i].object;
		if (!is_found)
			return false;
	}
	return op->kind == HOST_ACCESS;
}

static bool uses(const struct look *look, const struct host_op *op, const struct host_object **needed)
{
	bool told = is_told(look, op);
	for (size_t i = 0; i < look->pending.count; i++) {
		const struct host_op *work = look->pending.data[i];
		bool meets = wait_share_memory(look->trace, work, op);
		bool is_copy = op->kind == HOST_COPY && !op->is_async && meets;
		if (!is_copy && !(told ? meets : wait_is_needed_by(look->trace, op, work)))
			continue;
		if ((op->kind != HOST_ACCESS && !is_copy) || (*needed && *needed != work->stream))
			return false;
		*needed = work->stream;
	}
	return true;
}

/* The stream whose results alone the host uses before it enqueues or waits again; NULL: not told. */
static const struct host_object *needed_stream(const struct look *look)
{
	const struct host_object *needed = NULL;
	size_t i = look->wait->index + 1;
	for (; i < look->trace->ops.count; i++) {
		const struct host_op *op = look->trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &look->wait->where))
			continue;
		bool is_copy = op->kind == HOST_COPY && !op->is_async;
		if (wait_is_explicit(op) || (host_is_work(op) && !is_copy))
			break;
		if (op->kind == HOST_ROOT_END || op->kind == HOST_FREE || op->kind == HOST_DESTROY ||
			!uses(look, op, &needed))
			return NULL;
	}
	for (size_t k = 0; k < look->streams.count; k++)
		if (look->streams.data[k] != needed && !is_waited_for_later(look, i, look->streams.data[k]))
			return NULL;
	return needed;
}

static void judge(struct look *look)
{
	struct pass *pass = look->pass;
	struct verdict *verdict = verdict_of(pass, look->wait);
	const struct host_object *stream = NULL;
	bool is_one = false;
	if (!wait_is_timed(pass, look->trace, look->wait) &&
		!wait_is_debugging(pass, look->trace, look->wait)) {
		is_one = is_one_stream(look);
		stream = is_one                    ? look->streams.data[0]
			 : look->streams.count > 1 ? needed_stream(look)
						   : NULL;
	}
	if (!stream || is_default(stream)) {
		verdict->is_refuted = true;
		return;
	}
	if (verdict->op)
		return;
	verdict->op = look->wait;
	verdict->confidence = CONFIDENCE_LIKELY;
	const char *name = host_object_name(look->trace, stream);
	verdict->message =
		is_one ? arena_printf(pass->arena,
				 "waits for all streams of the device, but only %s has work that is waited "
				 "for: `cudaStreamSynchronize` on it is enough",
				 name)
		       : arena_printf(pass->arena,
				 "waits for all streams of the device, but only what %s has computed is used "
				 "next: `cudaStreamSynchronize` on it lets the others go on",
				 name);
	for (size_t i = look->pending.count; i-- > 0 && !verdict->related;)
		if ((look->pending.data[i]->stream == stream) == is_one)
			verdict->related = look->pending.data[i];
	verdict->related_text = is_one ? "pending work" : "work of another stream that is waited for as well";
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		struct look look = {.pass = pass, .trace = trace, .order = order, .wait = trace->ops.data[i]};
		if (look.wait->kind != HOST_DEVICE_SYNC)
			continue;
		if (gather(&look))
			judge(&look);
		else
			verdict_of(pass, look.wait)->is_refuted = true;
	}
}

const struct rule rule_device_wide_sync = {
	.code = "CU705",
	.name = "device-wide-sync",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "cudaDeviceSynchronize where one stream is waited for",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
