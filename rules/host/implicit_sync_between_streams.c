/* CU711 implicit-sync-between-streams: an allocation, a release, a synchronous memset or copy within the
 * device, or a change of the cache configuration between work of two streams that could overlap.
 *
 * Memsets and copies are work on the NULL stream, which only blocking streams wait for; the others hold up
 * all of the device. Allocations that a loop repeats are CU712's, other work on the NULL stream is CU703's.
 */
#include "analyzer/cuda/host_traits.h"
#include "rules/host/common/concurrency.h"
#include "rules/host/common/loop.h"
#include "rules/host/common/wait.h"

static bool is_device_memory(const struct host_object *object)
{
	return object && (object->kind == HOST_DEVICE || object->kind == HOST_PINNED ||
				 object->kind == HOST_MANAGED || object->kind == HOST_ARRAY);
}

static bool is_copy_within_device(const struct host_op *op)
{
	if (op->copy_kind >= 0 && op->copy_kind < 4)
		return op->copy_kind == 3;
	for (size_t i = 0; i < op->access_count; i++)
		if (!op->accesses[i].object || op->accesses[i].object->kind != HOST_DEVICE)
			return false;
	return op->access_count > 0;
}

/* What it is, in words; NULL: nothing that makes streams wait. *null_only: only those that the NULL stream
 * holds up. */
static const char *kind_of(const struct host_op *op, bool *null_only)
{
	bool is_null =
		op->stream && op->stream->kind == HOST_STREAM && op->stream->stream == HOST_STREAM_NULL;
	*null_only = op->kind == HOST_MEMSET || op->kind == HOST_COPY;
	switch (op->kind) {
	case HOST_MALLOC: return is_device_memory(op->object) ? "allocates" : NULL;
	case HOST_FREE:
		return op->object && op->object->kind == HOST_DEVICE && !op->object->is_stream_ordered
			       ? "frees"
			       : NULL;
	case HOST_MEMSET: return !op->is_async && is_null ? "sets device memory" : NULL;
	case HOST_COPY: return !op->is_async && is_null && is_copy_within_device(op) ? "copies" : NULL;
	case HOST_FUNCTION_ATTRIBUTE:
	case HOST_RUNTIME:
		return cuda_host_traits(op->callee)->sets_cache ? "changes the cache configuration" : NULL;
	default: return NULL;
	}
}

static void look_at(
	struct pass *pass, struct host_trace *trace, const struct host_order *order, const struct host_op *op)
{
	bool null_only;
	struct concurrent_pair pair;
	const struct host_op *end;
	const char *kind = kind_of(op, &null_only);
	if (!kind || op->capture || loop_repeats_allocation(trace, op, &end))
		return;
	struct verdict *verdict = verdict_of(pass, op);
	if (verdict->op || !concurrency_is_cut(&pair, trace, order, op, null_only))
		return;
	verdict->op = op;
	verdict->confidence = pair.is_likely ? CONFIDENCE_LIKELY : CONFIDENCE_PROVEN;
	verdict->related = pair.before;
	verdict->related_text = "work that is still running, on another stream";
	verdict->message = arena_printf(pass->arena,
		"`%s` %s between work on %s: the second waits for the first, though they could overlap; %s",
		op->callee, kind, concurrency_streams(trace, &pair),
		null_only ? "use the Async form on the stream that needs it"
			  : "do it before the first launch");
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		look_at(pass, trace, order, trace->ops.data[i]);
}

const struct rule rule_implicit_sync_between_streams = {
	.code = "CU711",
	.name = "implicit-sync-between-streams",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Call that makes streams wait, between work that could overlap",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
