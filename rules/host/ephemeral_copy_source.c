/* CU714 ephemeral-copy-source: a copy whose source dies before the copy has read it.
 *
 * A batched copy reads its sources in stream order or at any time, unless it is told to during the call; a
 * captured copy reads them when the graph is launched; a copy from registered memory when the stream comes to
 * it. What a plain cudaMemcpyAsync reads from ordinary memory the driver stages before the call returns, by
 * what NVIDIA says of today's behaviour: possible only. Pinned memory that is freed is CU728's. */
#include "rules/host/common/overlap.h"

enum { ORDER_STREAM = 1, ORDER_ANY = 3 }; /* cudaMemcpySrcAccessOrder... */

static bool is_end(const struct host_op *op)
{
	return op->kind == HOST_SCOPE_END || op->kind == HOST_FREE;
}

/* The first end of the memory after a use, in the same run. */
static const struct host_op *end_after(struct host_uses uses, size_t at)
{
	for (size_t i = at + 1; i < uses.count; i++)
		if (is_end(uses.data[i].op) &&
			host_may_both_happen(&uses.data[i].op->where, &uses.data[at].op->where))
			return uses.data[i].op;
	return NULL;
}

static void report(struct pass *pass, const struct host_trace *trace, const struct host_use *use,
	const struct host_op *end, const char *why, enum confidence confidence)
{
	const struct host_op *op = use->op;
	if (overlap_is_told(pass, overlap_told(pass), op, op, confidence))
		return;
	const char *name = host_object_name(trace, use->access->object);
	struct finding *finding = pass_report_op(pass, op, "`%s` may read %s after %s: %s", op->callee, name,
		end->kind == HOST_FREE ? "it has been freed" : "its scope has ended", why);
	finding->confidence = confidence;
	if (confidence != CONFIDENCE_PROVEN)
		finding->severity = SEVERITY_WARNING;
	if (use->access->object->var)
		pass_related(pass, finding, use->access->object->var->range, "the source");
	if (end->kind == HOST_FREE)
		pass_related(pass, finding, end->range, "freed here");
}

/* ---- captured copies ------------------------------------------------------------------------- */

/* Whether a graph is launched after its source has died; *is_elsewhere: perhaps by others. */
static bool is_launched_after(
	const struct host_trace *trace, const struct host_object *graph, const struct host_op *end)
{
	for (size_t i = end->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_GRAPH_LAUNCH && op->object && op->object->parent == graph &&
			host_may_both_happen(&op->where, &end->where))
			return true;
	}
	return false;
}

/* Never launched where it is seen: the graph is made for others. */
static bool is_for_others(const struct host_trace *trace, const struct host_object *graph)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_GRAPH_LAUNCH && op->object && op->object->parent == graph)
			return false;
		if (op->kind == HOST_DESTROY && op->object && op->object->kind == HOST_GRAPH_EXEC &&
			op->object->parent == graph)
			return false;
	}
	return !trace->is_main;
}

static void check_captured(struct pass *pass, const struct host_trace *trace, const struct host_use *use,
	const struct host_op *end)
{
	const char *why =
		"the graph keeps the address and reads it at every launch; keep the source as long as the "
		"graph";
	if (is_launched_after(trace, use->op->capture, end))
		report(pass, trace, use, end, why, CONFIDENCE_PROVEN);
	else if (is_for_others(trace, use->op->capture))
		report(pass, trace, use, end, why, CONFIDENCE_LIKELY);
}

/* ---- copies that run ------------------------------------------------------------------------- */

static void check_running(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	struct host_uses uses, size_t at, const struct host_op *end)
{
	const struct host_use *use = &uses.data[at];
	if (host_is_waited_for(order, use->op, end) || host_is_order_unknown(order, use->op, end))
		return;
	if (use->op->kind == HOST_COPY_BATCH) {
		int64_t when = host_batch_order(use->op->batch, use->access->part);
		if (when == ORDER_STREAM || when == ORDER_ANY)
			report(pass, trace, use, end,
				"a batch reads it in stream order, when the call has long returned; say "
				"cudaMemcpySrcAccessOrderDuringApiCall",
				CONFIDENCE_PROVEN);
	} else if (overlap_is_registered(uses, use->op)) {
		report(pass, trace, use, end,
			"registered memory is read when the stream comes to the copy; wait for it first",
			CONFIDENCE_PROVEN);
	} else if (end->kind == HOST_SCOPE_END) {
		report(pass, trace, use, end,
			"the driver stages ordinary memory before the call returns, but doesn't promise to",
			CONFIDENCE_POSSIBLE);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->objects.count; i++) {
		const struct host_object *object = trace->objects.data[i];
		if (object->kind != HOST_VARIABLE && object->kind != HOST_HEAP)
			continue;
		struct host_uses uses = host_uses_of(table, object);
		for (size_t k = 0; k < uses.count; k++) {
			const struct host_op *op = uses.data[k].op;
			bool is_read = uses.data[k].access && !uses.data[k].access->writes &&
				       !uses.data[k].access->is_maybe;
			const struct host_op *end = is_read ? end_after(uses, k) : NULL;
			if (!end || (op->kind != HOST_COPY && op->kind != HOST_COPY_BATCH) || !op->is_async)
				continue;
			if (op->capture)
				check_captured(pass, trace, &uses.data[k], end);
			else
				check_running(pass, trace, order, uses, k, end);
		}
	}
}

const struct rule rule_ephemeral_copy_source = {
	.code = "CU714",
	.name = "ephemeral-copy-source",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Source of a copy dies before the copy has read it",
	.hooks = {.host = on_host},
};
