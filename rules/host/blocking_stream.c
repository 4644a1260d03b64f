/* CU704 blocking-stream: a stream that waits for the NULL stream, though nothing relies on that.
 *
 * Nothing does when every pair of work on the stream and on the NULL stream that touches the same data has a
 * wait of the host between the two. Of a stream that one function makes and others use, by a member or a
 * variable of namespace scope, the pairs aren't seen: then no work at all may go to the NULL stream. Streams
 * that aren't told from others, that code which isn't seen gets hold of, or that are made with flags that
 * aren't known, are left alone. The fix is safe only in a program that is seen as a whole. */
#include "rules/host/common/api.h"
#include "rules/host/common/argument.h"
#include "rules/host/common/kept_stream.h"
#include "rules/host/common/wait.h"

struct made {
	struct ir_range range;
	const struct host_op *op; /* that makes it */
	const char *name;
	struct kept_stream kept;
	bool has_work; /* in the run that makes it */
	bool is_needed, is_main;
	bool is_kept; /* in a place that other functions get at */
};

struct state {
	VEC(struct made *) list;
	bool has_null_work; /* somewhere in the unit */
};

static struct state *state_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct state);
	return pass->state;
}

static struct made *made_at(struct pass *pass, const struct host_op *op)
{
	struct state *state = state_of(pass);
	for (size_t i = 0; i < state->list.count; i++)
		if (ir_is_same_range(state->list.data[i]->range, op->range))
			return state->list.data[i];
	struct made *made = ARENA_NEW(pass->arena, struct made);
	made->range = op->range;
	made->is_main = true;
	vec_push(pass->arena, &state->list, made);
	return made;
}

static bool is_on_null_stream(const struct host_op *op)
{
	return op->stream && op->stream->kind == HOST_STREAM && op->stream->stream == HOST_STREAM_NULL;
}

static bool is_run(const struct host_op *op)
{
	return host_is_work(op) && op->kind != HOST_GRAPH_ADD && !op->capture;
}

/* A copy to the host is complete when it returns. */
static bool is_complete(const struct host_op *op)
{
	return op->kind == HOST_COPY && !op->is_async && op->copy_kind == 2;
}

/* Whether the host has waited for `first` before it issues `second`: nothing else orders them then. */
static bool host_waits_between(
	const struct host_trace *trace, const struct host_op *first, const struct host_op *second)
{
	if (is_complete(first))
		return true;
	for (size_t i = first->index + 1; i < second->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!host_is_implied(&second->where, &op->where))
			continue;
		if (op->kind == HOST_DEVICE_SYNC ||
			(op->kind == HOST_STREAM_SYNC && op->stream == first->stream))
			return true;
	}
	return false;
}

static bool is_relied_on(struct host_trace *trace, const struct host_object *stream)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!is_run(op) || op->stream != stream)
			continue;
		if (op->kind == HOST_LIBRARY_CALL || op->kind == HOST_GRAPH_LAUNCH || op->kind == HOST_ATTACH)
			return true; /* what it touches, or who may, isn't told well enough */
		for (size_t k = 0; k < trace->ops.count; k++) {
			const struct host_op *other = trace->ops.data[k];
			if (!is_run(other) || !is_on_null_stream(other))
				continue;
			const struct host_op *first = i < k ? op : other, *second = i < k ? other : op;
			if (other->kind == HOST_LIBRARY_CALL || other->kind == HOST_GRAPH_LAUNCH ||
				(wait_share_memory(trace, first, second) &&
					!host_waits_between(trace, first, second)))
				return true;
		}
	}
	return false;
}

static bool has_work(const struct host_trace *trace, const struct host_object *stream)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (is_run(trace->ops.data[i]) && trace->ops.data[i]->stream == stream)
			return true;
	return false;
}

static bool has_opaque(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_OPAQUE)
			return true;
	return false;
}

static void look_at(struct pass *pass, struct host_trace *trace, const struct host_object *stream)
{
	struct made *made = made_at(pass, stream->made_by);
	bool is_sure = trace->is_main && !has_opaque(trace);
	made->is_main &= is_sure;
	made->is_needed |= stream->is_escaped || trace->is_partial || is_relied_on(trace, stream);
	made->has_work |= has_work(trace, stream);
	made->op = stream->made_by;
	made->name = host_object_name(trace, stream);
	made->is_kept = kept_stream_of(&made->kept, trace, stream->made_by);
}

static bool has_null_work(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (is_run(trace->ops.data[i]) && is_on_null_stream(trace->ops.data[i]))
			return true;
	return false;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	if (trace->per_thread_default)
		return;
	state_of(pass)->has_null_work |= has_null_work(trace);
	for (size_t i = 0; i < trace->objects.count; i++) {
		const struct host_object *object = trace->objects.data[i];
		if (object->kind == HOST_STREAM && object->stream == HOST_STREAM_BLOCKING &&
			object->made_by && api_is_runtime(object->made_by->callee))
			look_at(pass, trace, object);
	}
}

static void add_fix(struct pass *pass, struct finding *finding, const struct made *made)
{
	const struct ir_expr *call = made->op->expr;
	bool is_plain = call->operand_count == 1 && api_traits(call)->flagged;
	if (!is_plain && !argument_text(pass, call, 1))
		return;
	struct fix *fix = pass_fix(pass, finding, made->is_main && made->has_work ? FIX_SAFE : FIX_UNSAFE,
		"make the stream non-blocking");
	if (!is_plain) {
		argument_replace(pass, fix, call, 1, "cudaStreamNonBlocking");
		return;
	}
	fix_replace(pass, fix, call->call->name_range, "%s", api_traits(call)->flagged);
	fix_insert_after(pass, fix, call->operands[0]->range, ", cudaStreamNonBlocking");
}

/* Whether it is seen what the stream is for, and that nothing there needs it to be blocking. */
static bool is_free(const struct pass *pass, const struct state *state, const struct made *made)
{
	if (made->is_needed || !made->op)
		return false;
	if (made->is_kept && !made->is_main && state->has_null_work)
		return false;
	return made->has_work || (made->is_kept && kept_stream_is_used(pass, &made->kept));
}

static void on_unit_end(struct pass *pass)
{
	const struct state *state = pass->state;
	for (size_t i = 0; state && i < state->list.count; i++) {
		const struct made *made = state->list.data[i];
		if (!is_free(pass, state, made))
			continue;
		struct finding *finding = pass_report_op(pass, made->op,
			"%s waits for the NULL stream, and the NULL stream for it, though nothing relies on "
			"it%s: any work there would keep it from overlapping; `cudaStreamNonBlocking` would "
			"do",
			made->name, made->has_work ? "" : " here");
		if (!made->is_main || !made->has_work)
			finding->confidence = CONFIDENCE_LIKELY;
		add_fix(pass, finding, made);
	}
}

const struct rule rule_blocking_stream = {
	.code = "CU704",
	.name = "blocking-stream",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Stream that waits for the NULL stream without need",
	.strict_only = true,
	.hooks = {.host = on_host, .unit_end = on_unit_end},
};
