/* CU742 timing-without-warm-up: the first launch of a kernel lies between two events, or two readings of a
 * clock, that measure: loading its code, and the runtime's start, are measured with it.
 *
 * Silent in loops of several turns, where the mean is taken, and where something was launched before. What
 * isn't waited for is CU740's. */
#include "analyzer/rule/rule.h"
#include "rules/host/common/overlap.h"

static bool was_launched(const struct host_trace *trace, const struct host_op *launch)
{
	for (size_t i = 0; i < launch->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_GRAPH_LAUNCH || op->kind == HOST_OPAQUE ||
			(op->launch && op->launch->kernel == launch->launch->kernel))
			return true;
	}
	return false;
}

/* A region that starts at `first`: what it measures with; NULL: it isn't known to measure. */
static const struct host_op *end_of(const struct host_trace *trace, const struct host_op *first)
{
	for (size_t i = first->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == first->kind && op->where.function == first->where.function)
			return first->kind == HOST_CLOCK || op->event != first->event ? op : NULL;
	}
	return NULL;
}

static bool is_elapsed(
	const struct host_trace *trace, const struct host_op *first, const struct host_op *second)
{
	for (size_t i = second->index + 1; first->kind == HOST_RECORD && i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_ELAPSED && op->event == first->event && op->event2 == second->event)
			return true;
	}
	return false;
}

static bool waits_between(
	const struct host_trace *trace, const struct host_op *first, const struct host_op *second)
{
	for (size_t i = first->index + 1; i < second->index; i++)
		if (trace->ops.data[i]->kind == HOST_DEVICE_SYNC ||
			trace->ops.data[i]->kind == HOST_STREAM_SYNC ||
			trace->ops.data[i]->kind == HOST_EVENT_SYNC)
			return true;
	return false;
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_op *first)
{
	const struct host_op *second = end_of(trace, first);
	if (!second || first->where.turn != second->where.turn ||
		(first->kind == HOST_CLOCK ? !waits_between(trace, first, second)
					   : !is_elapsed(trace, first, second)))
		return;
	for (size_t i = first->index + 1; i < second->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_LAUNCH || !op->launch || !op->launch->kernel || op->capture)
			continue;
		if (was_launched(trace, op) || op->where.turn != first->where.turn)
			return;
		if (overlap_is_told(pass, overlap_told(pass), op, op, CONFIDENCE_PROVEN))
			return;
		struct finding *finding = pass_report_op(pass, op,
			"the first launch of `%s` is measured with what only the first one costs, loading its code: "
			"launch it once before",
			op->launch->kernel->name);
		pass_related(pass, finding, first->range, "measured from here");
		return;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if ((op->kind == HOST_CLOCK || (op->kind == HOST_RECORD && op->event)) && !op->capture)
			check(pass, trace, op);
	}
}

const struct rule rule_timing_without_warm_up = {
	.code = "CU742",
	.name = "timing-without-warm-up",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "First launch of a kernel measured",
	.hooks = {.host = on_host},
};
