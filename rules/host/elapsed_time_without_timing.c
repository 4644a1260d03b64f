/* CU708 elapsed-time-without-timing: cudaEventElapsedTime with an event that was made without timing.
 *
 * Only where the call that made the event, and its flags, are known on every way to the call. */
#include "analyzer/rule/rule.h"

enum { DISABLE_TIMING = 2 }; /* cudaEventDisableTiming, CU_EVENT_DISABLE_TIMING */

static bool lacks_timing(const struct host_object *event, const struct host_op *op)
{
	return event && event->kind == HOST_EVENT && event->made_by && event->flags_known &&
	       event->flags & DISABLE_TIMING && host_may_both_happen(&event->made_by->where, &op->where);
}

static void look_at(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const struct host_object *bad[2];
	size_t count = 0;
	if (lacks_timing(op->event, op))
		bad[count++] = op->event;
	if (lacks_timing(op->event2, op) && op->event2 != op->event)
		bad[count++] = op->event2;
	if (!count)
		return;
	const char *first = host_object_name(trace, bad[0]);
	struct finding *finding = count == 2
					  ? pass_report_op(pass, op,
						    "%s and %s are made without timing: the call fails with "
						    "cudaErrorInvalidResourceHandle and stores no time",
						    first, host_object_name(trace, bad[1]))
					  : pass_report_op(pass, op,
						    "%s is made without timing: the call fails with "
						    "cudaErrorInvalidResourceHandle and stores no time",
						    first);
	for (size_t i = 0; i < count; i++)
		pass_related(pass, finding, bad[i]->made_by->range, "%s is made here, with timing disabled",
			host_object_name(trace, bad[i]));
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_ELAPSED)
			look_at(pass, trace, trace->ops.data[i]);
}

const struct rule rule_elapsed_time_without_timing = {
	.code = "CU708",
	.name = "elapsed-time-without-timing",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Elapsed time asked of an event without timing",
	.hooks = {.host = on_host},
};
