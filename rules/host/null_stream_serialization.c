/* CU703 null-stream-serialization: a launch or copy on the NULL stream between work of two blocking streams
 * that could overlap.
 *
 * Work that shares data, directly or through what is on the NULL stream, couldn't. Synchronous memsets and
 * copies within the device are CU711's. With a default stream per thread there is no such stream. */
#include "rules/host/common/concurrency.h"
#include "rules/host/common/wait.h"

static bool is_copy_within_device(const struct host_op *op)
{
	if (op->kind != HOST_COPY || op->is_async)
		return false;
	if (op->copy_kind >= 0 && op->copy_kind < 4)
		return op->copy_kind == 3;
	for (size_t i = 0; i < op->access_count; i++)
		if (!op->accesses[i].object || op->accesses[i].object->kind != HOST_DEVICE)
			return false;
	return true;
}

static bool is_on_null_stream(const struct host_op *op)
{
	if (!host_is_work(op) || op->kind == HOST_GRAPH_ADD || op->capture || !op->stream ||
		op->stream->kind != HOST_STREAM || op->stream->stream != HOST_STREAM_NULL)
		return false;
	if (op->kind == HOST_MEMSET)
		return op->is_async;
	return !is_copy_within_device(op) && op->kind != HOST_MALLOC_ASYNC && op->kind != HOST_FREE_ASYNC;
}

static const char *what(const struct pass *pass, const struct host_op *op)
{
	if (op->launch)
		return op->launch->kernel ? arena_printf(pass->arena, "`%s`", op->launch->kernel->name)
					  : "the kernel";
	return arena_printf(pass->arena, "`%s`", op->callee);
}

static void look_at(
	struct pass *pass, struct host_trace *trace, const struct host_order *order, const struct host_op *op)
{
	struct concurrent_pair pair;
	struct verdict *verdict = verdict_of(pass, op);
	if (verdict->op || !concurrency_is_cut(&pair, trace, order, op, true))
		return;
	verdict->op = op;
	verdict->related = pair.before;
	verdict->related_text = "work that is still running, on another stream";
	verdict->message = arena_printf(pass->arena,
		"%s runs on the NULL stream, between work on %s: it waits for the one, and the other waits "
		"for it, so that nothing overlaps; use a stream made with `cudaStreamNonBlocking`",
		what(pass, op), concurrency_streams(trace, &pair));
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (is_on_null_stream(trace->ops.data[i]))
			look_at(pass, trace, order, trace->ops.data[i]);
}

const struct rule rule_null_stream_serialization = {
	.code = "CU703",
	.name = "null-stream-serialization",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "NULL stream used between streams that could overlap",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
