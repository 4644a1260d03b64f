/* CU741 elapsed-time-not-ready: cudaEventElapsedTime before anything has waited for the second event.
 *
 * Fires where the event was seen to be recorded, and nothing that the host does, or may do, between the
 * record and the call waits for it. Events that nobody recorded are CU709's. */
#include "analyzer/rule/rule.h"
#include "rules/host/common/overlap.h"

static void check(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct host_op *op, const struct host_object *event)
{
	bool is_unknown = false;
	const struct host_op *record =
		event && event->kind == HOST_EVENT ? host_last_record(order, event, op, &is_unknown) : NULL;
	if (!record || is_unknown || record->capture || !host_may_both_happen(&record->where, &op->where) ||
		host_is_waited_for(order, record, op) || host_is_order_unknown(order, record, op) ||
		overlap_is_told(pass, overlap_told(pass), op, record, CONFIDENCE_PROVEN))
		return;
	for (size_t i = record->index + 1; i < op->index; i++)
		if (trace->ops.data[i]->kind == HOST_EVENT_QUERY || trace->ops.data[i]->kind == HOST_OPAQUE ||
			trace->ops.data[i]->kind == HOST_STREAM_QUERY)
			return;
	struct finding *finding = pass_report_op(pass, op,
		"nothing has waited for %s yet: the call returns cudaErrorNotReady and stores no time; "
		"`cudaEventSynchronize(%s)` first",
		host_object_name(trace, event), event->name ? event->name : "event");
	if (!host_is_implied(&op->where, &record->where)) {
		finding->confidence = CONFIDENCE_LIKELY;
		finding->severity = SEVERITY_WARNING;
	}
	pass_related(pass, finding, record->range, "recorded here");
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_ELAPSED)
			check(pass, trace, order, trace->ops.data[i], trace->ops.data[i]->event2);
}

const struct rule rule_elapsed_time_not_ready = {
	.code = "CU741",
	.name = "elapsed-time-not-ready",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Elapsed time asked before the event is complete",
	.hooks = {.host = on_host},
};
